// Users and their sessions: the port and its file adapter, which writes durably before it answers.
// The other adapter is postgres/postgres-users.ts.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { feeLevels, firstFeeLevel, type FeeLevel } from '@basis/domain/instrument/fee-levels'
import { labelOfLevel, proLabel, vipLabel } from '@basis/protocol/account'
import { withDataErrors } from '../exchange/disk/data-errors.ts'
import { unknownFormat } from '../exchange/journal.ts'
import type { Awaitable } from '../postgres/awaitable.ts'
import { guardQuestions, guardSchema, type GuardRows } from './guard-rows.ts'
import { memoryCounts, type GuessCounts } from './guessing.ts'
import { apiKeyQuestions, apiKeySchema, type ApiKeyRows } from './api-key-rows.ts'
import { memoryTokens, type OneTimeTokens } from './one-time-tokens.ts'

/** A user; its account number is also the user's number. */
export type UserRecord = {
  readonly account: number
  /** Absent for a demo trader. */
  readonly name?: string
  readonly password?: string
  readonly isBanned: boolean
  /** Empty if none was given. */
  readonly banReason: string
  /** The account whose invite link this user followed. */
  readonly inviter?: number
  /** The fee level granted by the operator. */
  readonly granted?: FeeLevel
  /** The main account's remark about a sub-account. */
  readonly remark: string
  /** The preferences as JSON. */
  readonly preferences: string
  readonly createdMs: number
}

type SessionRecord = {
  /** SHA-256 of the secret; the secret itself is never stored. */
  readonly hash: Buffer
  readonly account: number
  readonly createdMs: number
  readonly expiresMs: number
}

type NewUser = {
  readonly floor: number
  readonly name?: string
  readonly password?: string
  readonly inviter?: number | undefined
  readonly remark?: string | undefined
  readonly nowMs: number
}

/**
 * The store of users. Both adapters answer synchronously what every request needs; the rest is
 * awaited, and rejects with PeopleUnavailable while a server is unreachable.
 */
export interface Users {
  /** Returns a new user's number: above all earlier ones, and at least `floor`. */
  readonly add: (user: NewUser) => Awaitable<number>
  readonly byAccount: (account: number) => Awaitable<UserRecord | undefined>
  /** Names are compared without regard to case. */
  readonly byName: (name: string) => Awaitable<UserRecord | undefined>
  /**
   * Gives an unnamed user a name and a password; false if the name is taken or the user has one.
   */
  readonly name: (account: number, name: string, password: string) => Awaitable<boolean>
  readonly setPreferences: (account: number, json: string) => Awaitable<void>
  /** Grants or revokes a fee level; false if there is no such account. */
  readonly grantLevel: (account: number, level: FeeLevel | undefined) => Awaitable<boolean>
  /** The granted fee levels; a new map whenever they change, as with `banned`. */
  readonly granted: () => ReadonlyMap<number, FeeLevel>
  /**
   * The banned accounts and the reasons; changes by another process are seen within 100 ms in a
   * file, within a second on a server.
   */
  readonly banned: () => ReadonlyMap<number, string>
  /** Bans, with a reason to display, or unbans; false if there is no such account. */
  readonly setBanned: (account: number, isBanned: boolean, reason?: string) => Awaitable<boolean>
  /** Returns the hashes of the account's oldest sessions, which this one ended: fifty are kept. */
  readonly addSession: (session: SessionRecord) => Awaitable<readonly Buffer[]>
  readonly session: (hash: Buffer) => Awaitable<SessionRecord | undefined>
  readonly endSession: (hash: Buffer) => Awaitable<void>
  readonly endExpired: (nowMs: number) => Awaitable<void>
  /** Called with the hash of each session that another process has ended. */
  readonly onEndedElsewhere: (listener: (hash: Buffer) => void) => void
  /** Records that a device has signed in to an account; the twenty newest are kept. */
  readonly addDevice: (device: {
    readonly hash: Buffer
    readonly account: number
    readonly nowMs: number
  }) => Awaitable<void>
  /** The accounts that a device has signed in to. */
  readonly deviceAccounts: (hash: Buffer) => Awaitable<readonly number[]>
  readonly apiKeys: ApiKeyRows
  readonly guards: GuardRows
  readonly guesses: GuessCounts
  readonly oneTimeTokens: OneTimeTokens
  readonly close: () => Awaitable<void>
}

