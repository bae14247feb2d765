// The formulas of explanations, each evaluated with the numbers of an example of docs/rules.

import { expect, test } from 'vitest'
import { formulaValue, numberNamed } from '../../testing/formula-value.ts'
import { optionPriceLimits } from '../instrument/option.ts'
import { priceBand } from '../pricing/mark-price.ts'
import { priceE8, rateE8, unitE8 } from '../numbers/fixed.ts'
import { formulasOf } from './formulas.ts'

type Asked = Parameters<typeof formulasOf>[0]

/** Checks that every formula of an explanation holds; returns the names of their results. */
function worked(explained: Asked, kind: Parameters<typeof formulasOf>[1]) {
  const found = formulasOf(explained, kind)
  for (const formula of found) {
    const value = formulaValue(formula, explained.numbers)
    const expected = numberNamed(explained.numbers, formula.result)
    expect(value).toBeCloseTo(expected, 8)
  }
  return found.map(({ result }) => result)
}

test('2.7: a long pays value × rate of a linear contract, a short of an inverse one receives it', () => {
  const linear = { size: '10 BTC', markPrice: '60000', fundingRate: '0.0001' }
  const paid = { ...linear, positionValue: '600000 USDT', payment: '-60 USDT' }
  expect(worked({ rule: 'fundingPaid', numbers: paid, side: 'Buy' }, 'Linear')).toEqual([
    'payment',
    'positionValue',
  ])
  const inverse = { size: '60000 USD', markPrice: '60000', fundingRate: '0.0001' }
  const got = { ...inverse, positionValue: '1 BTC', payment: '0.0001 BTC' }
  expect(worked({ rule: 'fundingPaid', numbers: got, side: 'Sell' }, 'Inverse')).toHaveLength(2)
})

test('1.8: a session pays the change of the mark since the last session, with the sign of the side', () => {
  const long = { size: '2', markPrice: '61000', sessionValue: '120000', markValue: '122000' }
  const won = { rule: 'sessionPaid', numbers: { ...long, cashFlow: '2000 USDC' } }
  expect(worked({ ...won, side: 'Buy' }, 'Linear')).toEqual(['cashFlow', 'markValue'])
  const lost = { rule: 'sessionPaid', numbers: { ...long, cashFlow: '-2000 USDC' } }
  expect(worked({ ...lost, side: 'Sell' }, 'Linear')).toEqual(['cashFlow', 'markValue'])
})

test('EX-8.1: the band of a buy and of a sell, with a drift of either sign', () => {
  for (const [drift, buy, sell] of [
    ['0', 60_600, 59_400],
    ['150', 60_750, 59_400],
    ['-80', 60_600, 59_320],
  ] as const) {
    const numbers = {
      markPrice: '60000 USDT',
      indexPrice: '60100 USDT',
      averageDrift: `${drift} USDT`,
      bandX: '0.01',
      bandY: '0.02',
      maxBuyPrice: `${buy} USDT`,
      minSellPrice: `${sell} USDT`,
    }
    expect(worked({ rule: 'priceAboveBand', numbers }, 'Linear')).toEqual(['maxBuyPrice'])
    expect(worked({ rule: 'priceBelowBand', numbers }, 'Linear')).toEqual(['minSellPrice'])
    const band = priceBand({
      mark: priceE8(60_000 * Number(unitE8)),
      index: priceE8(60_100 * Number(unitE8)),
      averageE8: Number(drift) * Number(unitE8),
      bandX: rateE8(1_000_000),
      bandY: rateE8(2_000_000),
    })
    expect(band).toEqual({ maxBuyE8: buy * 1e8, minSellE8: sell * 1e8 })
  }
})

test('EX-8.2: the band of a pair is computed from the index', () => {
  const numbers = {
    indexPrice: '20000',
    averageDrift: '30',
    bandX: '0.005',
    bandY: '0.01',
    maxBuyPrice: '20130',
    minSellPrice: '19930',
  }
  expect(worked({ rule: 'priceAboveBand', numbers }, 'Spot')).toEqual(['maxBuyPrice'])
  expect(worked({ rule: 'priceBelowBand', numbers }, 'Spot')).toEqual(['minSellPrice'])
})

test('9.1: the band of an option is computed from its mark and the index of its coin', () => {
  for (const [mark, buy, sell] of [
    ['1000', 1600, 400],
    ['100', 700, 30],
  ] as const) {
    const numbers = {
      markPrice: `${mark} USDC`,
      indexPrice: '60000 USDC',
      maxBuyPrice: `${buy} USDC`,
      minSellPrice: `${sell} USDC`,
    }
    expect(worked({ rule: 'priceAboveBand', numbers }, 'Option')).toEqual(['maxBuyPrice'])
    expect(worked({ rule: 'priceBelowBand', numbers }, 'Option')).toEqual(['minSellPrice'])
    const limits = optionPriceLimits(priceE8(Number(mark) * 1e8), priceE8(60_000e8), 1e8)
    expect(limits).toEqual({ maxBuyE8: buy * 1e8, minSellE8: sell * 1e8 })
  }
})

test('9.4: an option is delivered at what it pays: its profit is that less the premium', () => {
  const numbers = { size: '1', deliveryPrice: '60000', entryValue: '1000', deliveryValue: '3000' }
  const long = { rule: 'delivered', numbers: { ...numbers, pnl: '2000', fee: '9' } }
  expect(worked({ ...long, side: 'Buy' }, 'Option')).toEqual(['pnl'])
})

test('5.3: at most the added margin less the current loss may be removed', () => {
  for (const [extra, pnl, max] of [
    ['100', '50', '100'],
    ['100', '-30', '70'],
    ['100', '-130', '0'],
  ] as const) {
    const numbers = { extraMargin: extra, unrealisedPnl: pnl, max }
    expect(worked({ rule: 'marginRemovalTooLarge', numbers }, 'Linear')).toEqual(['max'])
  }
})

test('a formula with missing numbers is left out', () => {
  const numbers = { markPrice: '60000', payment: '1' }
  expect(formulasOf({ rule: 'fundingPaid', numbers, side: 'Buy' }, 'Linear')).toEqual([])
  expect(formulasOf({ rule: 'triggerReached', numbers }, 'Linear')).toEqual([])
})

test('5.8: without a balance the rate is 100 % by rule, and no quotient is shown for it', () => {
  const sums = { collateral: '700 USD', haircutLoss: '0 USD', maintenanceMargin: '300 USD' }
  const held = { ...sums, orderLoss: '-100 USD', marginBalance: '600 USD', maintenanceRate: '0.5' }
  const none = { ...sums, orderLoss: '-700 USD', marginBalance: '0 USD', maintenanceRate: '1' }
  const below = { ...none, orderLoss: '-900 USD', marginBalance: '-200 USD' }
  for (const rule of ['crossMaintenance', 'portfolioMaintenance']) {
    expect(worked({ rule, numbers: held }, 'Linear')).toEqual(['marginBalance', 'maintenanceRate'])
    for (const numbers of [none, below]) {
      expect(worked({ rule, numbers }, 'Linear')).toEqual(['marginBalance'])
    }
  }
})
