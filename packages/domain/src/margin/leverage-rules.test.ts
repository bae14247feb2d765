// Changing leverage by domain.md 4.5 and spec 5: the example, and the order of the checks.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount, leverageE2, parseDecimal, priceE8, rateE8, type Amount } from '../numbers/fixed.ts'
import { withDeductions } from './cross-margin.ts'
import {
  effectiveLeverageE2,
  isHighLeverage,
  leverageBounds,
  leverageMarksE2,
  leverageOnModeChange,
  leverageProblem,
  releveraged,
  type IsolatedHolding,
  type LeverageChange,
} from './leverage-rules.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const times = (text: string): ReturnType<typeof leverageE2> =>
  leverageE2(Number(e8(text) / 1_000_000n))
const tiers = withDeductions(
  [
    ['2000000', '0.005', '100'],
    ['2600000', '0.0056', '90'],
    ['5000000', '0.0077', '65'],
  ].map(([limit = '', rate = '', leverage = '']) => ({
    limit: e8(limit),
    initialRateE8: rateE8(1_000_000),
    maintenanceRateE8: rateE8(Number(e8(rate))),
    maxLeverageE2: times(leverage),
  })),
)
/** EX-4.8: 1 BTC long @ 40,000, 50×. */
const holding: IsolatedHolding = {
  position: {
    kind: 'Linear',
    sign: 1,
    qty: e8('1'),
    entryValue: e8('40000'),
    leverage: times('50'),
    takerFee: rateE8(55_000),
    extra: e8('0'),
  },
  markValue: e8('40000'),
  markE8: priceE8(Number(e8('40000'))),
  tickSizeE8: 10_000_000,
}
const both = (text: string): LeverageChange['from'] => ({ buy: times(text), sell: times(text) })
const change: LeverageChange = {
  marginMode: 'Isolated',
  isHedge: false,
  range: { min: times('1'), max: times('100') },
  tiers,
  settleCoin: 'USDT',
  from: both('50'),
  to: both('20'),
  riskValue: { long: e8('40000'), short: e8('0') },
  holdings: [holding],
  available: e8('1199.34'),
  accountInitial: { before: e8('0'), after: e8('0') },
}
const named = (over: Partial<LeverageChange>): string | undefined =>
  leverageProblem({ ...change, ...over })?.name

describe('isolated', () => {
  test('EX-4.9: 50× to 20×: IM 2,020.90, 1,199.34 more, LP 38,191.0', () => {
    expect(releveraged(holding, times('20'), tiers)).toEqual({
      initial: e8('2020.9'),
      taken: e8('1199.34'),
      liquidationTicks: 381_910,
      isCrossed: false,
    })
    expect(named({})).toBeUndefined()
    expect(leverageProblem({ ...change, available: e8('1199.33999999') })).toEqual({
      name: 'leverageInsufficientBalance',
      field: 'leverage',
      params: { needed: '1199.34', available: '1199.33999999', coin: 'USDT' },
    })
  })
  test('margin added by hand is released by the change', () => {
    const added = { ...holding, position: { ...holding.position, extra: e8('2000') } }
    expect(releveraged(added, times('20'), tiers).taken).toBe(-e8('800.66'))
    expect(named({ holdings: [added], available: e8('0') })).toBeUndefined()
  })
  test('110046: the new liquidation price is not crossed by the mark', () => {
    const fallen = { ...holding, markE8: priceE8(Number(e8('39800'))), markValue: e8('39800') }
    const higher = { to: both('100'), available: e8('0'), holdings: [fallen] }
    // 39,600 ÷ 0.995 = 39,798.99… at 100x: 39,799.0 is not reached, 39,799.0 itself is.
    expect(named(higher)).toBeUndefined()
    const reached = { ...fallen, markE8: priceE8(Number(e8('39799'))) }
    expect(leverageProblem({ ...change, ...higher, holdings: [reached] })).toMatchObject({
      name: 'leverageWouldLiquidate',
      params: { liquidation: '39799' },
    })
  })
  test('hedged sides have their own leverage, and only the changed one is looked at', () => {
    const to = { buy: times('50'), sell: times('10') }
    expect(named({ to })).toBe('leverageSidesDiffer')
    expect(named({ to, isHedge: true, available: e8('0') })).toBeUndefined()
    expect(named({ to, isHedge: true, marginMode: 'Cross' })).toBe('leverageSidesDiffer')
  })
})

