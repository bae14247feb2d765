// Users and their sessions on PostgreSQL, shared by all gateways. Each gateway mirrors bans, fee
// levels and API keys, so that requests need not wait for them.

import { firstFeeLevel, type FeeLevel } from '@basis/domain/instrument/fee-levels'
import { labelOfLevel } from '@basis/protocol/account'
import { DatabaseError } from 'pg'
import { hashIn, userOf, UserNameTaken, type Users } from '../users.ts'
import { PeopleDatabase, type PeopleOptions } from './people-database.ts'
import { postgresCounts, postgresTokens } from './postgres-counts.ts'
import { postgresApiKeys, postgresGuards } from './postgres-keys.ts'

/**
 * Opens the users of a server and what is stored with them. Throws PostgresUnavailable,
 * DataUnusable for another exchange's, and JournalUnknown for a newer version's.
 */
export async function openPostgresUsers(
  url: string,
  options: PeopleOptions,
  openOthers: (database: PeopleDatabase) => Promise<void> = async () => undefined,
): Promise<Users> {
  const database = await PeopleDatabase.open(url, options)
  try {
    const users: Users = {
      ...userQuestions(database),
      ...(await operatorQuestions(database)),
      ...sessionQuestions(database),
      ...deviceQuestions(database),
      apiKeys: await postgresApiKeys(database),
      guards: await postgresGuards(database),
      guesses: postgresCounts(database),
      oneTimeTokens: postgresTokens(database),
      close: () => database.close(),
    }
    await openOthers(database)
    database.start()
    return users
  } catch (error) {
    await database.close()
    throw error
  }
}

type OperatorQuestions = Pick<Users, 'banned' | 'setBanned' | 'granted' | 'grantLevel'>

async function operatorQuestions(database: PeopleDatabase): Promise<OperatorQuestions> {
  let banned: ReadonlyMap<number, string> = new Map()
  let granted: ReadonlyMap<number, FeeLevel> = new Map()
  const take = (rows: readonly Record<string, unknown>[]): void => {
    const [bans, levels] = [new Map(banned), new Map(granted)]
    for (const row of rows) {
      const user = userOf(row)
      if (user === undefined) continue
      if (user.isBanned) bans.set(user.account, user.banReason)
      else bans.delete(user.account)
      if (user.granted === undefined) levels.delete(user.account)
      else levels.set(user.account, user.granted)
    }
    banned = bans
    granted = levels
  }
  take(await database.ask('SELECT * FROM people.users WHERE is_banned = 1 OR label_type <> 0'))
  database.on('user', async (subject) => {
    take(await database.ask('SELECT * FROM people.users WHERE account = $1', [Number(subject)]))
  })
  const write = async (sql: string, values: readonly [number, ...unknown[]]) => {
    const change = { kind: 'user', subject: String(values[0]) } as const
    const rows = await database.write(sql, values, change)
    take(rows)
    return rows.length === 1
  }
  return {
    banned: () => banned,
    granted: () => granted,
    setBanned: (account, isBanned, reason = '') =>
      write('UPDATE people.users SET is_banned = $2, ban_reason = $3 WHERE account = $1', [
        account,
        isBanned ? 1 : 0,
        isBanned ? reason : '',
      ]),
    grantLevel: (account, level) => {
      const { label_type: type, label_level: number } = labelOfLevel(level ?? firstFeeLevel)
      return write('UPDATE people.users SET label_type = $2, label_level = $3 WHERE account = $1', [
        account,
        type,
        number,
      ])
    },
  }
}

type UserQuestions = Pick<Users, 'add' | 'byAccount' | 'byName' | 'name' | 'setPreferences'>

