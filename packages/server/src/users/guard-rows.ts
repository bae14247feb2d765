// The guards against disconnection in the users' database: after how long away, and whether a
// socket was guarding when the server last ran.

import type { DatabaseSync } from 'node:sqlite'
import type { Awaitable } from '../postgres/awaitable.ts'

type GuardRow = {
  readonly account: number
  readonly product: string
  readonly seconds: number
  /** A socket of this process guards now, or did when it ended. */
  readonly isGuarded: boolean
}

export type GuardRows = {
  /** Those that were there when the users were opened. */
  readonly all: () => readonly GuardRow[]
  /** Adds a row, or replaces what is said of the account's product. */
  readonly put: (row: GuardRow) => Awaitable<void>
  /** Does a socket of another process guard it? */
  readonly isGuardedElsewhere: (account: number, product: string) => Awaitable<boolean>
  /** Is told the seconds that another process has set. */
  readonly onSetElsewhere: (listener: (row: Omit<GuardRow, 'isGuarded'>) => void) => void
  /** Is told what a process guarded that has gone for good: it is this one's now. */
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
     VALUES (:account, :product, :seconds, :guarded)
     ON CONFLICT (account, product) DO UPDATE SET seconds = :seconds, is_guarded = :guarded`,
  )
  return {
    all: () =>
      all.all().map((row) => ({
        account: Number(row['account']),
        product: String(row['product']),
        seconds: Number(row['seconds']),
        isGuarded: row['is_guarded'] === 1,
      })),
    put: ({ account, product, seconds, isGuarded }) =>
      void put.run({ account, product, seconds, guarded: isGuarded ? 1 : 0 }),
    isGuardedElsewhere: () => false,
    onSetElsewhere: () => undefined,
    onOrphaned: () => undefined,
  }
}
