// The API key of the console, kept only in this page's memory, and only as long as the account.

import { create } from 'zustand'
import type { OpenCredentials } from '../../client/open-api.ts'
import { onTrader } from '../../client/session.ts'

type ConsoleKey = OpenCredentials & { readonly set: (credentials: OpenCredentials) => void }

export const useConsoleKey = create<ConsoleKey>()((change) => ({
  key: '',
  secret: '',
  set: (credentials) => change(credentials),
}))

// The next account on this page must not sign with the key of the one that was left.
onTrader((_user, left) => {
  if (left !== undefined) useConsoleKey.getState().set({ key: '', secret: '' })
})
