// The API key of the console, kept only in this page's memory.

import { create } from 'zustand'
import type { OpenCredentials } from '../../client/open-api.ts'

type ConsoleKey = OpenCredentials & { readonly set: (credentials: OpenCredentials) => void }

export const useConsoleKey = create<ConsoleKey>()((change) => ({
  key: '',
  secret: '',
  set: (credentials) => change(credentials),
}))
