// The sign-in form: a new account must follow the exchange's rules, signing in needs any entry.

import { expect, test } from 'vitest'
import { credentialProblems, isComplete, mayBeKept } from './sign-in-form.ts'

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

test('23.1: a name and a password are offered to a main account without them, not to a sub-account', () => {
  expect(mayBeKept({ hasPassword: false })).toBe(true)
  expect(mayBeKept({ hasPassword: true })).toBe(false)
  expect(mayBeKept({ hasPassword: false, main: '1001' })).toBe(false)
})
