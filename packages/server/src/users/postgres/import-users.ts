// The users of a data folder, carried over to a PostgreSQL that has none: the way from one process
// to a cluster.

import { DatabaseSync } from 'node:sqlite'
import { join } from 'node:path'
import type { Ask } from '../../postgres/postgres-pool.ts'
import { usersFile } from '../users.ts'
import { PeopleDatabase, type PeopleOptions } from './people-database.ts'

/** In an order in which each row finds what it refers to. */
const tables = ['users', 'sessions', 'devices', 'api_keys', 'disconnect_guards'] as const
const rowsAtOnce = 5_000

/** The server keeps people already; nothing was changed. */
export class PeopleThere extends Error {
  override readonly name = 'PeopleThere'
}

/** Carries everybody over, or nobody; returns how many. Throws PeopleThere. */
export async function importUsers(
  folder: string,
  url: string,
  options: PeopleOptions,
): Promise<number> {
  const file = new DatabaseSync(join(folder, usersFile), { readOnly: true })
  const database = await PeopleDatabase.open(url, options)
  try {
    return await database.together(async (ask) => {
      await ask('LOCK TABLE people.users IN EXCLUSIVE MODE')
      const [found] = await ask('SELECT count(*) AS users FROM people.users')
      if (Number(found?.['users']) > 0) throw new PeopleThere('The PostgreSQL keeps users already')
      for (const table of tables) await copyTable(file, table, ask)
      // What is given next lies above what was carried over.
      await ask(
        `UPDATE people.counters SET value = (SELECT coalesce(max(account), 0) FROM people.users)
         WHERE name = 'account'`,
      )
      await ask(
        `SELECT setval(pg_get_serial_sequence('people.api_keys', 'id'),
           (SELECT coalesce(max(id), 0) + 1 FROM people.api_keys), false)`,
      )
      const [made] = await ask('SELECT count(*) AS users FROM people.users')
      return Number(made?.['users'])
    })
  } finally {
    file.close()
    await database.close()
  }
}

async function copyTable(file: DatabaseSync, table: string, ask: Ask): Promise<void> {
  let rows: object[] = []
  const send = async (): Promise<void> => {
    await ask(
      `INSERT INTO people.${table} OVERRIDING SYSTEM VALUE
       SELECT * FROM json_populate_recordset(null::people.${table}, $1::json)`,
      [JSON.stringify(rows)],
    )
    rows = []
  }
  for (const row of file.prepare(`SELECT * FROM ${table}`).iterate()) {
    rows.push(Object.fromEntries(Object.entries(row).map(([name, value]) => [name, asText(value)])))
    if (rows.length === rowsAtOnce) await send()
  }
  if (rows.length > 0) await send()
}

const asText = (value: unknown): unknown =>
  value instanceof Uint8Array ? `\\x${Buffer.from(value).toString('hex')}` : value
