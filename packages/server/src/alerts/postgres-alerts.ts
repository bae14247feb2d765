// Alerts on PostgreSQL, which all gateways check: the first to write a firing reports it, and the
// others are notified.

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import type { Ask, Row } from '../postgres/postgres-pool.ts'
import type { SharedDatabase } from '../postgres/shared-database.ts'
import {
  alertOf,
  firingOf,
  firingsKept,
  storedSideOf,
  type AlertDecision,
  type AlertNow,
  type AlertStore,
  type StoredAlert,
  type StoredFiring,
  type StoredSide,
} from './alert-store.ts'

/** Opens the alerts of a server; changes must not be read before this has resolved. */
export async function openPostgresAlerts(database: SharedDatabase): Promise<AlertStore> {
  const alerts = (await database.ask('SELECT * FROM people.alerts ORDER BY id')).map(alertOf)
  const sides = (await database.ask('SELECT * FROM people.alert_looks')).map(storedSideOf)
  return {
    alerts: () => alerts,
    sides: () => sides,
    insert: (made) => insertAlert(database, made),
    change: (id, decide, symbol) => changeAlert(database, { id, decide, symbol }),
    remove: (account, ids) =>
      database.together(async (ask) => {
        const rows = await ask(
          'DELETE FROM people.alerts WHERE account = $1 AND id = ANY($2) RETURNING id',
          [account, ids],
        )
        const removed = rows.map((row) => Number(row['id']))
        for (const id of removed) await database.notify(ask, changeOf(account, id))
        return removed
      }),
    saveSides: async (list) => void (await writeSides((...asked) => database.ask(...asked), list)),
    async firings(account, before, limit) {
      const rows = await database.ask(
        `SELECT * FROM people.alert_firings WHERE account = $1 AND id < $2
         ORDER BY id DESC LIMIT $3`,
        [account, before, limit],
      )
      return rows.map(firingOf)
    },
    onChangedElsewhere: (listener) =>
      database.on('alert', async (subject) => {
        const [account = 0, id = 0, firing = 0] = subject.split(' ').map(Number)
        const [row] = await database.ask('SELECT * FROM people.alerts WHERE id = $1', [id])
        const sql = 'SELECT * FROM people.alert_firings WHERE id = $1'
        const [last] = firing === 0 ? [] : await database.ask(sql, [firing])
        listener({
          account: accountId(account),
          id,
          alert: row === undefined ? undefined : alertOf(row),
          firing: last === undefined ? undefined : firingOf(last),
        })
      }),
    // The database is closed by its opener.
    close: () => undefined,
  }
}

const changeOf = (account: AccountId, id: number, firing = 0) =>
  ({ kind: 'alert', subject: `${account} ${id} ${firing}` }) as const

function insertAlert(database: SharedDatabase, made: Omit<StoredAlert, 'id'>): Promise<AlertNow> {
  const { account, linkId, terms, state, fired, lastFiredMs } = made
  const { createdMs, updatedMs, updateNo } = made
  return database.together(async (ask) => {
    const [row] = await ask(
      `INSERT INTO people.alerts (account, link, terms, state, fired, fired_ms, created_ms,
         updated_ms, update_no) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
       ON CONFLICT (account, link) WHERE link <> '' DO NOTHING RETURNING *`,
      [
        account,
        linkId,
        JSON.stringify(terms),
        state,
        fired,
        lastFiredMs,
        createdMs,
        updatedMs,
        updateNo,
      ],
    )
    if (row !== undefined) {
      const alert = alertOf(row)
      await database.notify(ask, changeOf(account, alert.id))
      return { alert, isWritten: true }
    }
    const [known] = await ask('SELECT * FROM people.alerts WHERE account = $1 AND link = $2', [
      account,
      linkId,
    ])
    if (known === undefined) throw new Error('An alert was removed while it was made again')
    return { alert: alertOf(known), isWritten: false }
  })
}

type Asked = {
  readonly id: number
  readonly decide: AlertDecision
  readonly symbol: string | undefined
}

function changeAlert(
  database: SharedDatabase,
  { id, decide, symbol }: Asked,
): Promise<AlertNow | undefined> {
  return database.together(async (ask) => {
    const [row] = await ask('SELECT * FROM people.alerts WHERE id = $1 FOR UPDATE', [id])
    if (row === undefined) return undefined
    const before = alertOf(row)
    const [side] =
      symbol === undefined
        ? []
        : await ask('SELECT * FROM people.alert_looks WHERE alert = $1 AND symbol = $2', [
            id,
            symbol,
          ])
    const writing = decide(before, side === undefined ? 0 : storedSideOf(side).firedMs)
    if (writing === undefined) return { alert: before, isWritten: false }
    const { alert, forget = false, firedFor } = writing
    const { account, terms, state, fired, lastFiredMs, updatedMs, updateNo } = alert
    await ask(
      `UPDATE people.alerts SET terms = $2, state = $3, fired = $4, fired_ms = $5,
         updated_ms = $6, update_no = $7 WHERE id = $1`,
      [id, JSON.stringify(terms), state, fired, lastFiredMs, updatedMs, updateNo],
    )
    if (forget) await ask('DELETE FROM people.alert_looks WHERE alert = $1', [id])
    const firing = firedFor === undefined ? undefined : await writeFiring(ask, firedFor.firing)
    if (firedFor !== undefined) await writeSides(ask, [firedFor.side])
    await database.notify(ask, changeOf(account, id, firing?.id))
    return { alert, isWritten: true, ...(firing !== undefined && { firing }) }
  })
}

async function writeFiring(
  ask: Ask,
  { account, ...firing }: Omit<StoredFiring, 'id'>,
): Promise<StoredFiring> {
  const [row] = await ask(
    'INSERT INTO people.alert_firings (account, firing) VALUES ($1, $2) RETURNING *',
    [account, JSON.stringify(firing)],
  )
  await ask(
    `DELETE FROM people.alert_firings WHERE account = $1 AND id <= (
       SELECT id FROM people.alert_firings WHERE account = $1
       ORDER BY id DESC OFFSET ${firingsKept} LIMIT 1)`,
    [account],
  )
  if (row === undefined) throw new Error('PostgreSQL returned no row for a firing')
  return firingOf(row)
}

/** Several gateways write their checks; the time of the last firing never decreases. */
const writeSides = (
  ask: (sql: string, values: readonly unknown[]) => Promise<readonly Row[]>,
  sides: readonly StoredSide[],
): Promise<readonly Row[]> =>
  ask(
    `INSERT INTO people.alert_looks AS known (alert, symbol, side, told_ms)
     SELECT seen.* FROM unnest($1::bigint[], $2::text[], $3::int[], $4::bigint[])
       AS seen (alert, symbol, side, told_ms)
     WHERE EXISTS (SELECT 1 FROM people.alerts a WHERE a.id = seen.alert)
     ORDER BY alert, symbol
     ON CONFLICT (alert, symbol) DO UPDATE
       SET side = excluded.side, told_ms = greatest(known.told_ms, excluded.told_ms)`,
    [
      sides.map(({ alertId }) => alertId),
      sides.map(({ symbol }) => symbol),
      sides.map(({ side }) => side),
      sides.map(({ firedMs }) => firedMs),
    ],
  )
