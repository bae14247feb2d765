// The guards against disconnection in the users' database: after how long away, and whether a
// socket was guarding when the server last ran.

import type { DatabaseSync } from 'node:sqlite'

type GuardRow = {
  readonly account: number
  readonly product: string
  readonly seconds: number
  /** A socket guards now, or did when the server ended. */
  readonly isGuarded: boolean
}

export type GuardRows = {
  readonly all: () => readonly GuardRow[]
  /** Adds a row, or replaces what is said of the account's product. */
  readonly put: (row: GuardRow) => void
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
  }
}