/** Another user has the name. */
export class UserNameTaken extends Error {
  constructor() {
    super('The user name is taken')
    this.name = 'UserNameTaken'
  }
}

/**
 * 1: users and sessions. 2: devices besides. 3: inviters and labels of users. 4: reasons of bans.
 * 5: API keys. 6: remarks about sub-accounts, and guards against disconnection.
 * An older file gets what it lacks when it is opened.
 */
const formatVersion = 6
/** An operator's command may be writing; its transactions take a few milliseconds. */
const busyTimeoutMs = 1000
/** Checking the file for other writers takes 5 µs, too much for every order. */
const checkEveryMs = 100
const schema = `
  CREATE TABLE IF NOT EXISTS users (
    account INTEGER PRIMARY KEY,
    name TEXT UNIQUE COLLATE NOCASE,
    password TEXT,
    is_banned INTEGER NOT NULL DEFAULT 0,
    preferences TEXT NOT NULL DEFAULT '{}',
    created_ms INTEGER NOT NULL,
    inviter INTEGER,
    label_type INTEGER NOT NULL DEFAULT 0,
    label_level INTEGER NOT NULL DEFAULT 0,
    ban_reason TEXT NOT NULL DEFAULT '',
    remark TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE TABLE IF NOT EXISTS sessions (
    hash BLOB PRIMARY KEY,
    account INTEGER NOT NULL REFERENCES users (account),
    created_ms INTEGER NOT NULL,
    expires_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS devices (
    hash BLOB NOT NULL,
    account INTEGER NOT NULL REFERENCES users (account),
    seen_ms INTEGER NOT NULL,
    PRIMARY KEY (hash, account)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS devices_by_account ON devices (account, seen_ms);
  CREATE INDEX IF NOT EXISTS sessions_by_account ON sessions (account, created_ms);
`

/** Columns that later versions add to an existing users' table. */
const laterColumns = {
  inviter: 'INTEGER',
  label_type: 'INTEGER NOT NULL DEFAULT 0',
  label_level: 'INTEGER NOT NULL DEFAULT 0',
  ban_reason: "TEXT NOT NULL DEFAULT ''",
  remark: "TEXT NOT NULL DEFAULT ''",
} as const

/** Returns the SQL that adds missing columns to an older file; empty for a new file. */
function upgradeOf(db: DatabaseSync): string {
  const columns = db.prepare('PRAGMA table_info(users)').all()
  if (columns.length === 0) return ''
  const names = new Set(columns.map(({ name }) => name))
  return Object.entries(laterColumns)
    .filter(([name]) => !names.has(name))
    .map(([name, type]) => `ALTER TABLE users ADD COLUMN ${name} ${type};`)
    .join(' ')
}

export const usersFile = 'users.sqlite'

type Row = Record<string, unknown>

/**
 * Opens `users.sqlite` in the folder. Throws DataUnusable, or JournalUnknown if it is of a newer
 * version.
 */
export function openUsers(folder: string): Users {
  const file = join(folder, usersFile)
  return withDataErrors(file, () => openFile(file))
}

function openFile(file: string): Users {
  const db = new DatabaseSync(file, { timeout: busyTimeoutMs })
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('PRAGMA synchronous = FULL')
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
  if (version > formatVersion) {
    throw unknownFormat(file, String(version), `up to ${formatVersion}`)
  }
  // One transaction: a process that dies midway leaves the file unchanged.
  const upgrade = upgradeOf(db)
  db.exec(
    `BEGIN IMMEDIATE; ${upgrade} ${schema} ${apiKeySchema} ${guardSchema} PRAGMA user_version = ${formatVersion}; COMMIT`,
  )
  return {
    ...userQuestions(db),
    ...operatorQuestions(db),
    ...sessionQuestions(db),
    ...deviceQuestions(db),
    // Only one process uses the file, and it ends every session itself.
    onEndedElsewhere: () => undefined,
    apiKeys: apiKeyQuestions(db),
    guards: guardQuestions(db),
    guesses: memoryCounts(),
    oneTimeTokens: memoryTokens(),
    close: () => db.close(),
  }
}

