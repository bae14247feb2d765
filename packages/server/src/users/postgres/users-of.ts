// Opens the users that the settings name: on a server for all gateways, else in the data folder.

import type { Config } from '../../config/config.ts'
import type { SharedDatabase } from '../../postgres/shared-database.ts'
import { openUsers, type Users } from '../users.ts'

/** Opens the users, and on a server what is stored with them; throws what either adapter throws. */
export async function openUsersOf(
  { postgres, dataFolder, id, world }: Config,
  onNotice: (words: string) => void = () => undefined,
  openOthers?: (database: SharedDatabase) => Promise<void>,
): Promise<Users> {
  if (postgres === '') return openUsers(dataFolder)
  // The driver is loaded only if a server is used.
  const { openPostgresUsers } = await import('./postgres-users.ts')
  return openPostgresUsers(postgres, { process: id, world, onNotice }, openOthers)
}
