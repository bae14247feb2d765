// The rows of API keys in the users' database.

import type { DatabaseSync } from 'node:sqlite'
import type { Awaitable } from '../postgres/awaitable.ts'

export type ApiKeyRow = {
  readonly id: number
  readonly key: string
  readonly account: number
  readonly note: string
  readonly isReadOnly: boolean
  readonly permissions: readonly string[]
  readonly networks: readonly string[]
  readonly expiresMs?: number | undefined
  readonly createdMs: number
  readonly isRsa: boolean
  /** PEM of an RSA key's public key, else empty. */
  readonly publicKey: string
  /** The encrypted secret. */
  readonly sealed: Uint8Array
}

export type ApiKeyTermsRow = Pick<
  ApiKeyRow,
  'note' | 'isReadOnly' | 'permissions' | 'networks' | 'expiresMs'
>

export type ApiKeyRows = {
  /** The rows at the time when the users were opened. */
  readonly all: () => readonly ApiKeyRow[]
  /** Returns the number of the new row. */
  readonly add: (row: Omit<ApiKeyRow, 'id'>) => Awaitable<number>
  readonly change: (key: string, terms: ApiKeyTermsRow) => Awaitable<void>
  readonly remove: (key: string) => Awaitable<void>
  /** Called with a key that another process changed, and its row, undefined if it was removed. */
  readonly onChangedElsewhere: (listener: (key: string, row: ApiKeyRow | undefined) => void) => void
}

export const apiKeySchema = `
  CREATE TABLE IF NOT EXISTS api_keys (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    key TEXT NOT NULL UNIQUE,
    account INTEGER NOT NULL REFERENCES users (account),
    note TEXT NOT NULL,
    is_read_only INTEGER NOT NULL,
    permissions TEXT NOT NULL,
    networks TEXT NOT NULL,
    expires_ms INTEGER,
    created_ms INTEGER NOT NULL,
    is_rsa INTEGER NOT NULL,
    public_key TEXT NOT NULL,
    sealed BLOB NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS api_keys_by_account ON api_keys (account);
`

const listOf = (text: unknown): string[] =>
  String(text)
    .split(',')
    .filter((item) => item !== '')

/** An owner's terms as column values of either adapter. */
export const apiKeyValues = (row: ApiKeyTermsRow) => ({
  note: row.note,
  readOnly: row.isReadOnly ? 1 : 0,
  permissions: row.permissions.join(','),
  networks: row.networks.join(','),
  expires: row.expiresMs ?? null,
})

export function apiKeyQuestions(db: DatabaseSync): ApiKeyRows {
  const all = db.prepare('SELECT * FROM api_keys ORDER BY id')
  const insert = db.prepare(
    `INSERT INTO api_keys (key, account, note, is_read_only, permissions, networks, expires_ms,
       created_ms, is_rsa, public_key, sealed)
     VALUES (:key, :account, :note, :readOnly, :permissions, :networks, :expires,
       :created, :rsa, :publicKey, :sealed) RETURNING id`,
  )
  const update = db.prepare(
    `UPDATE api_keys SET note = :note, is_read_only = :readOnly, permissions = :permissions,
       networks = :networks, expires_ms = :expires WHERE key = :key`,
  )
  const remove = db.prepare('DELETE FROM api_keys WHERE key = ?')
  return {
    all: () => all.all().map(apiKeyRowOf),
    add(row) {
      const { key, account, createdMs: created, publicKey, sealed } = row
      const rsa = row.isRsa ? 1 : 0
      const made = insert.get({
        key,
        account,
        created,
        rsa,
        publicKey,
        sealed,
        ...apiKeyValues(row),
      })
      return Number(made?.['id'])
    },
    change: (key, terms) => void update.run({ key, ...apiKeyValues(terms) }),
    remove: (key) => void remove.run(key),
    onChangedElsewhere: () => undefined,
  }
}

/** Converts a row of either adapter. */
export const apiKeyRowOf = (row: Readonly<Record<string, unknown>>): ApiKeyRow => ({
  id: Number(row['id']),
  key: String(row['key']),
  account: Number(row['account']),
  note: String(row['note']),
  isReadOnly: row['is_read_only'] === 1,
  permissions: listOf(row['permissions']),
  networks: listOf(row['networks']),
  ...(row['expires_ms'] === null ? {} : { expiresMs: Number(row['expires_ms']) }),
  createdMs: Number(row['created_ms']),
  isRsa: row['is_rsa'] === 1,
  publicKey: String(row['public_key']),
  sealed: row['sealed'] as Uint8Array,
})