type OperatorQuestions = Pick<Users, 'banned' | 'setBanned' | 'granted' | 'grantLevel'>

/** Data that the operator's commands write, possibly in another process. */
function operatorQuestions(db: DatabaseSync): OperatorQuestions {
  const ban = db.prepare('UPDATE users SET is_banned = ?, ban_reason = ? WHERE account = ?')
  const label = db.prepare('UPDATE users SET label_type = ?, label_level = ? WHERE account = ?')
  const selectBanned = db.prepare('SELECT account, ban_reason FROM users WHERE is_banned = 1')
  const selectGranted = db.prepare(
    'SELECT account, label_type, label_level FROM users WHERE label_type <> 0',
  )
  // Changes only when another connection has written.
  const version = db.prepare('PRAGMA data_version')
  let seenVersion: unknown
  let checkedMs = Number.NEGATIVE_INFINITY
  let banned: ReadonlyMap<number, string> = new Map()
  let granted: ReadonlyMap<number, FeeLevel> = new Map()
  const read = (): void => {
    banned = new Map(
      selectBanned.all().map((row) => [Number(row['account']), String(row['ban_reason'])]),
    )
    const levels = selectGranted.all().flatMap((row) => {
      const level = grantedOf(row)
      return level === undefined ? [] : [[Number(row['account']), level] as const]
    })
    granted = new Map(levels)
  }
  const check = (): void => {
    const nowMs = performance.now()
    if (nowMs - checkedMs < checkEveryMs) return
    checkedMs = nowMs
    const found = version.get()?.['data_version']
    if (found !== seenVersion) read()
    seenVersion = found
  }
  return {
    banned() {
      check()
      return banned
    },
    granted() {
      check()
      return granted
    },
    setBanned(account, isBanned, reason = '') {
      const isKnown = ban.run(isBanned ? 1 : 0, isBanned ? reason : '', account).changes === 1
      read()
      return isKnown
    },
    grantLevel(account, level) {
      const { label_type: type, label_level: number } = labelOfLevel(level ?? firstFeeLevel)
      const isKnown = label.run(type, number, account).changes === 1
      read()
      return isKnown
    },
  }
}

/** Files of older versions hold VIP without a level, and PRO up to nine. */
function grantedOf(row: Row): FeeLevel | undefined {
  const [type, number] = [Number(row['label_type']), Number(row['label_level'])]
  if (type === vipLabel) return feeLevels.find((level) => level === `VIP ${Math.max(1, number)}`)
  if (type !== proLabel) return undefined
  return feeLevels.find((level) => level === `PRO ${Math.min(6, number)}`)
}

type UserQuestions = Pick<Users, 'add' | 'byAccount' | 'byName' | 'name' | 'setPreferences'>

function userQuestions(db: DatabaseSync): UserQuestions {
  const insert = db.prepare(
    `INSERT INTO users (account, name, password, inviter, remark, created_ms)
     VALUES (max(:floor, (SELECT coalesce(max(account), 0) + 1 FROM users)), :name, :password, :inviter, :remark, :now)
     RETURNING account`,
  )
  const byAccount = db.prepare('SELECT * FROM users WHERE account = ?')
  const byName = db.prepare('SELECT * FROM users WHERE name = ?')
  const setName = db.prepare(
    'UPDATE users SET name = ?, password = ? WHERE account = ? AND name IS NULL',
  )
  const setPreferences = db.prepare('UPDATE users SET preferences = ? WHERE account = ?')
  return {
    add: ({ floor, name, password, inviter, remark, nowMs }) =>
      refusingTaken(() => {
        const row = insert.get({
          floor,
          name: name ?? null,
          password: password ?? null,
          inviter: inviter ?? null,
          remark: remark ?? '',
          now: nowMs,
        })
        return Number(row?.['account'])
      }),
    byAccount: (account) => userOf(byAccount.get(account)),
    byName: (name) => userOf(byName.get(name)),
    name: (account, name, password) =>
      refusingTaken(() => setName.run(name, password, account).changes === 1),
    setPreferences: (account, json) => void setPreferences.run(json, account),
  }
}

