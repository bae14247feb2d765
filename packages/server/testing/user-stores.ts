// User stores for tests that run on each: a file, and a real PostgreSQL if one can be started.

import { PostgresPool } from '../src/postgres/postgres-pool.ts'
import { openPostgresUsers } from '../src/users/postgres/postgres-users.ts'
import { openUsers, type Users } from '../src/users/users.ts'
import { lazyPostgres, postgresPrograms } from './postgres-server.ts'

export type UserStore = {
  readonly name: string
  /** Opens the users in the folder, or on the server. */
  readonly open: (folder: string) => Promise<Users>
  /** Deletes all users. */
  readonly clear: () => Promise<void>
  readonly stop: () => Promise<void>
}

const file: UserStore = {
  name: 'a file',
  open: async (folder) => openUsers(folder),
  clear: async () => undefined,
  stop: async () => undefined,
}

/** Returns the folder of the PostgreSQL programs, or none with a warning; throws in CI. */
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

/** Opens the users on a server as a gateway does. */
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
