// The trades of a combination's topic when the history fails for a moment, or answers late.

import { symbolId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import type { Exchange } from '../exchange/exchange.ts'
import { listings } from '../instruments/listings.ts'
import { HistoryUnavailable, type ReadModel } from '../read-model/read-model.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { createInMemoryExchange } from '../../testing/in-memory-exchange.ts'
import type { PushSources } from './channel.ts'
import { spreadFeed } from './spread-feeds.ts'

const symbol = symbolId('BTCUSDT_BTC/USDT')
const legs = ['BTCUSDT', 'BTC/USDT']
const { exchange } = createInMemoryExchange(
  listings.filter(({ instrument }) => legs.includes(instrument.symbol)),
  Date.UTC(2026, 10, 23),
)
const settlements = vi.fn()
/** The quantity traded so far: the feed asks for the trades when it has grown. */
let tradedLots = qtyLots(0)

const { views } = exchange
const market: typeof views.spreads.market = (name) => {
  const view = views.spreads.market(name)
  return view && { ...view, tradedLots }
}
const sources = {
  exchange: { ...exchange, views: { ...views, spreads: { ...views.spreads, market } } } as Exchange,
  readModel: { settlements } as unknown as ReadModel,
} as PushSources

const pageOf = (...ids: readonly number[]) => ({
  rows: ids.map((tradeId) => ({
    symbol,
    timeMs: tradeId,
    event: { tradeId, symbol, priceTicks: 1, qtyLots: 1, takerSide: 'Buy' },
  })),
  seq: 0,
})
const turn = () => new Promise((resolve) => setImmediate(resolve))

function begun() {
  const feed = spreadFeed(sources, symbol)
  if (feed === undefined) throw new Error('no combination')
  const idsNow = async (): Promise<readonly string[]> => {
    feed.changes()
    await turn()
    const state = feed.snapshot() as { readonly trades: readonly { readonly execId: string }[] }
    await turn()
    return state.trades.map(({ execId }) => execId)
  }
  return idsNow
}

beforeEach(() => {
  tradedLots = qtyLots(0)
  settlements.mockReset()
})

test('trades that could not be read are read again, without another trade', async () => {
  settlements.mockRejectedValueOnce(new HistoryUnavailable('a test'))
  settlements.mockResolvedValue(pageOf(7))
  const idsNow = begun()
  await idsNow()
  expect(await idsNow()).toEqual(['7'])
})

test('a late answer does not replace a newer one', async () => {
  const late = Promise.withResolvers()
  settlements.mockReturnValueOnce(late.promise)
  settlements.mockResolvedValue(pageOf(8, 7))
  const idsNow = begun()
  await idsNow()
  tradedLots = qtyLots(1)
  await idsNow()
  late.resolve(pageOf(7))
  await turn()
  await idsNow()
  expect(await idsNow()).toEqual(['8', '7'])
})

test('the history is asked once while nothing is traded', async () => {
  settlements.mockResolvedValue(pageOf())
  const idsNow = begun()
  await idsNow()
  await idsNow()
  expect(settlements).toHaveBeenCalledTimes(1)
})
