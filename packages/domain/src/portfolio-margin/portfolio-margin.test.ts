import { expect, test } from 'vitest'
import { formatDecimal, priceE8, rateE8 } from '../numbers/fixed.ts'
import { optionPrice } from '../options/black76.ts'
import type { OptionRight } from '../instrument/option.ts'
import { matchedDays } from './matching.ts'
import { scenarioAt, scenarioCount, stressRow, stressTermsOf, termScale } from './stress.ts'
import { unitMargin, type OptionHolding, type RiskUnit } from './unit-margin.ts'

const dayMs = 86_400_000
const nowMs = 20_000 * dayMs
const btc = stressTermsOf('BTC')
const e8 = 100_000_000n
const usd = (value: bigint): string => formatDecimal(value, 8)
const cents = (value: bigint): number => Math.round(Number(value) / 1e6) / 100

type Given = { right: OptionRight; strike: number; days: number; forward: number; sigma: number }

function option(lots: number, { right, strike, days, forward, sigma }: Given): OptionHolding {
  const years = days / 365
  const mark = optionPrice({ right, forward, strike, volatility: sigma, years })
  const deliveryMs = nowMs + days * dayMs
  const row = stressRow(
    {
      right,
      strikeE8: priceE8(strike * 1e8),
      deliveryMs,
      forwardE8: priceE8(forward * 1e8),
      volatilityE8: rateE8(Math.round(sigma * 1e8)),
      markE8: priceE8(Math.round(mark * 1e8)),
      pricedMs: nowMs,
    },
    btc,
  )
  const settled = { currency: 'USDT', usdE8: e8, deliveryMs }
  return { ...settled, lots, lotSizeE8: 1_000_000, right, row }
}

const unit = (part: Partial<RiskUnit>): RiskUnit => ({
  terms: btc,
  nowMs,
  indexE8: 60_000n * e8,
  spot: 0n,
  options: [],
  linear: [],
  ...part,
})

const perpetual = (coins: bigint, currency = 'USDT') => ({
  currency,
  usdE8: e8,
  deliveryMs: 0,
  size: coins * e8,
  value: coins * 60_000n * e8,
})

test('EX-10.1: a perpetual against two short calls, scenario by scenario and part by part', () => {
  const call = { right: 'Call', strike: 65_000, days: 30, forward: 60_000, sigma: 0.6 } as const
  const margin = unitMargin(unit({ options: [option(-200, call)], linear: [perpetual(1n)] }))
  const table = {
    '-10': [-4199.7, -2981.76, -2193.93],
    '-6': [-3023.82, -1514.32, -429.88],
    '-2': [-2173.74, -405.98, 962.84],
    '0': [-1876.43, 0, 1492.97],
    '2': [-1665.64, 302.5, 1901.29],
    '6': [-1503.24, 591.23, 2333.3],
    '10': [-1678.82, 461.82, 2245.51],
  }
  const found = Object.keys(table).map((percent) => {
    const place = (Number(percent) / 2 + 5) * 3
    return [percent, margin.profits.slice(place, place + 3).map(cents)]
  })
  expect(Object.fromEntries(found)).toEqual(table)
  expect(cents(margin.maxLoss)).toBe(4199.7)
  expect(margin.worst).toEqual({ pricePercent: -10, volatility: 0.24 })
  const { shortOption, linear, deltaSpread, vegaSpread, stablecoinSpread } = margin.contingency
  expect([shortOption, linear, deltaSpread, vegaSpread, stablecoinSpread].map(cents)).toEqual([
    1200, 18, 868.5, 0, 0,
  ])
  expect(cents(margin.maintenance)).toBe(6286.2)
  expect(cents(margin.initial)).toBe(7543.44)
})

test('EX-10.2: a bear put spread loses at most its value, and shorts net across strikes', () => {
  const put = { right: 'Put', days: 30, forward: 20_250, sigma: 0.6 } as const
  const spread = [option(100, { ...put, strike: 20_000 }), option(-100, { ...put, strike: 18_500 })]
  const margin = unitMargin(unit({ indexE8: 20_250n * e8, options: spread }))
  const worth = [20_000, 18_500].map((strike) =>
    optionPrice({ ...put, strike, volatility: 0.6, years: 30 / 365 }),
  )
  expect(Number(margin.maxLoss) / 1e8).toBeLessThanOrEqual((worth[0] ?? 0) - (worth[1] ?? 0))
  expect(margin.contingency.shortOption).toBe(0n)
  // Cross margin needs 2,315 for the short alone.
  expect(cents(margin.maxLoss)).toBeLessThan(938)
})

