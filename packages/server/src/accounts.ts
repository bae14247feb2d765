// The operator's command for accounts: bans, their list, and fee levels. It writes to the users'
// file; the running server applies the change within half a second.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { feeLevels, firstFeeLevel, type FeeLevel } from '@basis/domain/instrument/fee-levels'
import { alertsFile, alertTables } from './alerts/alert-store.ts'
import { ConfigError, processEnvironment, readConfig, type Config } from './config/config.ts'
import { DataUnusable } from './exchange/disk/data-errors.ts'
import { JournalUnknown } from './exchange/journal.ts'
import { PostgresUnavailable } from './postgres/postgres-unavailable.ts'
import { openUsersOf } from './users/postgres/users-of.ts'
import { openUsers, usersFile, type UserRecord, type Users } from './users/users.ts'

const usage = `npm run accounts -- ban NAME [REASON] | unban NAME | list   [--data FOLDER]
npm run accounts -- import   [--data FOLDER]: to BASIS_POSTGRES, which has no users yet
npm run accounts -- vip NAME LEVEL | pro NAME LEVEL | unlabel NAME   [--data FOLDER]
NAME is a user name or an account's number; REASON is shown to the trader, quoted where it is words; LEVEL is 1 to 5 of VIP, 1 to 6 of PRO.`

/** The command could not be executed; the message is for the operator. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}

/** Executes a command on the users of a data folder and returns the output. */
export async function runAccounts(folder: string, words: readonly string[]): Promise<string> {
  // Opening would create a missing file: a misspelt folder must not look empty.
  if (!existsSync(join(folder, usersFile))) {
    throw new CommandRefused(`${folder} holds no ${usersFile}; say --data or set BASIS_DATA`)
  }
  return carryOut(openUsers(folder), words, folder)
}

/** Executes a command on the open users, and closes them. */
async function carryOut(users: Users, words: readonly string[], where: string): Promise<string> {
  const [action, name, level, ...rest] = words
  try {
    if (action === 'list' && name === undefined) {
      const names = [...users.banned().keys()].map(async (account) =>
        nameOf(await users.byAccount(account), account),
      )
      const banned = await Promise.all(names)
      return banned.length === 0 ? 'Nobody is banned.' : `Banned: ${banned.join(', ')}`
    }
    const granted = levelOf(action, level)
    const isBan = action === 'ban'
    // A second account number is not a reason.
    const isReason = level === undefined || /\p{L}/u.test(level)
    const isPlain = (isBan && isReason) || (level === undefined && action === 'unban')
    if (!(isPlain || granted !== undefined) || name === undefined || rest.length > 0) {
      throw new CommandRefused(usage)
    }
    const isNumber = /^\d{1,15}$/.test(name)
    const user = await (isNumber ? users.byAccount(Number(name)) : users.byName(name))
    if (user === undefined) throw new CommandRefused(`There is no account ${name} in ${where}`)
    if (granted !== undefined) {
      await users.grantLevel(user.account, granted === '' ? undefined : granted)
      const said = granted === '' ? 'has the fee level of its volume' : `is ${granted} at least`
      return `${nameOf(user, user.account)} ${said}.`
    }
    await users.setBanned(user.account, isBan, level)
    return `${nameOf(user, user.account)} is ${isBan ? 'banned' : 'not banned any more'}.`
  } finally {
    await users.close()
  }
}

/** Returns a command's fee level, '' to revoke it; undefined for other commands. */
function levelOf(
  action: string | undefined,
  number: string | undefined,
): FeeLevel | '' | undefined {
  if (action === 'unlabel' && number === undefined) return ''
  const given = feeLevels.find((level) => level === `${action?.toUpperCase()} ${number}`)
  return given === firstFeeLevel ? undefined : given
}

const nameOf = (user: UserRecord | undefined, account: number): string =>
  user?.name === undefined ? `Account ${account}` : `${user.name} (account ${account})`

async function answer(
  config: Config,
  data: string | undefined,
  words: readonly string[],
): Promise<string> {
  const folder = data ?? config.dataFolder
  if (words.length === 1 && words[0] === 'import') return moveUsers(config, folder)
  const isOnServer = data === undefined && config.postgres !== ''
  if (!isOnServer) return runAccounts(folder, words)
  return carryOut(await openUsersOf(config), words, 'BASIS_POSTGRES')
}

async function moveUsers({ postgres, world }: Config, folder: string): Promise<string> {
  if (postgres === '' || !existsSync(join(folder, usersFile))) {
    throw new CommandRefused(`import needs BASIS_POSTGRES, and a ${usersFile} in ${folder}`)
  }
  const { importUsers, PeopleThere } = await import('./users/postgres/import-users.ts')
  const hasAlerts = existsSync(join(folder, alertsFile))
  const others = hasAlerts ? [{ name: alertsFile, tables: alertTables }] : []
  const options = { process: 'import', world, onNotice: () => undefined, others }
  const moved = await importUsers(folder, postgres, options).catch((error: unknown) => {
    throw error instanceof PeopleThere ? new CommandRefused(error.message) : error
  })
  return `${moved} users are in BASIS_POSTGRES now, with their sessions, API keys and alerts.`
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string' } },
  })
  try {
    const config = readConfig(processEnvironment())
    process.stdout.write(`${await answer(config, values.data, positionals)}\n`)
  } catch (error) {
    const named = [CommandRefused, ConfigError, DataUnusable, JournalUnknown, PostgresUnavailable]
    if (!(error instanceof Error) || !named.some((kind) => error instanceof kind)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}

if (import.meta.main) await main()
