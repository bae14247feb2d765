// Seeded funding rates of three years before the start: following the premium, within the cap.

import { symbolId } from '@basis/domain/numbers/brand'
import { expect, test } from 'vitest'
import { withSeedRates } from '../read-model/seed/seed-rates.ts'
import { createPricePath } from './price-path.ts'

const startMs = Date.UTC(2026, 10, 23, 9, 30)
const dayMs = 86_400_000
const history = (coin: string, seed = 1) =>
  createPricePath({
    seed,
    coin,
    tickSizeE8: 10_000_000,
    lotSizeE8: 100_000,
    startPriceTicks: 650_000,
    simulationStartMs: startMs,
    funding: { intervalMin: 480, capE8: 375_000 },
  })
/** Shared, because it caches the hours of its three years. */
const solHistory = history('SOL')
const newest = { fromMs: 0, beforeMs: Number.MAX_SAFE_INTEGER, limit: 4_000 }

test('every eight hours of three years have a rate within the cap, newest first', () => {
  const rates = solHistory.fundingRates(newest)
  expect(rates.length).toBeGreaterThan(3 * 1_000)
  expect(rates[0]?.atMs).toBe(Date.UTC(2026, 10, 23, 8))
  rates.forEach(({ atMs, rateE8, markE8 }, i) => {
    expect(atMs).toBe((rates[0]?.atMs ?? 0) - i * 480 * 60_000)
    expect(Math.abs(rateE8)).toBeLessThanOrEqual(375_000)
    expect(markE8).toBeGreaterThan(0)
  })
})

test('funding rates differ, are mostly positive, and correlate with their neighbours', () => {
  const rates = solHistory.fundingRates(newest).map(({ rateE8 }) => Number(rateE8))
  expect(new Set(rates).size).toBeGreaterThan(500)
  expect(rates.filter((rate) => rate > 0).length).toBeGreaterThan(rates.length / 2)
  expect(rates.filter((rate) => rate < 0).length).toBeGreaterThan(rates.length / 20)
  const mean = rates.reduce((sum, rate) => sum + rate, 0) / rates.length
  const product = (lag: number): number =>
    rates.slice(lag).reduce((sum, rate, i) => sum + (rate - mean) * ((rates[i] ?? 0) - mean), 0)
  expect(product(1) / product(0)).toBeGreaterThan(0.3)
  expect(Math.abs(product(30) / product(0))).toBeLessThan(0.2)
})

test('the same seed gives the same funding rates, another seed gives others', () => {
  const few = { ...newest, limit: 50 }
  expect(history('BTC').fundingRates(few)).toEqual(history('BTC').fundingRates(few))
  expect(history('BTC', 2).fundingRates(few)).not.toEqual(history('BTC').fundingRates(few))
})

test('pages of funding rates follow each other without a gap and end with the past', () => {
  const seed = history('BTC')
  const whole = seed.fundingRates({ ...newest, fromMs: startMs - 30 * dayMs })
  const symbol = symbolId('BTCUSDT')
  const found: number[] = []
  let cursor: string | undefined
  for (let pages = 0; pages < 40; pages += 1) {
    const question = { symbol, limit: 7, fromMs: startMs - 30 * dayMs }
    const asked = cursor === undefined ? question : { ...question, cursor }
    const page = withSeedRates({ rows: [], seq: 5 }, asked, seed)
    found.push(...page.rows.map(({ atMs }) => atMs))
    cursor = page.next
    if (cursor === undefined) break
  }
  expect(found).toEqual(whole.map(({ atMs }) => atMs))
})
