// The live index: determinism, continuity over restarts, and the statistics of its prices.

import { describe, expect, test } from 'vitest'
import { indexPrice } from '@basis/domain/pricing/index-price'
import { proofLength } from '../../../../checks/proof-length.ts'
import { createIndexProcess, type IndexedCoin, type IndexUpdate } from './prices.ts'

const startMs = Date.UTC(2026, 10, 23, 14)
const coins: readonly IndexedCoin[] = [
  { coin: 'BTC', priceE8: 65_000e8, tickSizeE8: 1e7 },
  { coin: 'ETH', priceE8: 2_500e8, tickSizeE8: 1e6 },
  { coin: 'SOL', priceE8: 140e8, tickSizeE8: 1e6 },
  { coin: 'DOGE', priceE8: 0.2e8, tickSizeE8: 1e3 },
]

/** Walks the given number of steps and returns each coin's prices, one row a coin. */
function walk(options: {
  seed: number
  steps: number
  dtMs: number
  from?: readonly IndexedCoin[]
}) {
  const process = createIndexProcess({ seed: options.seed, coins: options.from ?? coins })
  const rows: IndexUpdate[][] = coins.map(() => [])
  for (let i = 1; i <= options.steps; i += 1) {
    process
      .next(startMs + i * options.dtMs, options.dtMs)
      .forEach((update, coin) => rows[coin]?.push(update))
  }
  return { process, rows }
}

let day: IndexUpdate[][] | undefined

/** A day of seconds, a quarter of one in the short form, walked once for all tests that use it. */
const walkedDay = (): IndexUpdate[][] =>
  (day ??= walk({ seed: 8, steps: proofLength(86_400, 21_600), dtMs: 1000 }).rows)

/** NaN if one of the values is not a number, so that no bound holds. */
const highest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), 0)

function logReturns(row: readonly IndexUpdate[]): number[] {
  return row.slice(1).map((each, i) => Math.log(each.priceE8 / (row[i]?.priceE8 ?? Number.NaN)))
}

function correlation(a: readonly number[], b: readonly number[]): number {
  let [ab, aa, bb] = [0, 0, 0]
  a.forEach((value, i) => {
    const other = b[i] ?? 0
    ab += value * other
    aa += value * value
    bb += other * other
  })
  return ab / Math.sqrt(aa * bb)
}

describe('the index process', () => {
  test('the price has moved by most of the news within a minute, and some of its seconds move back', () => {
    const shares = Array.from({ length: 12 }, (_, seed) => {
      const process = createIndexProcess({ seed, coins })
      process.hit(-0.9)
      const prices = Array.from(
        { length: 60 * 4 },
        (_each, k) => process.next(startMs + (k + 1) * 250, 250)[0]?.priceE8 ?? 0,
      )
      // News of 1 is 4.5 % for bitcoin; of this 0.9, at least four fifths have moved the price.
      expect((prices.at(-1) ?? 0) / 65_000e8).toBeLessThan(1 - 0.8 * 0.9 * 0.045)
      const seconds = Array.from({ length: 30 }, (_each, k) => prices[k * 4] ?? 0)
      return seconds.filter((price, k) => price > (seconds[k - 1] ?? Infinity)).length / 29
    })
    const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
    expect(mean).toBeGreaterThan(0.15)
    expect(mean).toBeLessThan(0.4)
  })

  test('the same seed and steps give the same prices, another seed gives others', () => {
    const prices = (seed: number): number[][] =>
      walk({ seed, steps: 400, dtMs: 250 }).rows.map((row) => row.map((each) => each.priceE8))
    expect(prices(1)).toEqual(prices(1))
    expect(prices(1)).not.toEqual(prices(2))
  })

  test('the prices of a coin do not depend on the other listed coins', () => {
    const oneCoin = createIndexProcess({ seed: 1, coins: coins.slice(2, 3) })
    const { rows } = walk({ seed: 1, steps: 50, dtMs: 250 })
    for (let i = 1; i <= 50; i += 1) {
      expect(oneCoin.next(startMs + i * 250, 250)[0]).toEqual(rows[2]?.[i - 1])
    }
  })

  test('the process begins at the given prices', () => {
    const { rows } = walk({ seed: 3, steps: 1, dtMs: 1 })
    rows.forEach((row, i) => {
      const { priceE8 = 0, tickSizeE8 = 1 } = coins[i] ?? {}
      const stepE8 = Math.abs((row[0]?.priceE8 ?? 0) - priceE8)
      expect(stepE8).toBeLessThanOrEqual(Math.max(tickSizeE8, priceE8 * 0.00002))
    })
  })

  test('a process restarted from its prices stays close to one that never stopped', () => {
    const { process } = walk({ seed: 4, steps: 2000, dtMs: 250 })
    const kept = process.current()
    const again = createIndexProcess({
      seed: 4,
      coins: coins.map((coin, i) => ({
        ...coin,
        anchorE8: coin.priceE8,
        priceE8: kept[i]?.priceE8 ?? 0,
      })),
    })
    for (let i = 2001; i <= 3000; i += 1) {
      const timeMs = startMs + i * 250
      const expected = process.next(timeMs, 250)
      again.next(timeMs, 250).forEach((update, coin) => {
        const wanted = expected[coin]?.priceE8 ?? 0
        expect(Math.abs(update.priceE8 / wanted - 1)).toBeLessThan(0.0005)
      })
    }
  })

  test('prices are positive safe integers on the tick grid, also with huge steps', () => {
    const process = createIndexProcess({ seed: 5, coins })
    let timeMs = startMs
    for (const dtMs of [1, 250, 1000, 60_000, 3_600_000, 86_400_000, 30 * 86_400_000]) {
      for (let i = 0; i < 40; i += 1) {
        timeMs += dtMs
        process.next(timeMs, dtMs).forEach(({ priceE8 }, coin) => {
          expect(Number.isSafeInteger(priceE8) && priceE8 > 0).toBe(true)
          expect(priceE8 % (coins[coin]?.tickSizeE8 ?? 1)).toBe(0)
        })
      }
    }
  })

  test('prices stay between 1 % and 100 times the anchor over years', () => {
    for (let seed = 0; seed < proofLength(10, 3); seed += 1) {
      const { rows } = walk({ seed, steps: 3000, dtMs: 8 * 3_600_000 })
      rows.forEach((row, i) => {
        const anchorE8 = coins[i]?.priceE8 ?? 0
        const isFar = ({ priceE8 }: IndexUpdate): boolean =>
          !(priceE8 > anchorE8 / 100 && priceE8 < anchorE8 * 100)
        expect(row.find(isFar)).toBeUndefined()
      })
    }
  })
})

