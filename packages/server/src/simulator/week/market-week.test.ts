// The events of a week: one maintenance and one shock, of small coins, given by the seed.

import { expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { createInMemoryExchange, play } from '../../../testing/in-memory-exchange.ts'
import { listings } from '../../instruments/listings.ts'
import { coinProfile } from '../coin-profiles.ts'
import { weekOf } from '../../instruments/weeks.ts'
import { createSimulatedMarket } from '../robots.ts'
import { MarketWeek } from './market-week.ts'

const weekMs = 7 * 86_400_000
const mondayMs = Date.UTC(2026, 10, 23)
const week = new MarketWeek(1, listings)
const weeks = Array.from({ length: 30 }, (_, k) => mondayMs + k * weekMs)

test('each week has one minute of maintenance, on its Wednesday', () => {
  const minutes = (startMs: number): (readonly [at: number, coin: string])[] =>
    Array.from({ length: 7 * 1440 }, (_, k) => startMs + k * 60_000).flatMap((at) => {
      const coin = week.maintained(at + 30_000)
      return coin === undefined ? [] : [[at, coin] as const]
    })
  for (const startMs of weeks.slice(0, 4)) {
    const found = minutes(startMs)
    expect(found).toHaveLength(1)
    const [[at, coin] = [0, '']] = found
    expect(new Date(at).getUTCDay()).toBe(3)
    expect(coinProfile(coin).dailyTurnover).toBeLessThan(100e6)
    expect([week.maintained(at - 1), week.maintained(at + 60_000)]).toEqual([undefined, undefined])
  }
})

test('each week has one shock, returned once, of varying small coins and larger than their own jumps', () => {
  const shocks = weeks.map((startMs) => {
    const shock = week.shockOf(weekOf(startMs))
    if (shock === undefined) throw new Error('no shock')
    expect(weekOf(shock.timeMs)).toBe(weekOf(startMs))
    expect(week.shock(shock.timeMs - 1, shock.timeMs)).toEqual(shock)
    expect(week.shock(shock.timeMs, shock.timeMs + 250)).toBeUndefined()
    expect(week.shock(shock.timeMs - 500, shock.timeMs - 1)).toBeUndefined()
    return shock
  })
  expect(shocks.every(({ jump }) => Math.abs(jump) > 1)).toBe(true)
  // Small: with a perpetual whose usual turnover is below 100 million USDT a day.
  expect(coinProfile('BTC').dailyTurnover).toBeGreaterThan(100e6)
  const perpetuals = listings.filter(({ instrument }) => {
    return instrument.contractType === 'LinearPerpetual' && instrument.status === 'Trading'
  })
  for (const { coin } of shocks) {
    expect(coinProfile(coin).dailyTurnover).toBeLessThan(100e6)
    expect(perpetuals.map((listing) => listing.coin)).toContain(coin)
  }
  expect(new Set(shocks.map(({ coin }) => coin)).size).toBeGreaterThan(10)
  const again = new MarketWeek(1, listings)
  expect(again.shockOf(weekOf(mondayMs))).toEqual(shocks[0])
  expect(new MarketWeek(2, listings).shockOf(weekOf(mondayMs))).not.toEqual(shocks[0])
})

test.each([42, 1])('best bids follow the index through the shock of seed %i', async (seed) => {
  const shock = new MarketWeek(seed, listings).shockOf(weekOf(mondayMs))
  if (shock === undefined || shock.jump > 0) throw new Error('Nothing falls in this week')
  const perpetuals = listings.filter(
    ({ coin, instrument }) =>
      [shock.coin, 'BTC'].includes(coin) && instrument.contractType === 'LinearPerpetual',
  )
  const symbol = symbolId(`${shock.coin}USDT`)
  const venue = createInMemoryExchange(perpetuals, shock.timeMs - 60_000)
  const market = createSimulatedMarket({ exchange: venue.exchange, seed, listings: perpetuals })
  await play(venue, market, { durationMs: 65_000 })
  const aboveIndex: number[] = []
  const observe = (): void => {
    const view = venue.exchange.views.symbol(symbol)
    if (view === undefined) throw new Error('not listed')
    const bidE8 = view.bestBidTicks * view.instrument.tickSizeE8
    aboveIndex.push(bidE8 / view.indexE8 - 1)
  }
  await play(venue, market, { durationMs: 13_000, observe })
  market.stop()
  // From five seconds on, when the price limits have followed, no bid is far above the index.
  expect(Math.max(...aboveIndex)).toBeLessThan(0.005)
  // Contracts fall by more than their coin.
  expect(Math.min(...aboveIndex)).toBeLessThan(-0.005)
})
