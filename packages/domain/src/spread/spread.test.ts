// Spread combinations: their legs, steps and sizes, prices of the legs, band, fees and yield.

import { describe, expect, test } from 'vitest'
import { symbolId } from '../numbers/brand.ts'
import { priceE8, qtyLots, rateE8, type PriceE8 } from '../numbers/fixed.ts'
import { dayMs } from '../instrument/candle.ts'
import type { Instrument } from '../instrument/instrument.ts'
import type { ContractType } from '../instrument/market.ts'
import { combinationOf, spreadStatus, spreadTicks } from './combination.ts'
import { formatSpreadQty, parseSpreadQty, spreadOrderProblem } from './order.ts'
import {
  annualYieldE8,
  earnedOverMs,
  fairSpreadTicks,
  formatSpread,
  halfRate,
  legPrices,
  parseSpread,
  referenceE8,
  spreadBand,
} from './pricing.ts'
import { btcUsdt as linear } from '../../testing/instruments.ts'

const e8 = (price: number): PriceE8 => priceE8(Math.round(price * 1e8))
const deliveryMs = Date.UTC(2026, 11, 25, 8)

function leg(symbol: string, type: ContractType | 'Spot', over: Partial<Instrument> = {}) {
  const { contractType: _none, ...pair } = linear
  const made: Instrument = {
    ...pair,
    kind: type === 'Spot' ? 'Spot' : 'Linear',
    symbol: symbolId(symbol),
    baseCoin: 'BTC',
    quoteCoin: 'USDT',
    settleCoin: 'USDT',
    ...(type === 'Spot' ? {} : { contractType: type }),
    ...over,
  }
  return made
}
const spot = leg('BTC/USDT', 'Spot', { tickSizeE8: 1_000_000, lotSizeE8: 100 })
const perpetual = leg('BTCUSDT', 'LinearPerpetual', { tickSizeE8: 10_000_000, lotSizeE8: 100_000 })
const front = leg('BTCUSDT-27NOV26', 'LinearFutures', {
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  deliveryMs: deliveryMs - 28 * dayMs,
})
const quarter = leg('BTCUSDT-25DEC26', 'LinearFutures', {
  tickSizeE8: 50_000_000,
  lotSizeE8: 100_000,
  deliveryMs,
})

const combinationsOf = (legs: readonly Instrument[]) =>
  legs.flatMap((far) => legs.flatMap((near) => combinationOf(far, near) ?? []))

