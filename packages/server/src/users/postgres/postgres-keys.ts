// API keys and disconnection protection on PostgreSQL: mirrored by each gateway, which is notified
// of others' changes.

import { apiKeyRowOf, apiKeyValues, type ApiKeyRows } from '../api-key-rows.ts'
import type { GuardRows } from '../guard-rows.ts'
import type { PeopleDatabase } from './people-database.ts'

/** A process not seen for this long no longer protects anything. */
const lostAfter = `interval '15 seconds'`

export async function postgresApiKeys(database: PeopleDatabase): Promise<ApiKeyRows> {
  const rows = await database.ask('SELECT * FROM people.api_keys ORDER BY id')
  const all = rows.map(apiKeyRowOf)
  return {
    all: () => all,
    async add(row) {
      const { key, account, createdMs, publicKey, sealed, isRsa } = row
      const { note, readOnly, permissions, networks, expires } = apiKeyValues(row)
      const [made] = await database.write(
        `INSERT INTO people.api_keys (key, account, note, is_read_only, permissions, networks,
           expires_ms, created_ms, is_rsa, public_key, sealed)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
        Object.values({
          key,
          account,
          note,
          readOnly,
          permissions,
          networks,
          expires,
          createdMs,
          isRsa: isRsa ? 1 : 0,
          publicKey,
          sealed,
        }),
        { kind: 'apiKey', subject: key },
      )
      return Number(made?.['id'])
    },
    async change(key, terms) {
      const { note, readOnly, permissions, networks, expires } = apiKeyValues(terms)
      await database.write(
        `UPDATE people.api_keys SET note = $2, is_read_only = $3, permissions = $4,
           networks = $5, expires_ms = $6 WHERE key = $1`,
        [key, note, readOnly, permissions, networks, expires],
        { kind: 'apiKey', subject: key },
      )
    },
    async remove(key) {
      const change = { kind: 'apiKey', subject: key } as const
      await database.write('DELETE FROM people.api_keys WHERE key = $1', [key], change)
    },
    onChangedElsewhere: (listener) =>
      database.on('apiKey', async (key) => {
        const [row] = await database.ask('SELECT * FROM people.api_keys WHERE key = $1', [key])
        listener(key, row === undefined ? undefined : apiKeyRowOf(row))
      }),
  }
}

export async function postgresGuards(database: PeopleDatabase): Promise<GuardRows> {
  const rows = await database.ask(
    `SELECT s.account, s.product, s.seconds, g.process IS NOT NULL AS is_guarded
     FROM people.disconnect_guards s LEFT JOIN people.guarding g
       ON g.account = s.account AND g.product = s.product AND g.process = $1`,
    [database.process],
  )
  const all = rows.map((row) => ({
    account: Number(row['account']),
    product: String(row['product']),
    seconds: Number(row['seconds']),
    isGuarded: row['is_guarded'] === true,
  }))
  return {
    all: () => all,
    async put({ account, product, seconds, isGuarded }) {
      const subject = `${account} ${product}`
      if (seconds !== undefined) {
        await database.write(
          `INSERT INTO people.disconnect_guards VALUES ($1, $2, $3)
           ON CONFLICT (account, product) DO UPDATE SET seconds = $3`,
          [account, product, seconds],
          { kind: 'guard', subject },
        )
      }
      await database.ask(
        isGuarded
          ? 'INSERT INTO people.guarding VALUES ($1, $2, $3) ON CONFLICT DO NOTHING'
          : 'DELETE FROM people.guarding WHERE process = $1 AND account = $2 AND product = $3',
        [database.process, account, product],
      )
    },
    async isGuardedElsewhere(account, product) {
      const found = await database.ask(
        `SELECT 1 FROM people.guarding g JOIN people.processes p ON p.name = g.process
         WHERE g.account = $1 AND g.product = $2 AND g.process <> $3
           AND p.seen_at > now() - ${lostAfter} LIMIT 1`,
        [account, product, database.process],
      )
      return found.length > 0
    },
    onSetElsewhere: (listener) =>
      database.on('guard', async (subject) => {
        const [account = '', product = ''] = subject.split(' ')
        const [row] = await database.ask(
          'SELECT seconds FROM people.disconnect_guards WHERE account = $1 AND product = $2',
          [Number(account), product],
        )
        if (row === undefined) return
        listener({ account: Number(account), product, seconds: Number(row['seconds']) })
      }),
    onOrphaned: (listener) =>
      database.sweep(async () => {
        // Exactly one process takes over each row, and keeps it until the timeout has passed.
        const left = await database.ask(
          `WITH gone AS (
             DELETE FROM people.guarding g USING people.processes p
             WHERE p.name = g.process AND g.process <> $1 AND p.seen_at < now() - ${lostAfter}
             RETURNING g.account, g.product
           ) INSERT INTO people.guarding SELECT $1, account, product FROM gone
             ON CONFLICT DO NOTHING RETURNING account, product`,
          [database.process],
        )
        for (const row of left) listener(Number(row['account']), String(row['product']))
      }),
  }
}
