// The SQL of questions about the history, as PostgreSQL is asked them.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import {
  CamelCasePlugin,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { HistoryStore } from './history-store.ts'
import type { HistoryTables } from './history-tables.ts'

const asked: string[] = []

const db = new Kysely<HistoryTables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (of) => new PostgresIntrospector(of),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
  plugins: [new CamelCasePlugin()],
  log: ({ query }) => void asked.push(query.sql),
})
const store = new HistoryStore(db, new Map())
const account = accountId(1001)
beforeEach(() => void asked.splice(0))

test('a list of nothing matches nothing: PostgreSQL refuses an empty list', async () => {
  const nothing = { rows: [], seq: 0 }
  expect(await store.orderHistory({ account, symbols: [] })).toEqual(nothing)
  expect(await store.executions({ account, kinds: [] })).toEqual(nothing)
  expect(await store.settlements({ kind: 'Delivered', symbols: [] })).toEqual(nothing)
  expect(asked).toEqual([])
  const symbols = ['BTCUSDT', 'ETHUSDT'].map(symbolId)
  await store.orderHistory({ account, statuses: ['Filled'], symbols })
  expect(asked).toEqual([expect.stringMatching(/"status" in \(\$.*symbol IN \(SELECT/)])
})

// An index begins with the symbol; with a list it would be walked once for each.
test('a list of one symbol is compared as one', async () => {
  await store.settlements({ kind: 'Delivered', symbols: [symbolId('BTCUSDT')] })
  expect(asked).toEqual([
    expect.stringMatching(/"account" = \$1 and "kind" = \$2 and "symbol" = \$3/),
  ])
})

// The primary keys of these tables begin with the symbol, and candles are millions.
test('nothing is pruned by a scan of all candles or samples', async () => {
  await store.prune(0)
  expect(asked.filter((text) => /delete from "(candle|open_interest)"/.test(text))).toEqual([])
  expect(asked).toContainEqual(expect.stringMatching(/from "candle" where "symbol" > .* limit/))
})
