// The operator's control of the market: a higher speed brings more orders, and
// news move all prices within a minute.

import { expect, test } from 'vitest'
import { createInMemoryExchange, play } from '../../testing/in-memory-exchange.ts'
import { listings } from '../instruments/listings.ts'
import { MarketControl } from './market-control.ts'
import { createSimulatedMarket } from './robots.ts'

const startMs = Date.UTC(2026, 10, 23, 9)
const two = listings.filter(({ instrument }) => ['BTCUSDT', 'ETHUSDT'].includes(instrument.symbol))

async function lived(control: MarketControl, durationMs: number) {
  const venue = createInMemoryExchange(two, startMs)
  const { exchange } = venue
  const market = createSimulatedMarket({ exchange, seed: 3, listings: two, control })
  await play(venue, market, { durationMs: 5_000 })
  let orders = 0
  exchange.subscribe(({ events }) => {
    for (const event of events) {
      if (event.kind !== 'OrderPlaced') continue
      if (event.order.timeInForce === 'ImmediateOrCancel') orders += 1
    }
  })
  const indices = () =>
    two.map(({ instrument }) => exchange.views.symbol(instrument.symbol)?.indexE8)
  const before = indices()
  return {
    live: async () => {
      await play(venue, market, { durationMs })
      const moves = indices().map((now, i) => (now ?? 0) / (before[i] ?? 1) - 1)
      const strays = two.map(({ instrument: { symbol, tickSizeE8 } }) => {
        const { lastTicks = 0, indexE8 = 1 } = exchange.views.symbol(symbol) ?? {}
        return (lastTicks * tickSizeE8) / indexE8 - 1
      })
      return { orders, moves, strays }
    },
  }
}

test('at twenty times the speed more than four times as many orders come', async () => {
  const usual = await (await lived(new MarketControl(), 10_000)).live()
  const busy = await (await lived(new MarketControl(20), 10_000)).live()
  // At most three orders come at once, so that the busiest second is not twenty times as busy.
  expect(busy.orders).toBeGreaterThan(4 * usual.orders)
})

test('bad news for all coins lowers every price within a minute, news for one coin moves only that one', async () => {
  const control = new MarketControl()
  const market = await lived(control, 60_000)
  control.bringNews({ jump: -0.8 })
  const all = await market.live()
  for (const move of all.moves) expect(move).toBeLessThan(-0.012)
  expect(control.takeNews()).toEqual([])

  const other = new MarketControl()
  const one = await lived(other, 60_000)
  other.bringNews({ coin: 'ETH', jump: 0.8 })
  const [bitcoin = 0, ether = 0] = (await one.live()).moves
  expect(ether).toBeGreaterThan(0.012)
  expect(Math.abs(bitcoin)).toBeLessThan(0.01)
})

test('at twenty times the speed last prices follow the index after news', async () => {
  const control = new MarketControl(20)
  const market = await lived(control, 15_000)
  control.bringNews({ jump: -0.8 })
  const { strays } = await market.live()
  for (const stray of strays) expect(Math.abs(stray)).toBeLessThan(0.01)
})

test('the same seed and speed give the same market', async () => {
  const ends = [1, 2].map(async () => (await lived(new MarketControl(5), 4_000)).live())
  const [first, second] = await Promise.all(ends)
  expect(first).toEqual(second)
})
