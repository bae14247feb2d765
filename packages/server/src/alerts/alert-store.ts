// The store of alerts, durable before anything is answered or reported; here in a file of its own
// beside the users'.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import {
  alertOperators,
  type AlertState,
  type AlertTerms,
  type LevelSide,
} from '@basis/domain/alerts/alert'
import { marketFigures } from '@basis/domain/alerts/figures'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import type { AlertRecord, FiringRecord } from '@basis/protocol/alerts/alert'
import type { Awaitable } from '../postgres/awaitable.ts'
import { withDataErrors } from '../exchange/disk/data-errors.ts'
import { unknownFormat } from '../exchange/journal.ts'
import {
  inRow,
  listOf,
  number,
  oneOf,
  optional,
  record,
  storedJson,
  text,
} from '../stored/stored-json.ts'

export type StoredAlert = AlertRecord & { readonly account: AccountId }
export type StoredFiring = FiringRecord & { readonly account: AccountId }

/** An alert's side of its level at its last check of a market. */
export type AlertSide = {
  readonly side: LevelSide
  /** When it last fired for this market; 0 for never. */
  readonly firedMs: number
}
export type StoredSide = AlertSide & { readonly alertId: number; readonly symbol: string }

/** A change of an alert: its new state or terms, and possibly a firing. */
export type AlertWriting = {
  readonly alert: StoredAlert
  /** Drops its stored sides. */
  readonly forget?: boolean
  readonly firedFor?: { readonly firing: Omit<StoredFiring, 'id'>; readonly side: StoredSide }
}

/** Returns what to write, if anything; `firedMs` is when it last fired for the market. */
export type AlertDecision = (alert: StoredAlert, firedMs: number) => AlertWriting | undefined

/** An alert's current state, and whether the call has written it. */
export type AlertNow = {
  readonly alert: StoredAlert
  readonly isWritten: boolean
  readonly firing?: StoredFiring
}

/** A change of an alert by another process; `alert` is undefined if it was removed. */
export type AlertElsewhere = {
  readonly account: AccountId
  readonly id: number
  readonly alert: StoredAlert | undefined
  readonly firing: StoredFiring | undefined
}

export type AlertStore = {
  /** The alerts at the time when the store was opened. */
  readonly alerts: () => readonly StoredAlert[]
  readonly sides: () => readonly StoredSide[]
  /** Adds an alert; if its link id is in use, returns that alert without writing. */
  readonly insert: (alert: Omit<StoredAlert, 'id'>) => Awaitable<AlertNow>
  /**
   * Changes an alert atomically; undefined if it does not exist. Of the firings the newest 500 of
   * each account are kept.
   */
  readonly change: (
    id: number,
    decide: AlertDecision,
    symbol?: string,
  ) => Awaitable<AlertNow | undefined>
  /** Removes alerts of an account; returns those that existed. */
  readonly remove: (account: AccountId, ids: readonly number[]) => Awaitable<readonly number[]>
  readonly saveSides: (sides: readonly StoredSide[]) => Awaitable<void>
  /** Newest first; `before` is the id of the last known one. */
  readonly firings: (
    account: AccountId,
    before: number,
    limit: number,
  ) => Awaitable<readonly StoredFiring[]>
  /** Called with other processes' changes once they are durable. */
  readonly onChangedElsewhere: (listener: (change: AlertElsewhere) => void) => void
  readonly close: () => void
}

/** Number of firings kept per account. */
export const firingsKept = 500

/** The file, and for each of its tables the name of the users' database for it. */
export const alertsFile = 'alerts.sqlite'
export const alertTables = { alerts: 'alerts', looks: 'alert_looks', firings: 'alert_firings' }

const formatVersion = 1
const schema = `
  CREATE TABLE IF NOT EXISTS alerts (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL,
    link TEXT NOT NULL,
    terms TEXT NOT NULL,
    state TEXT NOT NULL,
    fired INTEGER NOT NULL,
    fired_ms INTEGER NOT NULL,
    created_ms INTEGER NOT NULL,
    updated_ms INTEGER NOT NULL,
    update_no INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS looks (
    alert INTEGER NOT NULL,
    symbol TEXT NOT NULL,
    side INTEGER NOT NULL,
    told_ms INTEGER NOT NULL,
    PRIMARY KEY (alert, symbol)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS firings (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    account INTEGER NOT NULL,
    firing TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS firings_by_account ON firings (account, id);
`

