// Leverage changes by rules 4.5 and spec 5: the order of the checks, the marks of the dialog.
import { describe, expect, test } from 'vitest'
import { amount, leverageE2, parseDecimal, rateE8, type Amount } from '../numbers/fixed.ts'
import { withDeductions } from './cross-margin.ts'
import {
  cappedLeverage,
  crossLeverage,
  isHighLeverage,
  leverageBounds,
  leverageLimitsProblem,
  leverageMarksE2,
  type LeverageRequest,
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
const both = (text: string): LeverageRequest['from'] => ({ buy: times(text), sell: times(text) })
const asked: LeverageRequest = {
  marginMode: 'Isolated',
  isHedge: false,
  range: { min: times('1'), max: times('100') },
  tiers,
  settleCoin: 'USDT',
  from: both('50'),
  to: both('20'),
  riskValue: { long: e8('40000'), short: e8('0') },
}
const named = (over: Partial<LeverageRequest>): string | undefined =>
  leverageLimitsProblem({ ...asked, ...over })?.name

describe('the order of the checks', () => {
  test('is range, unchanged leverage, risk limit', () => {
    expect(named({ to: both('100.01') })).toBe('leverageOutOfRange')
    expect(named({ to: both('0.99') })).toBe('leverageOutOfRange')
    expect(named({ to: both('50') })).toBe('leverageUnchanged')
    const much = { long: e8('0'), short: e8('2600000.00000001') }
    expect(named({ to: both('90'), riskValue: much })).toBe('leverageRiskLimit')
    expect(named({ to: both('65'), riskValue: much })).toBeUndefined()
  })
  test('hedged sides have their own leverage, and only the changed one is checked', () => {
    const to = { buy: times('50'), sell: times('10') }
    expect(named({ to })).toBe('leverageSidesDiffer')
    expect(named({ to, isHedge: true })).toBeUndefined()
    expect(named({ to, isHedge: true, marginMode: 'Cross' })).toBe('leverageSidesDiffer')
    const much = { long: e8('2600000.00000001'), short: e8('0') }
    const high = { from: both('95'), isHedge: true, riskValue: much }
    expect(named({ ...high, to: { buy: times('95'), sell: times('10') } })).toBeUndefined()
    expect(named({ ...high, to: { buy: times('90'), sell: times('95') } })).toBe(
      'leverageRiskLimit',
    )
  })
})

describe('the dialog (spec 5)', () => {
  test('has marks at every 10 between the minimum and the maximum, and warns from 20 on', () => {
    const marks = (min: string, max: string): number[] =>
      leverageMarksE2({ min: times(min), max: times(max) }).map((mark) => mark / 100)
    expect(marks('1', '50')).toEqual([1, 10, 20, 30, 40, 50])
    expect(marks('1', '25')).toEqual([1, 10, 20, 25])
    expect(marks('10', '12.5')).toEqual([10, 12.5])
    expect(marks('1', '1')).toEqual([1])
    expect([isHighLeverage(times('19.99')), isHighLeverage(times('20'))]).toEqual([false, true])
    expect(leverageBounds(leverageE2(0), tiers)).toEqual({ min: 100, max: 10_000 })
  })
})

test('a change of the margin mode caps the leverage at 10 (spec 5)', () => {
  expect([cappedLeverage(times('10.01')), cappedLeverage(times('9.99'))]).toEqual([1000, 999])
})

test('a computed cross leverage is truncated to two decimals and at least 0.01 (spec 5)', () => {
  expect(crossLeverage(e8('30500'), e8('99999'))).toBe(30)
  expect(crossLeverage(e8('25500'), e8('1000'))).toBe(2550)
  expect(crossLeverage(e8('0.00000001'), e8('100000'))).toBe(1)
  expect(crossLeverage(e8('0'), e8('100000'))).toBeUndefined()
  expect(crossLeverage(e8('1'), e8('0'))).toBeUndefined()
})
