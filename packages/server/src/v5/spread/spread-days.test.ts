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