function userQuestions(database: PeopleDatabase): UserQuestions {
  return {
    // One statement, so that a taken name does not use up a number.
    add: ({ floor, name, password, inviter, remark, nowMs }) =>
      refusingTaken(async () => {
        const [row] = await database.ask(
          `WITH turn AS (
             UPDATE people.counters SET value = greatest(value + 1, $1) WHERE name = 'account'
             RETURNING value
           ) INSERT INTO people.users (account, name, password, inviter, remark, created_ms)
             SELECT value, $2, $3, $4, $5, $6 FROM turn RETURNING account`,
          [floor, name ?? null, password ?? null, inviter ?? null, remark ?? '', nowMs],
        )
        return Number(row?.['account'])
      }),
    byAccount: async (account) =>
      userOf((await database.ask('SELECT * FROM people.users WHERE account = $1', [account]))[0]),
    byName: async (name) =>
      userOf(
        (await database.ask('SELECT * FROM people.users WHERE lower(name) = lower($1)', [name]))[0],
      ),
    name: (account, name, password) =>
      refusingTaken(async () => {
        const rows = await database.ask(
          `UPDATE people.users SET name = $2, password = $3
           WHERE account = $1 AND name IS NULL RETURNING account`,
          [account, name, password],
        )
        return rows.length === 1
      }),
    setPreferences: async (account, json) => {
      await database.ask('UPDATE people.users SET preferences = $2 WHERE account = $1', [
        account,
        json,
      ])
    },
  }
}

type DeviceQuestions = Pick<Users, 'addDevice' | 'deviceAccounts'>

const deviceQuestions = (database: PeopleDatabase): DeviceQuestions => ({
  addDevice: ({ hash, account, nowMs }) =>
    database.together(async (ask) => {
      await ask(
        `INSERT INTO people.devices VALUES ($1, $2, $3)
         ON CONFLICT (hash, account) DO UPDATE SET seen_ms = $3`,
        [hash, account, nowMs],
      )
      await ask(
        `DELETE FROM people.devices WHERE account = $1 AND hash NOT IN (
           SELECT hash FROM people.devices WHERE account = $1 ORDER BY seen_ms DESC LIMIT 20)`,
        [account],
      )
    }),
  deviceAccounts: async (hash) =>
    (await database.ask('SELECT account FROM people.devices WHERE hash = $1', [hash])).map((row) =>
      Number(row['account']),
    ),
})

type SessionQuestions = Pick<
  Users,
  'addSession' | 'session' | 'endSession' | 'endExpired' | 'onEndedElsewhere'
>

/** The change that notifies other processes of an ended session. */
const endingOf = (hash: Buffer) =>
  ({ kind: 'session', subject: hash.toString('base64url') }) as const

function sessionQuestions(database: PeopleDatabase): SessionQuestions {
  return {
    addSession: ({ hash, account, createdMs, expiresMs }) =>
      database.together(async (ask) => {
        await ask('INSERT INTO people.sessions VALUES ($1, $2, $3, $4)', [
          hash,
          account,
          createdMs,
          expiresMs,
        ])
        const ended = await ask(
          `DELETE FROM people.sessions WHERE account = $1 AND hash NOT IN (
             SELECT hash FROM people.sessions WHERE account = $1
             ORDER BY created_ms DESC LIMIT 50)
           RETURNING hash`,
          [account],
        )
        const hashes = ended.map(({ hash: old }) => hashIn(old))
        for (const old of hashes) await database.notify(ask, endingOf(old))
        return hashes
      }),
    async session(hash) {
      const sql = 'SELECT * FROM people.sessions WHERE hash = $1'
      const [row] = await database.ask(sql, [hash])
      if (row === undefined) return undefined
      return {
        hash,
        account: Number(row['account']),
        createdMs: Number(row['created_ms']),
        expiresMs: Number(row['expires_ms']),
      }
    },
    async endSession(hash) {
      await database.write('DELETE FROM people.sessions WHERE hash = $1', [hash], endingOf(hash))
    },
    async endExpired(nowMs) {
      await database.ask('DELETE FROM people.sessions WHERE expires_ms <= $1', [nowMs])
    },
    onEndedElsewhere: (listener) =>
      database.on('session', (subject) => listener(Buffer.from(subject, 'base64url'))),
  }
}

async function refusingTaken<Result>(act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (error instanceof DatabaseError && error.constraint === 'users_by_name') {
      throw new UserNameTaken()
    }
    throw error
  }
}
