// The API key of the console: it must not sign requests for whoever uses the page next.

import type { UserInfo } from '@basis/protocol/account'
import { afterEach, expect, test } from 'vitest'
import { useSession } from '../../client/session.ts'
import { useConsoleKey } from './console-key.ts'

const become = (uid: string): void =>
  useSession.setState({ status: 'trader', user: { uid } as UserInfo })
const typed = { key: 'K', secret: 'S' }

afterEach(() => useSession.setState({ status: 'unknown', user: undefined }))

test('a key that a visitor typed stays when the visitor signs in', () => {
  useConsoleKey.getState().set(typed)
  become('1')
  expect(useConsoleKey.getState()).toMatchObject(typed)
})

test('the key is forgotten when the account is left', () => {
  become('1')
  useConsoleKey.getState().set(typed)
  useSession.setState({ status: 'visitor', user: undefined })
  expect(useConsoleKey.getState()).toMatchObject({ key: '', secret: '' })
  become('1')
  useConsoleKey.getState().set(typed)
  become('2')
  expect(useConsoleKey.getState()).toMatchObject({ key: '', secret: '' })
})
