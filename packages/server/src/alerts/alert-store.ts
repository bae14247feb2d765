// Alerts on disk, in a file of their own beside the users': durable before anything is answered or
// told.

import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { AlertState, AlertTerms, LevelSide } from '@basis/domain/alerts/alert'
import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import type { AlertRecord, FiringRecord } from '@basis/protocol/alerts/alert'
import { withDataErrors } from '../exchange/disk/data-errors.ts'
import { unknownFormat } from '../exchange/journal.ts'

export type StoredAlert = AlertRecord & { readonly account: AccountId }
export type StoredFiring = FiringRecord & { readonly account: AccountId }

/** How an alert stood at its last look at one of its markets. */
export type AlertSide = {
  readonly side: LevelSide
  /** When it was told last of this market; 0 for never. */
  readonly toldMs: number
}
export type StoredSide = AlertSide & { readonly alertId: number; readonly symbol: string }

export type AlertStore = {
  readonly alerts: () => readonly StoredAlert[]
  readonly looks: () => readonly StoredSide[]
  readonly insert: (alert: Omit<StoredAlert, 'id'>) => StoredAlert
  /** Writes an alert anew; `forget` drops what was seen of its markets. */
  readonly update: (alert: StoredAlert, forget: boolean) => void
  readonly remove: (ids: readonly number[]) => void
  /** Writes a firing with what it made of its alert, in one go; the newest 500 of each account. */
  readonly fire: (
    alert: StoredAlert,
    firing: Omit<StoredFiring, 'id'>,
    look: StoredSide,
  ) => StoredFiring
  readonly saveLooks: (looks: readonly StoredSide[]) => void
  /** Newest first; `before` is the id of the last one that is known. */
  readonly firings: (account: AccountId, before: number, limit: number) => readonly StoredFiring[]
  readonly close: () => void
}

const formatVersion = 1
const firingsKept = 500
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
 * Opens `alerts.sqlite` in the folder. Throws DataUnusable and, for a newer one, JournalUnknown.
 */
export function openAlertStore(folder: string): AlertStore {
  const file = join(folder, 'alerts.sqlite')
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
  const looks = lookQuestions(db)
  const firings = firingQuestions(db)
  return {
    alerts: alerts.all,
    looks: looks.all,
    insert: alerts.insert,
    update: (alert, forget) =>
      together(() => {
        alerts.write(alert)
        if (forget) looks.forget(alert.id)
      }),
    remove: (ids) =>
      together(() => {
        for (const id of ids) {
          alerts.remove(id)
          looks.forget(id)
        }
      }),
    fire: (alert, firing, look) =>
      together(() => {
        alerts.write(alert)
        looks.save(look)
        return firings.add(firing)
      }),
    saveLooks: (list) => together(() => list.forEach(looks.save)),
    firings: firings.page,
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
  const remove = db.prepare('DELETE FROM alerts WHERE id = ?')
  return {
    all: () => select.all().map(alertOf),
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
    remove: (id: number) => void remove.run(id),
  }
}

function lookQuestions(db: DatabaseSync) {
  const select = db.prepare('SELECT * FROM looks')
  const save = db.prepare(
    `INSERT INTO looks (alert, symbol, side, told_ms) VALUES (?, ?, ?, ?)
     ON CONFLICT (alert, symbol) DO UPDATE SET side = excluded.side, told_ms = excluded.told_ms`,
  )
  const forget = db.prepare('DELETE FROM looks WHERE alert = ?')
  return {
    all: () =>
      select.all().map((row) => ({
        alertId: Number(row['alert']),
        symbol: String(row['symbol']),
        side: Number(row['side']) as LevelSide,
        toldMs: Number(row['told_ms']),
      })),
    save: ({ alertId, symbol, side, toldMs }: StoredSide): void =>
      void save.run(alertId, symbol, side, toldMs),
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
      select.all(account, before, limit).map((row) => ({
        ...(JSON.parse(String(row['firing'])) as Omit<FiringRecord, 'id'>),
        account,
        id: Number(row['id']),
      })),
  }
}

const alertOf = (row: Record<string, unknown>): StoredAlert => ({
  id: Number(row['id']),
  account: accountId(Number(row['account'])),
  linkId: String(row['link']),
  terms: JSON.parse(String(row['terms'])) as AlertTerms,
  state: String(row['state']) as AlertState,
  fired: Number(row['fired']),
  lastFiredMs: Number(row['fired_ms']),
  createdMs: Number(row['created_ms']),
  updatedMs: Number(row['updated_ms']),
  updateNo: Number(row['update_no']),
})
