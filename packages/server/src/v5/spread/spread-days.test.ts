// The last 24 hours of a combination when the history is down for a moment.

import type { Exchange } from '../../exchange/exchange.ts'
import type { ExchangeListener } from '../../exchange/replica.ts'
import { HistoryUnavailable, type ReadModel } from '../../read-model/read-model.ts'
import { symbolId } from '@basis/domain/numbers/brand'
import type { Combination } from '@basis/domain/spread/combination'
import { expect, test, vi } from 'vitest'
import { spreadDayOf } from './spread-days.ts'

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
