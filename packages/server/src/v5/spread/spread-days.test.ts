// The last 24 hours of a combination: when the history is down for a moment, and how many trades
// are kept.

import type { Exchange } from '../../exchange/exchange.ts'
import type { ExchangeListener } from '../../exchange/replica.ts'
import { HistoryUnavailable, type ReadModel } from '../../read-model/read-model.ts'
import { dayMs } from '@basis/domain/instrument/candle'
import { symbolId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { spreadTicks, type Combination } from '@basis/domain/spread/combination'
import { expect, test, vi } from 'vitest'
import { addTrade, spreadDayOf, type SpreadTrade } from './spread-days.ts'

test('trades that could not be read are read again, and a trade meanwhile is no failure', async () => {
  const symbol = symbolId('BTCUSDT_BTC/USDT')
  const listeners: ExchangeListener[] = []
  const exchange = {
    subscribe: (listener: ExchangeListener) => void listeners.push(listener),
    lastTimeMs: () => 0,
  } as unknown as Exchange
  const settlements = vi.fn().mockRejectedValueOnce(new HistoryUnavailable('a test'))
  settlements.mockResolvedValue({ rows: [], seq: 0 })
  const parts = { exchange, readModel: { settlements } as unknown as ReadModel }
  const combination = { symbol, lotSizeE8: 1_000_000 } as Combination
  const first = spreadDayOf(parts, combination)
  const event = { kind: 'SpreadTraded', symbol } as never
  for (const listener of listeners) listener({ seq: 1, timeMs: 1, events: [event] })
  await expect(first).rejects.toThrow(HistoryUnavailable)
  await expect(spreadDayOf(parts, combination)).resolves.toMatchObject({ prevPrice24h: '' })
})

test('of a combination that nobody asks for again, no more trades are kept than about a day of them', () => {
  const kept: SpreadTrade[] = []
  const perDay = 1440
  for (let k = 1; k <= 10 * perDay; k += 1) {
    const at = { tradeId: k, timeMs: (k * dayMs) / perDay }
    addTrade(kept, { ...at, priceTicks: spreadTicks(k), qtyLots: qtyLots(1) })
    // A trade that was read from the history may be told again.
    addTrade(kept, { ...at, priceTicks: spreadTicks(k), qtyLots: qtyLots(1) })
  }
  expect(kept.length).toBeLessThanOrEqual(2 * perDay)
  expect(kept.slice(-perDay).map(({ tradeId }) => tradeId)).toEqual(
    Array.from({ length: perDay }, (_, k) => 9 * perDay + k + 1),
  )
})

test('the highest and the lowest price of a day take one look at each trade', async () => {
  const symbol = symbolId('BTCUSDT_BTC/USDT')
  const trades = 2000
  let reads = 0
  const price = (ticks: number) => ({
    valueOf() {
      reads += 1
      return ticks
    },
  })
  // All prices from -1000 to 999, in no order.
  const rows = Array.from({ length: trades }, (_, k) => ({
    event: { tradeId: trades - k, priceTicks: price(((k * 773) % trades) - 1000), qtyLots: 1 },
    timeMs: 1,
  }))
  const exchange = { subscribe: () => undefined, lastTimeMs: () => 1 } as unknown as Exchange
  const settlements = () => Promise.resolve({ rows, seq: 0 })
  const parts = { exchange, readModel: { settlements } as unknown as ReadModel }
  const scales = { tickSizeE8: 100_000_000, lotSizeE8: 100_000_000 }
  const combination = { symbol, ...scales } as Combination
  expect(await spreadDayOf(parts, combination)).toMatchObject({
    highPrice24h: '999',
    lowPrice24h: '-1000',
    volume24h: String(trades),
  })
  expect(reads).toBeLessThan(10 * trades)
})
