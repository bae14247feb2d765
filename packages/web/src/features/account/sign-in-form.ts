// The form for signing in and for opening an account: its input and its problems.

import { password as passwordRule, userName, type UserInfo } from '@basis/protocol/account'
import type { MessageKey } from '../../i18n/message-keys.ts'

export type SignInView = 'demo' | 'signIn' | 'register'

export type Credentials = { readonly username: string; readonly password: string }

export const noCredentials: Credentials = { username: '', password: '' }

export type CredentialProblems = {
  readonly username?: MessageKey
  readonly password?: MessageKey
}

/**
 * Returns the problems. A new name and password must meet the exchange's current rules; for signing
 * in they only must not be empty, because older accounts may predate the rules.
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

/** Returns whether the form may be sent. */
export const isComplete = (problems: CredentialProblems): boolean =>
  problems.username === undefined && problems.password === undefined

/** Returns whether an account may be given a name and a password; a sub-account has no sign-in. */
export const mayBeKept = ({ hasPassword, main }: Pick<UserInfo, 'hasPassword' | 'main'>): boolean =>
  !hasPassword && main === undefined
