// The sign-in form: a new account must follow the exchange's rules, signing in needs any entry.

import { expect, test } from 'vitest'
import { credentialProblems, isComplete } from './sign-in-form.ts'

test('a new account needs a name and a password that the exchange accepts', () => {
  const problems = (username: string, password: string) =>
    credentialProblems({ username, password }, 'register')
  expect(problems('anna', 'eight888')).toEqual({})
  expect(problems('4nna', 'eight888')).toEqual({ username: 'signIn.usernameInvalid' })
  expect(problems('anna', 'short')).toEqual({ password: 'signIn.passwordInvalid' })
  expect(isComplete(problems('', ''))).toBe(false)
})

test('signing in needs any name and any password', () => {
  expect(credentialProblems({ username: 'x', password: 'y' }, 'signIn')).toEqual({})
  expect(credentialProblems({ username: '', password: '' }, 'signIn')).toEqual({
    username: 'signIn.usernameMissing',
    password: 'signIn.passwordMissing',
  })
})
