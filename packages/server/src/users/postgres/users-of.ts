// The people that the settings name: on a server for all gateways, else in the data folder.

import type { Config } from '../../config/config.ts'
import type { SharedDatabase } from '../../postgres/shared-database.ts'
import { openUsers, type Users } from '../users.ts'

/**
 * Opens them, and on a server whatever else lies with them; throws what either adapter throws.
 */
export async function openUsersOf(
  { postgres, dataFolder, id, world }: Config,
  onNotice: (words: string) => void = () => undefined,
  openOthers?: (database: SharedDatabase) => Promise<void>,
): Promise<Users> {
  if (postgres === '') return openUsers(dataFolder)
  // The driver is loaded by whoever uses it alone.
  const { openPostgresUsers } = await import('./postgres-users.ts')
  return openPostgresUsers(postgres, { process: id, world, onNotice }, openOthers)
}