describe('the order of the checks', () => {
  test('portfolio, range, unchanged, risk limit, balance', () => {
    expect(named({ marginMode: 'Portfolio', to: both('500') })).toBe('leverageInPortfolioMargin')
    expect(named({ to: both('100.01') })).toBe('leverageOutOfRange')
    expect(named({ to: both('0.99') })).toBe('leverageOutOfRange')
    expect(named({ to: both('50') })).toBe('leverageUnchanged')
    const much = { long: e8('0'), short: e8('2600000.00000001') }
    expect(named({ to: both('90'), riskValue: much, available: e8('0') })).toBe('leverageRiskLimit')
    expect(named({ to: both('65'), riskValue: much, holdings: [] })).toBeUndefined()
  })
  test('cross: the account carries what the new leverage asks for', () => {
    const cross = { marginMode: 'Cross', available: e8('100') } as const
    const accountInitial = { before: e8('1000'), after: e8('1100') }
    expect(named({ ...cross, accountInitial })).toBeUndefined()
    const more = { before: e8('1000'), after: e8('1100.00000001') }
    expect(named({ ...cross, accountInitial: more })).toBe('leverageInsufficientBalance')
    const less = { before: e8('1000'), after: e8('900') }
    expect(named({ ...cross, available: amount(-1n), accountInitial: less })).toBeUndefined()
  })
})

describe('the dialog (spec 5)', () => {
  test('marks each 10 between the least and the greatest, tip at 20, cap 10 on mode change', () => {
    const marks = (min: string, max: string): number[] =>
      leverageMarksE2({ min: times(min), max: times(max) }).map((mark) => mark / 100)
    expect(marks('1', '50')).toEqual([1, 10, 20, 30, 40, 50])
    expect(marks('1', '25')).toEqual([1, 10, 20, 25])
    expect(marks('10', '12.5')).toEqual([10, 12.5])
    expect(marks('1', '1')).toEqual([1])
    expect([isHighLeverage(times('19.99')), isHighLeverage(times('20'))]).toEqual([false, true])
    expect(leverageOnModeChange(times('50'), times('100'))).toBe(1000)
    expect(leverageOnModeChange(times('5'), times('100'))).toBe(500)
    expect(leverageOnModeChange(times('50'), times('8'))).toBe(800)
    expect(leverageBounds(leverageE2(0), tiers)).toEqual({ min: 100, max: 10_000 })
  })
  test('computed cross leverage is at least 0.01', () => {
    expect(effectiveLeverageE2(e8('60000'), e8('10000'))).toBe(600)
    expect(effectiveLeverageE2(e8('1'), e8('10000'))).toBe(1)
    expect(effectiveLeverageE2(e8('1'), e8('0'))).toBe(1)
  })
})

test('14.2.16: a higher leverage asks for less and is liquidated nearer to the entry', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 100, max: 9999 }),
      fc.integer({ min: 1, max: 100 }),
      fc.constantFrom<1 | -1>(1, -1),
      fc.constantFrom('Linear' as const, 'Inverse' as const),
      (...[low, more, sign, kind]) => {
        const position = {
          ...holding.position,
          sign,
          kind,
          qty: e8(kind === 'Linear' ? '1' : '1600'),
        }
        const entryValue = e8(kind === 'Linear' ? '40000' : '0.04')
        const held = { ...holding, position: { ...position, entryValue }, markValue: entryValue }
        const a = releveraged(held, leverageE2(low), tiers)
        const b = releveraged(held, leverageE2(Math.min(10_000, low + more)), tiers)
        expect(b.initial).toBeLessThanOrEqual(a.initial)
        if (a.liquidationTicks === undefined || b.liquidationTicks === undefined) return
        expect(sign * (b.liquidationTicks - a.liquidationTicks)).toBeGreaterThanOrEqual(0)
      },
    ),
  )
})
