// The stores that users are kept in, for tests that hold for each: a file, and a real PostgreSQL
// where one can be started.

import { PostgresPool } from '../src/postgres/postgres-pool.ts'
import { openPostgresUsers } from '../src/users/postgres/postgres-users.ts'
import { openUsers, type Users } from '../src/users/users.ts'
import { lazyPostgres, postgresPrograms } from './postgres-server.ts'

export type UserStore = {
  readonly name: string
  /** Opens the users that lie in the folder, or on the server. */
  readonly open: (folder: string) => Promise<Users>
  /** Forgets everybody. */
  readonly clear: () => Promise<void>
  readonly stop: () => Promise<void>
}

const file: UserStore = {
  name: 'a file',
  open: async (folder) => openUsers(folder),
  clear: async () => undefined,
  stop: async () => undefined,
}

/** The programs' folder in a list, or none, which is said; where the proof counts they must be. */
export function foundPostgres(): readonly string[] {
  const found = postgresPrograms()
  if ('folder' in found) return [found.folder]
  if (process.env['CI'] !== undefined) throw new Error(found.missing)
  console.warn(`PostgreSQL is not tried: ${found.missing}`)
  return []
}

export const userStores: readonly UserStore[] = [
  file,
  ...foundPostgres().map((programs) => onPostgres(programs)),
]

function onPostgres(programs: string): UserStore {
  const server = lazyPostgres(programs)
  return {
    name: 'PostgreSQL',
    open: async () => openPeople(await server.url(), 'g1'),
    clear: async () => clearPeople(await server.url()),
    stop: server.stop,
  }
}

/** Opens the people of a server as a gateway does. */
export const openPeople = (
  url: string,
  process: string,
  onNotice: (words: string) => void = () => undefined,
): Promise<Users> => openPostgresUsers(url, { process, world: 'main', onNotice })

export async function clearPeople(url: string): Promise<void> {
  const pool = new PostgresPool(url, { name: 'clearing', most: 1 })
  await pool.ask('DROP SCHEMA IF EXISTS people CASCADE')
  await pool.close()
}
