// The operator's command over accounts: bans, the list of them, and fee levels. It writes to the
// users' file; the running server takes the change up within half a second.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { feeLevels, firstFeeLevel, type FeeLevel } from '@basis/domain/instrument/fee-levels'
import { ConfigError, processEnvironment, readConfig } from './config/config.ts'
import { DataUnusable } from './exchange/disk/data-errors.ts'
import { JournalUnknown } from './exchange/journal.ts'
import { openUsers, usersFile, type UserRecord } from './users/users.ts'

const usage = `npm run accounts -- ban NAME [REASON] | unban NAME | list   [--data FOLDER]
npm run accounts -- vip NAME LEVEL | pro NAME LEVEL | unlabel NAME   [--data FOLDER]
NAME is a user name or an account's number; REASON is shown to the trader, quoted where it is words; LEVEL is 1 to 5 of VIP, 1 to 6 of PRO.`

/** Why the command could not be carried out; the message is for the operator. */
export class CommandRefused extends Error {
  override readonly name = 'CommandRefused'
}

/** Carries out one command on the users of a data folder and returns what to tell the operator. */
export function runAccounts(folder: string, words: readonly string[]): string {
  const [deed, name, level, ...rest] = words
  // Opening would make an empty file where there is none: a misspelt folder must not look empty.
  if (!existsSync(join(folder, usersFile))) {
    throw new CommandRefused(`${folder} holds no ${usersFile}; say --data or set BASIS_DATA`)
  }
  const users = openUsers(folder)
  try {
    if (deed === 'list' && name === undefined) {
      const banned = [...users.banned()].map((account) => nameOf(users.byAccount(account), account))
      return banned.length === 0 ? 'Nobody is banned.' : `Banned: ${banned.join(', ')}`
    }
    const granted = levelOf(deed, level)
    const isBan = deed === 'ban'
    // A second account is no reason.
    const isReason = level === undefined || /\p{L}/u.test(level)
    const isPlain = (isBan && isReason) || (level === undefined && deed === 'unban')
    if (!(isPlain || granted !== undefined) || name === undefined || rest.length > 0) {
      throw new CommandRefused(usage)
    }
    const user = /^\d{1,15}$/.test(name) ? users.byAccount(Number(name)) : users.byName(name)
    if (user === undefined) throw new CommandRefused(`There is no account ${name} in ${folder}`)
    if (granted !== undefined) {
      users.grantLevel(user.account, granted === '' ? undefined : granted)
      const said = granted === '' ? 'has the fee level of its volume' : `is ${granted} at least`
      return `${nameOf(user, user.account)} ${said}.`
    }
    users.setBanned(user.account, isBan, level)
    return `${nameOf(user, user.account)} is ${isBan ? 'banned' : 'not banned any more'}.`
  } finally {
    users.close()
  }
}

/** Returns the level that a command gives, '' to take it back; undefined for other commands. */
function levelOf(deed: string | undefined, number: string | undefined): FeeLevel | '' | undefined {
  if (deed === 'unlabel' && number === undefined) return ''
  const given = feeLevels.find((level) => level === `${deed?.toUpperCase()} ${number}`)
  return given === firstFeeLevel ? undefined : given
}

const nameOf = (user: UserRecord | undefined, account: number): string =>
  user?.name === undefined ? `Account ${account}` : `${user.name} (account ${account})`

function main(): void {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { data: { type: 'string' } },
  })
  try {
    const folder = values.data ?? readConfig(processEnvironment()).dataFolder
    process.stdout.write(`${runAccounts(folder, positionals)}\n`)
  } catch (error) {
    const named = [CommandRefused, ConfigError, DataUnusable, JournalUnknown]
    if (!(error instanceof Error) || !named.some((kind) => error instanceof kind)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 2
  }
}

if (import.meta.main) main()
