// The form of signing in: a new account meets the exchange's rules, an old one only has to be
// named.

import { expect, test } from 'vitest'
import { credentialProblems, isComplete } from './sign-in-form.ts'

test('a new account needs a name and a password that the exchange takes', () => {
  const problems = (username: string, password: string) =>
    credentialProblems({ username, password }, 'register')
  expect(problems('anna', 'eight888')).toEqual({})
  expect(problems('4nna', 'eight888')).toEqual({ username: 'signIn.usernameInvalid' })
  expect(problems('anna', 'short')).toEqual({ password: 'signIn.passwordInvalid' })
  expect(isComplete(problems('', ''))).toBe(false)
})

test('who signs in only has to enter something', () => {
  expect(credentialProblems({ username: 'x', password: 'y' }, 'signIn')).toEqual({})
  expect(credentialProblems({ username: '', password: '' }, 'signIn')).toEqual({
    username: 'signIn.usernameMissing',
    password: 'signIn.passwordMissing',
  })
})
