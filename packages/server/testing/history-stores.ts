// History stores for tests that run on each: a file, and a real PostgreSQL if one can be started.

import { PostgresPool } from '../src/postgres/postgres-pool.ts'
import { tablesVersion } from '../src/read-model/history-tables.ts'
import type { HistoryServer } from '../src/read-model/postgres/postgres-history.ts'
import type { HistoryPortion } from '../src/read-model/portion-writer.ts'
import { lazyPostgres } from './postgres-server.ts'
import { foundPostgres } from './user-stores.ts'

/** An empty portion; tests override what they are about. */
export const nothingHappened = {
  events: [],
  candles: [],
  openInterest: [],
  liquidations: [],
  volumes: [],
  costs: [],
  createdPrices: [],
  equity: [],
} as const satisfies Omit<HistoryPortion, 'seq' | 'timeMs'>

export type HistoryPlace = {
  readonly name: string
  /** Returns the emptied server to write to; undefined for a file in the data folder. */
  readonly prepare: () => Promise<HistoryServer | undefined>
  readonly stop: () => Promise<void>
}

export const historyFile: HistoryPlace = {
  name: 'a file',
  prepare: async () => undefined,
  stop: async () => undefined,
}

export const historyPlaces: readonly HistoryPlace[] = [
  historyFile,
  ...foundPostgres().map((programs) => onPostgres(programs)),
]

function onPostgres(programs: string): HistoryPlace {
  const server = lazyPostgres(programs)
  return {
    name: 'PostgreSQL',
    prepare: async () => {
      const url = await server.url()
      await clearHistory(url)
      return { url, isWriter: true }
    },
    stop: server.stop,
  }
}

export async function clearHistory(url: string): Promise<void> {
  const pool = new PostgresPool(url, { name: 'clearing', most: 1 })
  await pool.ask(`DROP SCHEMA IF EXISTS history_${tablesVersion} CASCADE`)
  await pool.close()
}
