// Disconnection protection in the users' database: the timeout per account, and whether a socket
// protected it when the server last ran.

import type { DatabaseSync } from 'node:sqlite'
import type { Awaitable } from '../postgres/awaitable.ts'

type Guarded = {
  readonly account: number
  readonly product: string
  /** Whether a socket of this process protects it now, or did when the process ended. */
  readonly isGuarded: boolean
}
type GuardRow = Guarded & { readonly seconds: number }

export type GuardRows = {
  /** The rows at the time when the users were opened. */
  readonly all: () => readonly GuardRow[]
  /**
   * Inserts or replaces the row of an account's product. Without seconds the timeout stays as it is
   * stored: another process may have set it.
   */
  readonly put: (row: Guarded & { readonly seconds?: number }) => Awaitable<void>
  /** Whether a socket of another process protects it. */
  readonly isGuardedElsewhere: (account: number, product: string) => Awaitable<boolean>
  /** Called with the timeouts that other processes have set. */
  readonly onSetElsewhere: (listener: (row: Omit<GuardRow, 'isGuarded'>) => void) => void
  /** Called when this process takes over what a process that has ended protected. */
  readonly onOrphaned: (listener: (account: number, product: string) => void) => void
}

export const guardSchema = `
  CREATE TABLE IF NOT EXISTS disconnect_guards (
    account INTEGER NOT NULL REFERENCES users (account),
    product TEXT NOT NULL,
    seconds INTEGER NOT NULL,
    is_guarded INTEGER NOT NULL,
    PRIMARY KEY (account, product)
  ) STRICT, WITHOUT ROWID;
`

export function guardQuestions(db: DatabaseSync): GuardRows {
  const all = db.prepare('SELECT * FROM disconnect_guards')
  const put = db.prepare(
    `INSERT INTO disconnect_guards (account, product, seconds, is_guarded)
     VALUES (:account, :product, coalesce(:seconds, 0), :guarded)
     ON CONFLICT (account, product)
     DO UPDATE SET seconds = coalesce(:seconds, seconds), is_guarded = :guarded`,
  )
  return {
    all: () =>
      all.all().map((row) => ({
        account: Number(row['account']),
        product: String(row['product']),
        seconds: Number(row['seconds']),
        isGuarded: row['is_guarded'] === 1,
      })),
    put: ({ account, product, seconds = null, isGuarded }) =>
      void put.run({ account, product, seconds, guarded: isGuarded ? 1 : 0 }),
    isGuardedElsewhere: () => false,
    onSetElsewhere: () => undefined,
    onOrphaned: () => undefined,
  }
}
