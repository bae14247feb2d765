// One-time tokens and counts of failed guesses on PostgreSQL, shared by all gateways (reliability
// S2, S17).

import type { CountChange, GuessCount, GuessCounts } from '../guessing.ts'
import { tokenHash, type OneTimeTokens } from '../one-time-tokens.ts'
import type { PeopleDatabase } from './people-database.ts'

/** Tokens live for ten seconds by the gateways' clocks, counts for a quarter of an hour. */
const sweptTokensMs = 60_000
const sweptGuessesMs = 16 * 60_000

export function postgresTokens(database: PeopleDatabase): OneTimeTokens {
  database.sweep(async () => {
    await database.ask(
      `DELETE FROM people.one_time_tokens
       WHERE expires_ms < extract(epoch FROM now()) * 1000 - ${sweptTokensMs}`,
    )
  })
  return {
    async keep(token, { account, sessionKey }, expiresMs) {
      await database.ask('INSERT INTO people.one_time_tokens VALUES ($1, $2, $3, $4)', [
        tokenHash(token),
        account,
        sessionKey,
        expiresMs,
      ])
    },
    async take(token, nowMs) {
      const [row] = await database.ask(
        'DELETE FROM people.one_time_tokens WHERE hash = $1 RETURNING *',
        [tokenHash(token)],
      )
      if (row === undefined || Number(row['expires_ms']) <= nowMs) return undefined
      return { account: Number(row['account']), sessionKey: String(row['session_key']) }
    },
    async dropOf(sessionKey) {
      await database.ask('DELETE FROM people.one_time_tokens WHERE session_key = $1', [sessionKey])
    },
  }
}

export function postgresCounts(database: PeopleDatabase): GuessCounts {
  database.sweep(async () => {
    await database.ask(
      `DELETE FROM people.guesses
       WHERE last_ms < extract(epoch FROM now()) * 1000 - ${sweptGuessesMs}`,
    )
  })
  return {
    change: <Result>(
      keys: readonly string[],
      decide: (counts: readonly (GuessCount | undefined)[]) => CountChange<Result>,
    ) =>
      database.together(async (ask) => {
        // Locked in a fixed order, so that two gateways cannot deadlock.
        await ask(
          `SELECT pg_advisory_xact_lock(lock) FROM (
             SELECT DISTINCT hashtextextended(key, 15) AS lock FROM unnest($1::text[]) AS key
             ORDER BY lock) AS locks`,
          [keys],
        )
        const rows = await ask('SELECT * FROM people.guesses WHERE key = ANY($1)', [keys])
        const found = new Map(
          rows.map((row) => [
            String(row['key']),
            { failures: Number(row['failures']), lastMs: Number(row['last_ms']) },
          ]),
        )
        const { result, counts } = decide(keys.map((key) => found.get(key)))
        if (counts === undefined) return result
        await ask('DELETE FROM people.guesses WHERE key = ANY($1)', [keys])
        const kept = keys.flatMap((key, k) => {
          const count = counts[k]
          return count === undefined ? [] : [{ key, ...count }]
        })
        await ask(
          `INSERT INTO people.guesses SELECT * FROM unnest($1::text[], $2::int[], $3::bigint[])`,
          [
            kept.map(({ key }) => key),
            kept.map(({ failures }) => failures),
            kept.map(({ lastMs }) => lastMs),
          ],
        )
        return result
      }),
  }
}
