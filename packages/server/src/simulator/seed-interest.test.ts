// Three years of seeded open interest, long shares and liquidations before the start: as large and
// variable as the population's, continuous with its beginning.

import { bucketAfter } from '@basis/domain/instrument/candle'
import { expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { createInMemoryExchange, play } from '../../testing/in-memory-exchange.ts'
import { listingsAt } from '../instruments/listings.ts'
import { AccountRatio } from '../read-model/positioning/account-ratio.ts'
import { createPricePath } from './price-path.ts'
import { median } from '../../../../checks/bench/median.ts'
import { dailyTurnoverOf, medianTurnoverOf } from './robots/liquidity.ts'
import { populationOf } from './robots/members.ts'
import { createSimulatedMarket } from './robots.ts'

const startMs = Date.UTC(2026, 10, 23, 9, 30)
const listings = listingsAt(startMs)

function past(name: string, seed = 1, listed = listings) {
  const listing = listings.find(({ instrument }) => instrument.symbol === name)
  if (listing === undefined) throw new Error(`${name} is not listed`)
  const { tickSizeE8, lotSizeE8, symbol, launchMs, deliveryMs } = listing.instrument
  const path = createPricePath({
    seed,
    symbol,
    tickSizeE8,
    lotSizeE8,
    coin: listing.coin,
    startPriceTicks: listing.startPriceTicks,
    simulationStartMs: startMs,
    dailyTurnover: dailyTurnoverOf(listing),
    population: populationOf(listing, seed, listed),
    kind: listing.instrument.kind,
    ...(deliveryMs !== undefined && { deliveryMs }),
    ...(launchMs !== undefined && { listedMs: launchMs }),
  })
  const price = (listing.startPriceTicks * tickSizeE8) / 1e8
  const lotValue = (lotSizeE8 / 1e8) * (listing.instrument.kind === 'Inverse' ? 1 : price)
  return { path, lotValue, listing, turnover: dailyTurnoverOf(listing) }
}
const { path, lotValue, listing } = past('BTCUSDT')
const hours = path.openInterest({ resolution: '60', limit: 1_000 })

test('hourly samples are consecutive and end with the last whole hour before the start', () => {
  expect(hours.at(-1)?.timeMs).toBe(Date.UTC(2026, 10, 23, 9))
  hours.slice(1).forEach(({ timeMs }, i) => {
    expect(timeMs).toBe(bucketAfter('60', hours[i]?.timeMs ?? 0, 1))
  })
  expect(path.openInterest({ resolution: '1D', limit: 1_000 }).length).toBeGreaterThan(950)
})

test('open interest ends at 35 to 60 % of the median daily turnover, as the population begins', () => {
  const values = path
    .candles({ resolution: '1D', limit: 1_000 })
    .map((day) => Number(day.turnover) / 1e8)
  const middle = median(values)
  const last = (hours.at(-1)?.lots ?? 0) * lotValue
  expect(last / middle).toBeGreaterThan(0.35)
  expect(last / middle).toBeLessThan(0.6)
  // The median turnover that robots use is near the one of the past.
  expect(medianTurnoverOf(listing) / middle).toBeGreaterThan(0.75)
  expect(medianTurnoverOf(listing) / middle).toBeLessThan(1.33)
})

test('open interest moves by one to three percent in the median hour, and the worst hour loses 5 to 25 %', () => {
  const changes = hours.slice(1).map(({ lots }, i) => Math.abs(lots / (hours[i]?.lots ?? 1) - 1))
  // The usual hour, as `market-facts` has it of the live market.
  const usual = median(changes)
  expect(usual).toBeGreaterThan(0.01)
  expect(usual).toBeLessThan(0.03)
  const year = path.openInterest({ resolution: '60', limit: 8_760 })
  const worst = Math.min(...year.slice(1).map(({ lots }, i) => lots / (year[i]?.lots ?? 1) - 1))
  expect(worst).toBeLessThan(-0.05)
  expect(worst).toBeGreaterThan(-0.25)
})

test('seeded open interest and long share end where those of the exchange begin', async () => {
  const names = ['BTCUSDT', 'ETHUSDT', 'SOLUSDT', 'ATOMUSDT', 'BTCUSD']
  const few = listings.filter(({ instrument }) => names.includes(instrument.symbol))
  const venue = createInMemoryExchange(few, startMs)
  const plans = few.map(({ instrument, startPriceTicks, ...each }) => {
    const population = populationOf({ instrument, startPriceTicks, ...each }, 1, few)
    return { ...instrument, startPriceTicks, population }
  })
  const ratio = new AccountRatio(plans)
  venue.exchange.subscribe((batch) => ratio.apply(batch))
  const market = createSimulatedMarket({ exchange: venue.exchange, seed: 1, listings: few })
  await play(venue, market, { durationMs: 1_000 })
  const steps = names.map((name) => {
    const { path: before, lotValue: lotBefore } = past(name, 1, few)
    const { lots: ended, longE6 } = before.openInterest({ resolution: '5', limit: 1 })[0] ?? {
      lots: 0,
      longE6: 0,
    }
    const view = venue.exchange.views.symbol(symbolId(name))
    if (view === undefined) throw new Error(`${name} is not listed`)
    const { kind, lotSizeE8 } = view.instrument
    const isInverse = kind === 'Inverse'
    const begins = (view.openInterestLots * lotSizeE8 * (isInverse ? 1e8 : view.indexE8)) / 1e16
    const value = ended * (isInverse ? lotSizeE8 / 1e8 : lotBefore)
    const share = Math.abs(longE6 - (ratio.longE6(name) ?? 0)) / 1e6
    return { interest: Math.abs(value / begins - 1), share }
  })
  expect(Math.max(...steps.map(({ interest }) => interest))).toBeLessThan(0.03)
  expect(Math.max(...steps.map(({ share }) => share))).toBeLessThan(0.01)
})

test('the long share varies around a half', () => {
  const shares = hours.map(({ longE6 }) => longE6 / 1e6)
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  expect(mean).toBeGreaterThan(0.42)
  expect(mean).toBeLessThan(0.58)
  expect(Math.min(...shares)).toBeGreaterThan(0.2)
  expect(Math.max(...shares)).toBeLessThan(0.8)
  expect(Math.max(...shares) - Math.min(...shares)).toBeGreaterThan(0.1)
})

test('more longs are liquidated when the price falls, and five-minute sums add up to their hour', () => {
  const falls = path.liquidations({ resolution: '60', limit: 500 })
  const candles = new Map(
    path.candles({ resolution: '60', limit: 1_000 }).map((candle) => [candle.startMs, candle]),
  )
  const clear = falls.filter(({ startMs: at }) => {
    const { open = 1, close = 1 } = candles.get(at) ?? {}
    return Math.abs(close / open - 1) > 0.006
  })
  expect(clear.length).toBeGreaterThan(5)
  for (const { startMs: at, longLots, shortLots } of clear) {
    const { open = 0, close = 0 } = candles.get(at) ?? {}
    expect(longLots > shortLots).toBe(close < open)
  }
  const whole = falls.at(-2)
  const fromMs = whole?.startMs ?? 0
  const parts = path.liquidations({ resolution: '5', fromMs, toMs: fromMs + 3_600_000, limit: 12 })
  const sum = parts.reduce((lots, part) => lots + part.longLots, 0)
  expect(parts).toHaveLength(12)
  expect(Math.abs(sum - (whole?.longLots ?? 0))).toBeLessThanOrEqual(12)
})

test.each([
  // Of the mean day, of which the median one is 0.55: 35 to 60 % of that.
  ['BTCPERP', 900, [0.19, 0.33]],
  ['BTCUSD', 900, [0.19, 0.33]],
  ['BTCUSDT-26MAR27', 30, [0.1, 1.3]],
  ['BTCUSDZ26', 100, [0.5, 1.3]],
] as const)(
  'the seeded open interest of %s has at least %i days, in the unit of the contract',
  (name, days, [least, most]) => {
    const market = past(name)
    const daily = market.path.openInterest({ resolution: '1D', limit: 1_000 })
    expect(daily.length).toBeGreaterThan(days)
    const held = ((daily.at(-1)?.lots ?? 0) * market.lotValue) / market.turnover
    expect(held).toBeGreaterThan(least)
    expect(held).toBeLessThan(most)
    const falls = market.path.liquidations({ resolution: '1D', limit: 30 })
    const lots = falls.reduce((sum, { longLots, shortLots }) => sum + longLots + shortLots, 0)
    expect(lots).toBeGreaterThan(0)
    // The value is in coins if the contract settles in them, and then far below the lots.
    const value = falls.reduce(
      (sum, { longValueE4, shortValueE4 }) => sum + longValueE4 + shortValueE4,
      0,
    )
    const price = (lots * market.lotValue) / (value / 1e4)
    if (name.startsWith('BTCUSDZ') || name === 'BTCUSD') expect(price).toBeGreaterThan(1_000)
    else expect(price).toBeCloseTo(1, 0)
  },
)

test('open interest of a future grows from its listing', () => {
  const { path: future } = past('BTCUSDT-26MAR27')
  const daily = future.openInterest({ resolution: '1D', limit: 1_000 })
  expect(daily[0]?.lots).toBeLessThan((daily.at(-1)?.lots ?? 0) / 2)
})

test('the same seed gives the same open interest; a pair without a population has none', () => {
  const few = { resolution: '60', limit: 20 } as const
  expect(past('BTCUSDT').path.openInterest(few)).toEqual(path.openInterest(few))
  expect(past('BTCUSDT', 2).path.openInterest(few)).not.toEqual(path.openInterest(few))
  const pair = past('BTC/USDT').path
  expect([pair.openInterest(few), pair.liquidations(few)]).toEqual([[], []])
})