test('EX-10.2: if only opposite deltas are charged, a spread of a single expiry has no delta charge', () => {
  const put = { right: 'Put', days: 30, forward: 20_250, sigma: 0.6 } as const
  const options = [
    option(100, { ...put, strike: 20_000 }),
    option(-100, { ...put, strike: 18_500 }),
  ]
  const terms = { ...btc, matchedOnly: true }
  const margin = unitMargin(unit({ terms, indexE8: 20_250n * e8, options }))
  expect(margin.contingency.deltaSpread).toBe(0n)
  expect(margin.maintenance).toBe(margin.maxLoss)
})

test('EX-10.3: opposite vegas of two expiries are matched and charged for the days between', () => {
  const days = matchedDays([
    { days: 30, value: 5_000n * e8 },
    { days: 90, value: -3_000n * e8 },
  ])
  expect(usd((days * BigInt(btc.vegaSpread)) / e8)).toBe('54.00000000')
})

test('EX-10.4: perpetuals in two currencies cancel out except for the stablecoin spread', () => {
  const linear = [perpetual(1n), perpetual(-1n, 'USD')]
  const margin = unitMargin(unit({ linear }))
  expect(margin.maxLoss).toBe(0n)
  expect(usd(margin.contingency.stablecoinSpread)).toBe('300.00000000')
})

test('EX-10.5: the scale of volatility moves by the days to expiry', () => {
  expect([7, 30, 186].map((days) => termScale(days).toFixed(8))).toEqual([
    '1.54741558',
    '1.00000000',
    '0.57847220',
  ])
})

test('the delta spread of the published sample: an unmatched future is charged for its term', () => {
  const linear = [{ ...perpetual(1n), deliveryMs: nowMs + 73 * dayMs }]
  const margin = unitMargin(unit({ linear }))
  // 60,000 × 25 % × 73 ÷ 365
  expect(usd(margin.contingency.deltaSpread)).toBe('3000.00000000')
})

test('wallet coins hedge up to the delta, and only reduce losses', () => {
  const linear = [perpetual(-2n)]
  const bare = unitMargin(unit({ linear }))
  const hedged = unitMargin(unit({ linear, spot: 5n * e8 }))
  expect(usd(bare.maxLoss)).toBe('12000.00000000')
  expect(hedged.maxLoss).toBe(0n)
  expect(usd(hedged.hedged)).toBe('2.00000000')
  // At −10 % the short gains 12,000, and the loss of the hedging coins is not counted.
  expect(usd(hedged.profits[1] ?? 0n)).toBe('12000.00000000')
})

test('each coin has its own range of scenario prices', () => {
  const percents = (coin: string): number[] =>
    Array.from({ length: scenarioCount }, (_, k) => scenarioAt(stressTermsOf(coin), k).pricePercent)
  expect([Math.min(...percents('ETH')), Math.max(...percents('ETH'))]).toEqual([-10, 10])
  expect([Math.min(...percents('SOL')), Math.max(...percents('SOL'))]).toEqual([-15, 15])
  expect([Math.min(...percents('PEPE')), Math.max(...percents('PEPE'))]).toEqual([-25, 25])
})

test('profits of more lots than a safe integer holds are added up exactly', () => {
  const call = { right: 'Call', strike: 65_000, days: 30, forward: 60_000, sigma: 0.6 } as const
  const many = option(-900_000_000, call)
  const one = unitMargin(unit({ options: [option(-1, call)] }))
  const all = unitMargin(unit({ options: [many, many] }))
  const exact = 1_800_000_000n * (one.profits[0] ?? 0n)
  const apart = (all.profits[0] ?? 0n) - exact
  // The profit of one lot was rounded down once.
  expect(apart >= 0n && apart < 1_800_000_000n).toBe(true)
})

test('the margin depends on the coins held, not on the lot size', () => {
  const terms = [
    { right: 'Call', strike: 65_000, days: 30, forward: 60_000, sigma: 0.6 },
    { right: 'Put', strike: 52_000, days: 7, forward: 60_000, sigma: 0.7 },
    { right: 'Call', strike: 58_000, days: 91, forward: 61_000, sigma: 0.5 },
    { right: 'Put', strike: 58_000, days: 91, forward: 61_000, sigma: 0.5 },
    { right: 'Call', strike: 70_000, days: 30, forward: 60_000, sigma: 0.6 },
  ] as const
  // 0.03 coins per lot does not divide a coin: another branch of the same computation.
  const small = terms.map((each, k) => option((k - 2) * 21, each))
  const large = terms.map((each, k) => ({ ...option((k - 2) * 7, each), lotSizeE8: 3_000_000 }))
  const part = { linear: [perpetual(-2n)] }
  expect(unitMargin(unit({ ...part, options: large }))).toEqual(
    unitMargin(unit({ ...part, options: small })),
  )
})