/**
 * Opens `alerts.sqlite` in the folder. Throws DataUnusable, RowDamaged, or JournalUnknown if it is
 * newer.
 */
export function openAlertStore(folder: string): AlertStore {
  const file = join(folder, alertsFile)
  return withDataErrors(file, () => openFile(file))
}

function openFile(file: string): AlertStore {
  const db = new DatabaseSync(file)
  db.exec('PRAGMA journal_mode = WAL')
  db.exec('PRAGMA synchronous = FULL')
  const version = Number(db.prepare('PRAGMA user_version').get()?.['user_version'] ?? 0)
  if (version > formatVersion) throw unknownFormat(file, String(version), `up to ${formatVersion}`)
  db.exec(`BEGIN IMMEDIATE; ${schema} PRAGMA user_version = ${formatVersion}; COMMIT`)
  const together = <Result>(act: () => Result): Result => {
    db.exec('BEGIN IMMEDIATE')
    try {
      const result = act()
      db.exec('COMMIT')
      return result
    } catch (error) {
      db.exec('ROLLBACK')
      throw error
    }
  }
  const alerts = alertQuestions(db)
  const sides = sideQuestions(db)
  const firings = firingQuestions(db)
  return {
    alerts: alerts.all,
    sides: sides.all,
    insert: (made) =>
      together(() => {
        const known = made.linkId === '' ? undefined : alerts.byLink(made.account, made.linkId)
        if (known !== undefined) return { alert: known, isWritten: false }
        return { alert: alerts.insert(made), isWritten: true }
      }),
    change: (id, decide, symbol) =>
      together(() => {
        const before = alerts.byId(id)
        if (before === undefined) return undefined
        const firedMs = symbol === undefined ? 0 : sides.firedMs(id, symbol)
        const writing = decide(before, firedMs)
        if (writing === undefined) return { alert: before, isWritten: false }
        const { alert, forget = false, firedFor } = writing
        alerts.write(alert)
        if (forget) sides.forget(id)
        if (firedFor === undefined) return { alert, isWritten: true }
        sides.save(firedFor.side)
        return { alert, isWritten: true, firing: firings.add(firedFor.firing) }
      }),
    remove: (account, ids) =>
      together(() =>
        ids.filter((id) => {
          sides.forget(id)
          return alerts.remove(account, id)
        }),
      ),
    saveSides: (list) => together(() => list.forEach(sides.save)),
    firings: firings.page,
    onChangedElsewhere: () => undefined,
    close: () => db.close(),
  }
}

function alertQuestions(db: DatabaseSync) {
  const select = db.prepare('SELECT * FROM alerts ORDER BY id')
  const insert = db.prepare(
    `INSERT INTO alerts (account, link, terms, state, fired, fired_ms, created_ms, updated_ms, update_no)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id`,
  )
  const update = db.prepare(
    `UPDATE alerts SET terms = ?, state = ?, fired = ?, fired_ms = ?, updated_ms = ?, update_no = ?
     WHERE id = ?`,
  )
  const remove = db.prepare('DELETE FROM alerts WHERE account = ? AND id = ?')
  const byId = db.prepare('SELECT * FROM alerts WHERE id = ?')
  const byLink = db.prepare('SELECT * FROM alerts WHERE account = ? AND link = ? ORDER BY id')
  const found = (row: Record<string, unknown> | undefined): StoredAlert | undefined =>
    row === undefined ? undefined : alertOf(row)
  return {
    all: () => select.all().map(alertOf),
    byId: (id: number) => found(byId.get(id)),
    byLink: (account: AccountId, link: string) => found(byLink.get(account, link)),
    insert: (made: Omit<StoredAlert, 'id'>): StoredAlert => {
      const { account, linkId, terms, state, fired, lastFiredMs } = made
      const text = JSON.stringify(terms)
      const { createdMs, updatedMs, updateNo } = made
      const times = [createdMs, updatedMs, updateNo] as const
      const row = insert.get(account, linkId, text, state, fired, lastFiredMs, ...times)
      return { ...made, id: Number(row?.['id']) }
    },
    write: ({ id, terms, state, fired, lastFiredMs, updatedMs, updateNo }: StoredAlert) =>
      void update.run(JSON.stringify(terms), state, fired, lastFiredMs, updatedMs, updateNo, id),
    remove: (account: AccountId, id: number) => Number(remove.run(account, id).changes) > 0,
  }
}

