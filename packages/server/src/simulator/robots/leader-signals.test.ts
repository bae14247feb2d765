// Signals of simulated leaders: each over prices that trigger it, and over prices that do not.

import { symbolId } from '@basis/domain/numbers/brand'
import { describe, expect, test } from 'vitest'
import { createIndexProcess } from '../prices.ts'
import {
  collectFunding,
  followTrend,
  meetIndex,
  readNews,
  type LeaderSignal,
  type Stance,
} from './leader-signals.ts'

const [sol, btc, xrp] = [symbolId('SOLUSDT'), symbolId('BTCUSDT'), symbolId('XRPUSDT')]
const startMs = Date.UTC(2026, 10, 26, 12)

type Seen = { readonly last: number; readonly index?: number; readonly mark?: number }

/** A price a second of SOL; returns the stance after each. */
function stances(signal: LeaderSignal, seen: readonly Seen[]): Stance[] {
  let stance: Stance = 0
  let sinceMs = 0
  return seen.map(({ last, index = last, mark = index }, second) => {
    const timeMs = startMs + second * 1000
    const price = { lastE8: last * 1e8, indexE8: index * 1e8, markE8: mark * 1e8 }
    signal.onPrices([{ symbol: sol, coin: 'SOL', ...price }], timeMs)
    const next = signal.wants(sol, { stance, sinceMs }, timeMs)
    if (next !== stance) sinceMs = timeMs
    stance = next
    return stance
  })
}

const times = <T>(count: number, value: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => value(at))

describe('the news signal', () => {
  const signal = () => readNews({ spanMs: 10_000, least: 12, holdMs: 150_000, restMs: 1_800_000 })

  test.each([0.6, -0.6])(
    'news of %d opens a position in its direction, and the gain exceeds the fees',
    (jump) => {
      const market = createIndexProcess({
        seed: 42,
        coins: [{ coin: 'SOL', priceE8: 150e8, tickSizeE8: 1e6 }],
      })
      const prices = times(260, (second) => {
        if (second === 30) market.hit(jump, 'SOL')
        const [update] = market.next(startMs + second * 1000, 1000)
        return (update?.priceE8 ?? 0) / 1e8
      })
      const held = stances(
        signal(),
        prices.map((last) => ({ last })),
      )
      const from = held.findIndex((stance) => stance !== 0)
      const to = held.findIndex((stance, at) => at > from && stance === 0)
      expect(held[from]).toBe(Math.sign(jump))
      expect([from >= 30, from < 45, to - from]).toEqual([true, true, 150])
      const gain = Math.sign(jump) * Math.log((prices[to] ?? 0) / (prices[from] ?? 1))
      expect(gain).toBeGreaterThan(2 * 0.00055 + 0.001)
    },
  )

  test('an ordinary minute opens no position', () => {
    const market = createIndexProcess({
      seed: 7,
      coins: [{ coin: 'SOL', priceE8: 150e8, tickSizeE8: 1e6 }],
    })
    const prices = times(
      300,
      (second) => market.next(startMs + second * 1000, 1000)[0]?.priceE8 ?? 0,
    )
    const held = stances(
      signal(),
      prices.map((price) => ({ last: price / 1e8 })),
    )
    expect(new Set(held)).toEqual(new Set([0]))
  })
})

test('a price away from its usual distance to the index opens a position until it is back', () => {
  const usual = times(150, () => ({ last: 150.15, index: 150 }))
  const strayed = times(20, () => ({ last: 149.7, index: 150 }))
  const back = times(5, () => ({ last: 150.13, index: 150 }))
  const signal = meetIndex({ far: 0.0024, near: 0.0002, holdMs: 120_000 })
  const held = stances(signal, [...usual, ...strayed, ...back])
  expect(held.slice(0, 150)).toEqual(times(150, () => 0))
  expect(held.slice(150, 170)).toEqual(times(20, () => 1))
  expect(held.at(-1)).toBe(0)
})

test('a distance to the index that stays closes the position after its holding time', () => {
  const seen = [
    ...times(150, () => ({ last: 150, index: 150 })),
    ...times(130, () => ({ last: 150.6, index: 150 })),
  ]
  const held = stances(meetIndex({ far: 0.0024, near: 0.0002, holdMs: 120_000 }), seen)
  expect(held[150]).toBe(-1)
  expect(held.slice(150).indexOf(0)).toBeLessThanOrEqual(120)
})

test('a trend opens a position once it is established, and its reversal turns the position', () => {
  const signal = followTrend({ spanMs: 120_000, least: 1, youngMs: 60_000 })
  const up = times(120, (at) => ({ last: 150 * (1 + at * 0.0001) }))
  const down = times(160, (at) => ({ last: 151.8 * (1 - at * 0.0001) }))
  const held = stances(signal, [...up, ...down])
  expect(held.slice(0, 60)).toEqual(times(60, () => 0))
  expect(held[119]).toBe(1)
  expect(held.at(-1)).toBe(-1)
})

test('the funding signal sells the symbol with the highest premium and buys the one with the lowest', () => {
  const signal = collectFunding({ turnMs: 600_000, waitMs: 60_000 })
  const hear = (second: number, premiums: readonly [number, number, number]): void => {
    const prices = [sol, btc, xrp].map((symbol, k) => ({
      symbol,
      coin: symbol.slice(0, 3),
      lastE8: 100e8,
      indexE8: 100e8,
      markE8: 100e8 * (1 + (premiums[k] ?? 0)),
    }))
    signal.onPrices(prices, startMs + second * 1000)
  }
  const wanted = (second: number): Stance[] =>
    [sol, btc, xrp].map((symbol) =>
      signal.wants(symbol, { stance: 0, sinceMs: 0 }, startMs + second * 1000),
    )
  for (let second = 0; second < 60; second += 1) hear(second, [0.001, 0, -0.001])
  expect(wanted(59)).toEqual([0, 0, 0])
  hear(60, [0.001, 0, -0.001])
  expect(wanted(60)).toEqual([-1, 0, 1])
  // Until the next decision it does not change, whatever the premium does.
  for (let second = 61; second < 599; second += 1) hear(second, [-0.001, 0, 0.001])
  expect(wanted(598)).toEqual([-1, 0, 1])
  hear(600, [-0.001, 0, 0.001])
  expect(wanted(600)).toEqual([1, 0, -1])
})
