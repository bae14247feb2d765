// Copies the users of a data folder to a PostgreSQL that has none: for moving from a single process
// to a cluster.

import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Ask } from '../../postgres/postgres-pool.ts'
import { usersFile } from '../users.ts'
import { PeopleDatabase, type PeopleOptions } from './people-database.ts'

/** A file of the folder, and the database tables that its tables are copied to, in order. */
export type MovedFile = {
  readonly name: string
  readonly tables: Readonly<Record<string, string>>
}

/** Ordered so that each row's references exist. */
const ownTables = ['users', 'sessions', 'devices', 'api_keys', 'disconnect_guards'] as const
const users: MovedFile = {
  name: usersFile,
  tables: Object.fromEntries(ownTables.map((table) => [table, table])),
}
const rowsAtOnce = 5_000

/** The server has users already; nothing was changed. */
export class PeopleThere extends Error {
  override readonly name = 'PeopleThere'
}

/**
 * Copies all users and the other files, or nothing; returns the number of users. Throws
 * PeopleThere.
 */
export async function importUsers(
  folder: string,
  url: string,
  { others = [], ...options }: PeopleOptions & { readonly others?: readonly MovedFile[] },
): Promise<number> {
  const database = await PeopleDatabase.open(url, options)
  try {
    return await database.together(async (ask) => {
      await ask('LOCK TABLE people.users IN EXCLUSIVE MODE')
      const [found] = await ask('SELECT count(*) AS users FROM people.users')
      if (Number(found?.['users']) > 0) throw new PeopleThere('The PostgreSQL keeps users already')
      for (const moved of [users, ...others]) await copyFile(folder, moved, ask)
      // Numbers assigned from now on must be above those copied.
      await ask(
        `UPDATE people.counters SET value = (SELECT coalesce(max(account), 0) FROM people.users)
         WHERE name = 'account'`,
      )
      for (const table of ['api_keys', 'alerts', 'alert_firings']) {
        await ask(
          `SELECT setval(pg_get_serial_sequence('people.${table}', 'id'),
             (SELECT coalesce(max(id), 0) + 1 FROM people.${table}), false)`,
        )
      }
      const [made] = await ask('SELECT count(*) AS users FROM people.users')
      return Number(made?.['users'])
    })
  } finally {
    await database.close()
  }
}

async function copyFile(folder: string, { name, tables }: MovedFile, ask: Ask): Promise<void> {
  const file = new DatabaseSync(join(folder, name), { readOnly: true })
  try {
    for (const [from, to] of Object.entries(tables)) await copyTable(file, { from, to }, ask)
  } finally {
    file.close()
  }
}

async function copyTable(
  file: DatabaseSync,
  { from, to }: { readonly from: string; readonly to: string },
  ask: Ask,
): Promise<void> {
  let rows: object[] = []
  const send = async (): Promise<void> => {
    await ask(
      `INSERT INTO people.${to} OVERRIDING SYSTEM VALUE
       SELECT * FROM json_populate_recordset(null::people.${to}, $1::json)`,
      [JSON.stringify(rows)],
    )
    rows = []
  }
  for (const row of file.prepare(`SELECT * FROM ${from}`).iterate()) {
    rows.push(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(value)])))
    if (rows.length === rowsAtOnce) await send()
  }
  if (rows.length > 0) await send()
}

const asText = (value: unknown): unknown =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value
