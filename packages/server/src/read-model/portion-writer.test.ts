// Rows of current states, such as a trader's volume of a day: a later portion replaces them whole,
// everything else is added.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { symbolId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import { afterAll, afterEach, beforeEach, describe, expect, test } from 'vitest'
import { historyPlaces, nothingHappened } from '../../testing/history-stores.ts'
import { openHistoryStore, type HistoryStore } from './history-store.ts'
import type { HistoryPortion } from './portion-writer.ts'
import { openPostgresHistory } from './postgres/postgres-history.ts'

const minuteMs = 60_000
const nowMs = Date.UTC(2026, 10, 23, 12, 7)
const startMs = nowMs - 7 * minuteMs

/** One row of each table; no two columns of a row have the same value. */
function portion(seq: number): HistoryPortion {
  const at = (figure: number): number => 100 * figure + seq
  const prices = { open: at(1), high: at(4), low: at(2), close: at(3) }
  const candle = {
    startMs,
    ...prices,
    volumeLots: at(5),
    turnover: amount(BigInt(at(6)) * 10n ** 8n),
  }
  const liquidation = { seq, place: 0, timeMs: nowMs - seq, symbol: 'BTCUSDT', side: 'Buy' }
  return {
    ...nothingHappened,
    seq,
    timeMs: nowMs,
    candles: [{ symbol: 'BTCUSDT', source: 'last', stepMin: 1, candle }],
    openInterest: [{ symbol: 'BTCUSDT', startMs, lots: at(7), endsHour: 1, longE6: at(8) }],
    liquidations: [{ ...liquidation, qtyLots: at(9), priceE8: at(10), valueE4: at(11) }],
    volumes: [{ account: 7, startMs, spot: `${at(12)}`, derivatives: `${at(13)}` }],
    costs: [
      { account: 7, coin: 'ETH', qty: `${at(14)}`, cost: `${at(15)}`, realised: `${at(16)}` },
    ],
    createdPrices: [{ orderId: 31, lastTicks: at(17), hasEnded: 0 }],
    equity: [
      { account: 7, timeMs: startMs, stepMin: 5, equity: `${at(18)}`, putIn: '1', growth: '2' },
    ],
  }
}

describe.each(historyPlaces)('in $name', (tried) => {
  let folder = ''
  let store: HistoryStore
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'basis-portions-'))
    const file = join(folder, 'history.db')
    const base = { seq: 0, timeMs: 0 }
    const options = { file, journalId: 'j', lastSeq: 9, base, simulationStartMs: 0 }
    const server = await tried.prepare()
    const opened =
      server === undefined
        ? await openHistoryStore(options, new Map())
        : await openPostgresHistory(server, options, new Map())
    store = opened.store
  })
  afterEach(async () => {
    await store.close()
    rmSync(folder, { recursive: true, force: true })
  })
  afterAll(() => tried.stop())

  test('a state is replaced in every column by the later portion', async () => {
    for (const seq of [1, 2]) await store.write(portion(seq))
    const { volumes, costs, createdPrices, equities } = await store.start()
    const openInterest = await store.openInterest.newest('BTCUSDT')
    const { candles, ...last } = portion(2)
    expect({ volumes, costs, createdPrices, openInterest }).toEqual({
      volumes: last.volumes,
      costs: last.costs,
      createdPrices: last.createdPrices,
      openInterest: last.openInterest,
    })
    expect(equities).toEqual(last.equity)
    const question = { symbol: symbolId('BTCUSDT'), source: 'last', resolution: '1' } as const
    const [stored] = await store.candles.candles({
      ...question,
      fromMs: startMs,
      toMs: startMs + minuteMs,
      limit: 1,
      nowMs,
    })
    expect(stored).toEqual(candles[0]?.candle)
  })

  test('of two rows of one state in a portion the later one remains', async () => {
    const [first, second] = [portion(1), portion(2)]
    await store.write({ ...second, volumes: [...first.volumes, ...second.volumes] })
    expect((await store.start()).volumes).toEqual(second.volumes)
  })

  test('a liquidation is added to the earlier ones', async () => {
    for (const seq of [1, 2]) await store.write(portion(seq))
    expect((await store.start()).liquidations).toEqual([
      ...portion(1).liquidations,
      ...portion(2).liquidations,
    ])
  })
})