describe('combinations of two contracts', () => {
  test('are far minus near, in each of the four types', () => {
    const made = combinationsOf([spot, perpetual, front, quarter])
    expect(made.map(({ symbol, kind }) => `${symbol} ${kind}`)).toEqual([
      'BTCUSDT_BTC/USDT FundingRateArb',
      'BTCUSDT-27NOV26_BTC/USDT CarryTrade',
      'BTCUSDT-27NOV26_BTCUSDT PerpBasis',
      'BTCUSDT-25DEC26_BTC/USDT CarryTrade',
      'BTCUSDT-25DEC26_BTCUSDT PerpBasis',
      'BTCUSDT-25DEC26_BTCUSDT-27NOV26 FutureSpread',
    ])
  })

  test('do not exist for different coins, other families, or with near and far leg swapped', () => {
    const doge = { baseCoin: 'DOGE' }
    expect(combinationsOf([leg('DOGEUSDT', 'LinearPerpetual', doge)])).toEqual([])
    const dogeSpot = leg('DOGE/USDT', 'Spot', doge)
    expect(combinationOf(leg('DOGEUSDT', 'LinearPerpetual', doge), dogeSpot)).toBeUndefined()
    expect(combinationOf(front, quarter)).toBeUndefined()
    expect(combinationOf(spot, perpetual)).toBeUndefined()
    const usdc = leg('BTCPERP', 'UsdcPerpetual', { quoteCoin: 'USDC', settleCoin: 'USDC' })
    expect(combinationOf(usdc, spot)).toBeUndefined()
    expect(combinationOf(perpetual, leg('ETH/USDT', 'Spot', { baseCoin: 'ETH' }))).toBeUndefined()
  })

  test('have the larger step and the stricter sizes; steps that do not divide each other give none (D-S2)', () => {
    const near = { ...spot, minQtyLots: qtyLots(480), maxQtyLots: qtyLots(83_000_000) }
    const made = combinationOf(perpetual, near)
    expect(made).toMatchObject({ tickSizeE8: 10_000_000, lotSizeE8: 100_000 })
    expect(made?.minQtyLots).toBe(Math.max(1, perpetual.minQtyLots))
    expect(made?.maxQtyLots).toBe(Math.min(83_000, perpetual.maxQtyLots))
    const odd = { ...spot, tickSizeE8: 3_000_000 }
    expect(combinationOf(perpetual, odd)).toBeUndefined()
  })

  test('close half an hour before the first of their legs delivers (D-S1)', () => {
    const made = combinationOf(quarter, front)
    const closesMs = deliveryMs - 28 * dayMs - 30 * 60_000
    expect(made?.closesMs).toBe(closesMs)
    expect(combinationOf(quarter, perpetual)?.closesMs).toBe(deliveryMs - 30 * 60_000)
    const arb = combinationOf(perpetual, spot)
    expect(arb !== undefined && 'closesMs' in arb).toBe(false)
    const both = ['Trading', 'Trading'] as const
    expect(spreadStatus({ closesMs }, both, closesMs - 1)).toBe('Trading')
    expect(spreadStatus({ closesMs }, both, closesMs)).toBe('Settling')
    expect(spreadStatus({}, ['Trading', 'PreLaunch'], closesMs)).toBe('PreLaunch')
    expect(spreadStatus({}, ['ReduceOnly', 'Trading'], 0)).toBe('Paused')
    expect(spreadStatus({}, ['Trading', 'Closed'], 0)).toBe('Settling')
  })
})

describe('prices of the legs', () => {
  test('EX-20.1: the near leg at its mark rounded to 0.50, the far leg 350.5 above it', () => {
    const made = combinationOf(quarter, perpetual)
    if (made === undefined) throw new Error('they combine')
    expect(made.tickSizeE8).toBe(50_000_000)
    expect(legPrices(made, e8(60_012.34), spreadTicks(701))).toEqual({
      near: e8(60_012.5),
      far: e8(60_363),
    })
  })

  test('EX-20.2: a negative spread; half a tick is rounded up', () => {
    const grid = { tickSizeE8: 1_000_000 }
    const legs = { near: e8(150.04), far: e8(149.92) }
    expect(legPrices(grid, e8(150.037), spreadTicks(-12))).toEqual(legs)
    expect(legPrices(grid, e8(150.035), spreadTicks(-12))).toEqual(legs)
    expect(referenceE8('Spot', { indexE8: e8(2), markE8: e8(3) })).toBe(e8(2))
    expect(referenceE8('Linear', { indexE8: e8(2), markE8: e8(3) })).toBe(e8(3))
  })

  test('EX-20.4: the band is the larger ratio times the near reference around the fair spread', () => {
    const grid = { tickSizeE8: 50_000_000 }
    const marks = { farE8: e8(60_350), nearE8: e8(60_000) }
    const ratios = [rateE8(3_000_000), rateE8(5_000_000)]
    expect(spreadBand(grid, marks, ratios)).toEqual({ low: -5300, high: 6700 })
    expect(fairSpreadTicks(grid, marks.farE8, marks.nearE8)).toBe(700)
    expect(fairSpreadTicks(grid, e8(59_999.75), e8(60_000))).toBe(0)
    expect(fairSpreadTicks(grid, e8(59_999.7), e8(60_000))).toBe(-1)
  })
})

test('each leg pays half of its rate, and a rebate is halved too', () => {
  expect(halfRate(rateE8(55_000))).toBe(27_500)
  expect(halfRate(rateE8(-5_001))).toBe(-2_500)
})

