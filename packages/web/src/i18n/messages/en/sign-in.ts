// English: the dialogs of signing in, opening an account and trading with demo funds.

export const signIn = {
  demoTitle: 'Start trading in one click',
  demoBody:
    'You get an account with demo funds at once. No name, no e-mail, no password; you can add them later.',
  demoStart: 'Start with demo funds',
  signInTitle: 'Sign in',
  registerTitle: 'Open an account',
  keepTitle: 'Keep this account',
  keepBody: 'Give the demo account a name and a password, and you can come back to it anywhere.',
  username: 'User name',
  usernameHint: '4 to 32 letters, digits, _ . and -, beginning with a letter',
  usernameInvalid: 'Use 4 to 32 letters, digits, _ . and -, beginning with a letter',
  password: 'Password',
  passwordHint: 'At least 8 characters',
  passwordInvalid: 'Use 8 to 200 characters',
  passwordShow: 'Show the password',
  passwordHide: 'Hide the password',
  usernameMissing: 'Enter your user name',
  passwordMissing: 'Enter your password',
  submitSignIn: 'Sign in',
  submitRegister: 'Open the account',
  submitKeep: 'Keep the account',
  toRegister: 'New here? Open an account',
  toSignIn: 'Have an account? Sign in',
  toDemo: 'Or start with demo funds',
  or: 'or',
} as const