type DeviceQuestions = Pick<Users, 'addDevice' | 'deviceAccounts'>

function deviceQuestions(db: DatabaseSync): DeviceQuestions {
  const insert = db.prepare(
    `INSERT INTO devices (hash, account, seen_ms) VALUES (:hash, :account, :now)
     ON CONFLICT (hash, account) DO UPDATE SET seen_ms = :now`,
  )
  const trim = db.prepare(
    `DELETE FROM devices WHERE account = :account AND hash NOT IN (
       SELECT hash FROM devices WHERE account = :account ORDER BY seen_ms DESC LIMIT 20)`,
  )
  const accounts = db.prepare('SELECT account FROM devices WHERE hash = ?')
  return {
    addDevice({ hash, account, nowMs }) {
      insert.run({ hash, account, now: nowMs })
      trim.run({ account })
    },
    deviceAccounts: (hash) => accounts.all(hash).map((row) => Number(row['account'])),
  }
}

/** Returns the hash in a column of bytes. */
export const hashIn = (column: unknown): Buffer =>
  Buffer.from(column instanceof Uint8Array ? column : [])

type SessionQuestions = Pick<Users, 'addSession' | 'session' | 'endSession' | 'endExpired'>

function sessionQuestions(db: DatabaseSync): SessionQuestions {
  const insert = db.prepare(
    'INSERT INTO sessions (hash, account, created_ms, expires_ms) VALUES (?, ?, ?, ?)',
  )
  // Forgotten sessions must not accumulate: above fifty the oldest are removed.
  const trim = db.prepare(
    `DELETE FROM sessions WHERE account = :account AND hash NOT IN (
       SELECT hash FROM sessions WHERE account = :account ORDER BY created_ms DESC LIMIT 50)
     RETURNING hash`,
  )
  const find = db.prepare('SELECT * FROM sessions WHERE hash = ?')
  const remove = db.prepare('DELETE FROM sessions WHERE hash = ?')
  const removeExpired = db.prepare('DELETE FROM sessions WHERE expires_ms <= ?')
  return {
    addSession({ hash, account, createdMs, expiresMs }) {
      insert.run(hash, account, createdMs, expiresMs)
      return trim.all({ account }).map(({ hash: ended }) => hashIn(ended))
    },
    session(hash) {
      const row = find.get(hash)
      if (row === undefined) return undefined
      return {
        hash,
        account: Number(row['account']),
        createdMs: Number(row['created_ms']),
        expiresMs: Number(row['expires_ms']),
      }
    },
    endSession: (hash) => void remove.run(hash),
    endExpired: (nowMs) => void removeExpired.run(nowMs),
  }
}

/** Converts a row of the users' table of either adapter. */
export function userOf(row: Row | undefined): UserRecord | undefined {
  if (row === undefined) return undefined
  const { name, password, inviter } = row
  const granted = grantedOf(row)
  return {
    account: Number(row['account']),
    ...(typeof name === 'string' ? { name } : {}),
    ...(typeof password === 'string' ? { password } : {}),
    isBanned: row['is_banned'] === 1,
    banReason: String(row['ban_reason']),
    ...(typeof inviter === 'number' ? { inviter } : {}),
    ...(granted === undefined ? {} : { granted }),
    remark: String(row['remark']),
    preferences: String(row['preferences']),
    createdMs: Number(row['created_ms']),
  }
}

function refusingTaken<Result>(act: () => Result): Result {
  try {
    return act()
  } catch (error) {
    if (error instanceof Error && /UNIQUE constraint failed: users\.name/.test(error.message)) {
      throw new UserNameTaken()
    }
    throw error
  }
}
