// English: the dialogs of signing in, opening an account and trading with demo funds.

export const signIn = {
  demoTitle: 'Start trading in one click',
  demoBody:
    'Get an account with demo funds instantly. No name, email or password needed; you can add them later.',
  demoStart: 'Start with demo funds',
  signInTitle: 'Sign in',
  registerTitle: 'Create account',
  keepTitle: 'Save this account',
  keepBody: 'Add a username and password to sign in to this demo account from anywhere.',
  username: 'Username',
  usernameHint: '4–32 letters, digits, _ . or -, starting with a letter; or an email address',
  usernameInvalid:
    'Use 4–32 letters, digits, _ . or -, starting with a letter; or an email address',
  password: 'Password',
  passwordHint: 'At least 8 characters',
  passwordInvalid: 'Use 8–200 characters',
  passwordShow: 'Show password',
  passwordHide: 'Hide password',
  usernameMissing: 'Enter your username',
  passwordMissing: 'Enter your password',
  submitSignIn: 'Sign in',
  submitRegister: 'Create account',
  submitKeep: 'Save account',
  toRegister: 'New here? Create an account',
  toSignIn: 'Already have an account? Sign in',
  toDemo: 'Or start with demo funds',
} as const
