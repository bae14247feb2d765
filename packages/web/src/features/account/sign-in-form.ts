// The form of signing in and of opening an account: what is entered, and what is wrong with it.

import { password as passwordRule, userName } from '@basis/protocol/account'
import type { MessageKey } from '../../i18n/message-keys.ts'

export type SignInView = 'demo' | 'signIn' | 'register'

export type Credentials = { readonly username: string; readonly password: string }

export const noCredentials: Credentials = { username: '', password: '' }

export type CredentialProblems = {
  readonly username?: MessageKey
  readonly password?: MessageKey
}

/**
 * Returns what is wrong. A new name and password must meet the exchange's own rules; whoever signs
 * in only has to have entered something, because older accounts may know older rules.
 */
export function credentialProblems(
  { username, password }: Credentials,
  view: SignInView,
): CredentialProblems {
  if (view === 'demo') return {}
  if (view === 'signIn') {
    return {
      ...(username === '' ? { username: 'signIn.usernameMissing' } : {}),
      ...(password === '' ? { password: 'signIn.passwordMissing' } : {}),
    }
  }
  return {
    ...(userName.safeParse(username).success ? {} : { username: 'signIn.usernameInvalid' }),
    ...(passwordRule.safeParse(password).success ? {} : { password: 'signIn.passwordInvalid' }),
  }
}

/** May this form be sent? */
export const isComplete = (problems: CredentialProblems): boolean =>
  problems.username === undefined && problems.password === undefined