function sideQuestions(db: DatabaseSync) {
  const select = db.prepare('SELECT * FROM looks')
  const save = db.prepare(
    `INSERT INTO looks (alert, symbol, side, told_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (alert, symbol) DO UPDATE SET side = excluded.side, told_ms = excluded.told_ms`,
  )
  const forget = db.prepare('DELETE FROM looks WHERE alert = ?')
  const lastFired = db.prepare('SELECT told_ms FROM looks WHERE alert = ? AND symbol = ?')
  return {
    all: () => select.all().map(storedSideOf),
    firedMs: (alert: number, symbol: string) =>
      Number(lastFired.get(alert, symbol)?.['told_ms'] ?? 0),
    save: ({ alertId, symbol, side, firedMs }: StoredSide): void =>
      void save.run(alertId, symbol, side, firedMs),
    forget: (alertId: number) => void forget.run(alertId),
  }
}

function firingQuestions(db: DatabaseSync) {
  const insert = db.prepare('INSERT INTO firings (account, firing) VALUES (?, ?) RETURNING id')
  const trim = db.prepare(
    `DELETE FROM firings WHERE account = :account AND id NOT IN (
       SELECT id FROM firings WHERE account = :account ORDER BY id DESC LIMIT ${firingsKept})`,
  )
  const select = db.prepare(
    'SELECT * FROM firings WHERE account = ? AND id < ? ORDER BY id DESC LIMIT ?',
  )
  return {
    add: ({ account, ...firing }: Omit<StoredFiring, 'id'>): StoredFiring => {
      const row = insert.get(account, JSON.stringify(firing))
      trim.run({ account })
      return { ...firing, account, id: Number(row?.['id']) }
    },
    page: (account: AccountId, before: number, limit: number): readonly StoredFiring[] =>
      select.all(account, before, limit).map(firingOf),
  }
}

const termsShape = record<AlertTerms>({
  symbols: listOf(text),
  figure: oneOf(marketFigures),
  operator: oneOf(alertOperators),
  level: number,
  coolDownSec: optional(number),
  expiresMs: optional(number),
  note: text,
})

const firingShape = record<Omit<FiringRecord, 'id'>>({
  alertId: number,
  symbol: text,
  figure: oneOf(marketFigures),
  operator: oneOf(alertOperators),
  level: number,
  value: number,
  note: text,
  timeMs: number,
})

/** Converts a row of a firing; both stores have the same columns. Throws RowDamaged. */
export const firingOf = (row: Record<string, unknown>): StoredFiring =>
  inRow('firings', Number(row['id']), () => ({
    ...storedJson('firing', row['firing'], firingShape),
    account: accountId(Number(row['account'])),
    id: Number(row['id']),
  }))

export const storedSideOf = (row: Record<string, unknown>): StoredSide => ({
  alertId: Number(row['alert']),
  symbol: String(row['symbol']),
  side: Number(row['side']) as LevelSide,
  firedMs: Number(row['told_ms']),
})

/** Converts a row of an alert; both stores have the same columns. Throws RowDamaged. */
export const alertOf = (row: Record<string, unknown>): StoredAlert =>
  inRow('alerts', Number(row['id']), () => ({
    id: Number(row['id']),
    account: accountId(Number(row['account'])),
    linkId: String(row['link']),
    terms: storedJson('terms', row['terms'], termsShape),
    state: String(row['state']) as AlertState,
    fired: Number(row['fired']),
    lastFiredMs: Number(row['fired_ms']),
    createdMs: Number(row['created_ms']),
    updatedMs: Number(row['updated_ms']),
    updateNo: Number(row['update_no']),
  }))