describe('the venues of the index', () => {
  test('each coin has five venues, and the index is computed from them', () => {
    const { rows } = walk({ seed: 6, steps: 200, dtMs: 250 })
    rows.forEach((row, coin) => {
      const tickSizeE8 = coins[coin]?.tickSizeE8 ?? 1
      row.forEach(({ sources, priceE8, healthySources }, i) => {
        expect(sources).toHaveLength(5)
        expect(healthySources).toBeGreaterThanOrEqual(3)
        const exactE8 = indexPrice(sources, startMs + (i + 1) * 250)?.priceE8 ?? 0
        expect(Math.abs(exactE8 - priceE8)).toBeLessThanOrEqual(tickSizeE8 / 2)
      })
    })
  })

  test('venues differ slightly and are stale at times, and the index is never missing', () => {
    const rows = walkedDay()
    expect(rows.flat().some(({ healthySources }) => healthySources < 5)).toBe(true)
    for (const row of rows) {
      expect(row.every(({ basis }) => basis !== 'none')).toBe(true)
      const strays = row
        .slice(0, 600)
        .flatMap(({ sources, priceE8 }) =>
          sources.map((source) => Math.abs(source.priceE8 / priceE8 - 1)),
        )
      expect(highest(strays)).toBeLessThan(0.005)
    }
  })
})

describe('statistics of the prices', () => {
  test('prices move in most seconds, and never by 1 % in one', () => {
    walkedDay().forEach((row) => {
      const returns = logReturns(row)
      const moved = returns.filter((change) => change !== 0).length
      expect(moved / returns.length).toBeGreaterThan(0.6)
      expect(highest(returns.map(Math.abs))).toBeLessThan(0.01)
    })
    const quarters = walk({ seed: 8, steps: 4000, dtMs: 250 }).rows[0] ?? []
    const ticks = quarters
      .slice(1)
      .map((each, i) => Math.abs(each.priceE8 - (quarters[i]?.priceE8 ?? 0)) / 1e7)
    expect(ticks.toSorted((a, b) => a - b)[2000]).toBeGreaterThanOrEqual(3)
  })

  test('the annual volatility of a day is between 15 % and 250 %', () => {
    const rows = walkedDay()
    const spread = [0, 1, 2, 3].map((coin) => {
      const minutes = (rows[coin] ?? []).filter((_, i) => i % 60 === 0)
      return Math.sqrt(
        (525_600 * logReturns(minutes).reduce((sum, r) => sum + r * r, 0)) / minutes.length,
      )
    })
    for (const volatility of spread) {
      expect(volatility).toBeGreaterThan(0.15)
      expect(volatility).toBeLessThan(2.5)
    }
  })

  test('minute returns of coins are correlated', () => {
    const returns = walkedDay().map((row) => logReturns(row.filter((_, i) => i % 60 === 0)))
    for (const other of returns.slice(1)) {
      expect(correlation(returns[0] ?? [], other)).toBeGreaterThan(0.25)
    }
  })

  test('the time of a step of 15 coins is printed', () => {
    const many = Array.from({ length: 15 }, (_, i) => ({
      ...(coins[0] as IndexedCoin),
      coin: `C${i}`,
    }))
    const process = createIndexProcess({ seed: 9, coins: many })
    const beforeMs = performance.now()
    const steps = proofLength(4000, 1000)
    for (let i = 1; i <= steps; i += 1) process.next(startMs + i * 250, 250)
    const us = ((performance.now() - beforeMs) / steps) * 1000
    console.info(`index process: ${us.toFixed(0)} µs a step of 15 coins`)
    expect(process.current()).toHaveLength(15)
  })
})
