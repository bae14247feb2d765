// Hedged pairs by rules 6: the example, and the change of the mode.

import { describe, expect, test } from 'vitest'
import { amount, leverageE2, parseDecimal, qtyLots, rateE8, type Amount } from '../numbers/fixed.ts'
import {
  closeFeeReserve,
  crossInitialMargin,
  withDeductions,
  type MarginInput,
} from './cross-margin.ts'
import {
  hedgeInitial,
  hedgeMaintenance,
  hedgeRole,
  matchedLots,
  mayHedge,
  modeSwitchProblem,
  positionModeOf,
  type HedgeSide,
} from './hedge.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const tenTimes = leverageE2(1000)
const taker = rateE8(55_000)

describe('hedge', () => {
  const tiers = withDeductions([
    {
      limit: e8('2000000'),
      initialRateE8: rateE8(1_000_000),
      maintenanceRateE8: rateE8(500_000),
      maxLeverageE2: leverageE2(10_000),
    },
  ])
  const side = (sign: 1 | -1): HedgeSide => {
    const input: MarginInput = {
      sign,
      entryValue: e8('120000'),
      markValue: e8('120000'),
      leverage: tenTimes,
      takerFee: taker,
    }
    return {
      positionMargin: crossInitialMargin(input),
      closeFee: closeFeeReserve(input),
      orderCost: e8('0'),
    }
  }
  test('EX-6.3: 2 BTC each way: X 12,059.40, Y 12,072.60, IM 12,132.00, MM 132.00', () => {
    expect(hedgeInitial(side(1), side(-1))).toEqual({
      long: e8('12059.4'),
      short: e8('12072.6'),
      initial: e8('12132'),
    })
    const shares = [side(1), side(-1)].map(({ closeFee }) =>
      hedgeMaintenance(closeFee, e8('0'), tiers),
    )
    expect(shares).toEqual([e8('59.4'), e8('72.6')])
    expect(matchedLots(qtyLots(20), qtyLots(15))).toBe(15)
  })
  test('only the net size needs maintenance margin, by the tier of its own value', () => {
    const larger = hedgeMaintenance(side(1).closeFee, e8('60000'), tiers)
    const smaller = hedgeMaintenance(side(-1).closeFee, e8('0'), tiers)
    expect(larger + smaller).toBe(e8('432'))
  })
  test('an order counts for the side that it increases; the margin is that of the larger side', () => {
    const long = { ...side(1), orderCost: e8('13.2') }
    expect(hedgeInitial(long, side(-1)).initial).toBe(e8('12145.2'))
    const longer = { ...side(1), orderCost: e8('100') }
    expect(hedgeInitial(longer, side(-1)).initial).toBe(e8('12232'))
  })
  test('idx 1 is the long, idx 2 the short; Buy and Sell open or reduce them', () => {
    expect(hedgeRole(1, 'Buy')).toEqual({ sign: 1, opens: true })
    expect(hedgeRole(1, 'Sell')).toEqual({ sign: 1, opens: false })
    expect(hedgeRole(2, 'Sell')).toEqual({ sign: -1, opens: true })
    expect(hedgeRole(2, 'Buy')).toEqual({ sign: -1, opens: false })
  })
})

describe('switching the mode', () => {
  test('the mode of the symbol comes before that of the coin, and one-way is the default', () => {
    expect(positionModeOf(undefined, undefined)).toBe('MergedSingle')
    expect(positionModeOf(undefined, 'BothSide')).toBe('BothSide')
    expect(positionModeOf('MergedSingle', 'BothSide')).toBe('MergedSingle')
  })
  test('hedge mode is only for USDT perpetuals, and a switch needs no position and no orders', () => {
    const request = {
      mode: 'BothSide',
      contract: 'LinearPerpetual',
      hasPosition: false,
      hasOrders: false,
    } as const
    const named = (change: object): string | undefined =>
      modeSwitchProblem({ ...request, ...change })?.name
    expect(named({})).toBeUndefined()
    expect(named({ contract: 'LinearFutures' })).toBe('hedgeUnsupported')
    expect(named({ hasPosition: true, hasOrders: true })).toBe('positionBlocksModeSwitch')
    expect(named({ hasOrders: true })).toBe('ordersBlockModeSwitch')
    expect(mayHedge('UsdcPerpetual')).toBe(false)
    expect(mayHedge('InversePerpetual')).toBe(false)
  })
})