test('the annual yield of 350 on 60,000 in 73 days is 2.91666667 %', () => {
  expect(annualYieldE8(e8(350), e8(60_000), 73 * dayMs)).toBe(2_916_667)
  expect(annualYieldE8(e8(-350), e8(60_000), 73 * dayMs)).toBe(-2_916_667)
  expect(annualYieldE8(e8(350), e8(60_000), 0)).toBe(0)
})

test('spread prices are formatted and parsed with their sign', () => {
  const grid = { tickSizeE8: 50_000_000 }
  expect(formatSpread(grid, spreadTicks(-1))).toBe('-0.5')
  expect(formatSpread(grid, spreadTicks(701))).toBe('350.5')
  expect(parseSpread(grid, '-350.5')).toBe(-701)
  expect(parseSpread(grid, '0')).toBe(0)
  expect(parseSpread(grid, '0.3')).toMatchObject({ name: 'tickSizeFixNumTips' })
  expect(parseSpread(grid, '0.000000001')).toMatchObject({ name: 'tickSizeFixNumTips' })
  for (const text of ['', '--1', '+1', '1e3', '1.', 'x']) {
    expect(parseSpread(grid, text)).toMatchObject({ name: 'priceInvalid' })
  }
})

test('an order is checked for its type, its size and the band at both ends', () => {
  const made = combinationOf(quarter, perpetual)
  if (made === undefined) throw new Error('they combine')
  const combination = {
    ...made,
    minQtyLots: qtyLots(2),
    maxQtyLots: qtyLots(10),
    maxMarketQtyLots: qtyLots(5),
  }
  const band = { low: spreadTicks(-10), high: spreadTicks(20) }
  const asked = (lots: number, price?: number) =>
    spreadOrderProblem(
      combination,
      {
        orderType: price === undefined ? 'Market' : 'Limit',
        ...(price === undefined ? {} : { priceTicks: spreadTicks(price) }),
        qtyLots: qtyLots(lots),
      },
      band,
    )?.name
  expect(asked(2, -10)).toBeUndefined()
  expect(asked(10, 20)).toBeUndefined()
  expect(asked(2, -11)).toBe('priceBelowBand')
  expect(asked(2, 21)).toBe('priceAboveBand')
  expect(asked(0, 0)).toBe('qtyRequired')
  expect(asked(1, 0)).toBe('qtyTooSmall')
  expect(asked(11, 0)).toBe('orderMaxQtyReplace')
  expect(asked(6)).toBe('orderMaxQtyReplace')
  expect(asked(5)).toBeUndefined()
  const limit = { orderType: 'Limit' as const, qtyLots: qtyLots(2) }
  expect(spreadOrderProblem(combination, limit, band)?.name).toBe('priceRequired')
  const priced = { ...limit, priceTicks: spreadTicks(0) }
  expect(spreadOrderProblem(combination, priced, undefined)?.name).toBe('priceUnavailable')
  expect(spreadOrderProblem(combination, { ...priced, orderType: 'Market' }, band)?.name).toBe(
    'priceNotAllowed',
  )
  expect(formatSpreadQty(combination, qtyLots(500))).toBe('0.500')
  expect(parseSpreadQty(combination, '0.5')).toBe(500)
  expect(parseSpreadQty(combination, '0.0005')).toMatchObject({ name: 'lotSizeFixNumTips' })
})

test('20.5: two futures earn their spread between their deliveries, other combinations until they close', () => {
  const [now, day] = [1_790_035_200_000, 86_400_000]
  const [later, sooner, perpetual] = [
    { deliveryMs: now + 120 * day },
    { deliveryMs: now + day },
    {},
  ] as const
  expect(earnedOverMs(now + day, [later, sooner], now)).toBe(119 * day)
  expect(earnedOverMs(now + 120 * day, [later, perpetual], now)).toBe(120 * day)
})
