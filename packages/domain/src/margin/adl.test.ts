// Auto-deleveraging by rules 5.9: the example, the alert of an insurance pool, and law 14.2.27.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractKinds } from '../instrument/contract.ts'
import { amount, parseDecimal, priceE8, type Amount } from '../numbers/fixed.ts'
import {
  adlAlert,
  adlIndicator,
  adlPrice,
  adlScore,
  adlScoreE8,
  byAdlRank,
  defaultAdlSettings,
  isDeleveraging,
  lossBeyond,
  noAlert,
  type AdlCandidate,
  type AdlPosition,
  type PoolFigures,
} from './adl.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const long = (entry: string, bankruptcy: string): AdlPosition => ({
  kind: 'Linear',
  sign: 1,
  entryValue: e8(entry),
  markValue: e8('60000'),
  bankruptcyValue: e8(bankruptcy),
})
const candidate = (position: AdlPosition, change: Partial<AdlCandidate> = {}): AdlCandidate => ({
  score: adlScore(position),
  sizeLots: 1000,
  openedMs: 0,
  account: 1,
  ...change,
})

describe('ranking', () => {
  const first = long('50000', '45000')
  const second = long('58000', '56840')
  const third = long('61000', '54900')
  test('EX-5.13: scores 0.8, 0.65473592 and −0.00139344, in this order', () => {
    const scores = [first, second, third].map((position) => adlScoreE8(adlScore(position)))
    expect(scores).toEqual([e8('0.8'), e8('0.65473592'), -e8('0.00139344')])
    const ranked = [third, first, second].map((position) => candidate(position)).sort(byAdlRank)
    expect(ranked.map(({ score }) => adlScoreE8(score))).toEqual(scores)
  })
  test('inverse: r is UPL ÷ entry value in the coin, s (1 − E/M)', () => {
    // 60,000 contracts from 50,000 to 60,000 at 10x: r = 1 − 50/60, effLev = 1 ÷ |1 − 1.32|.
    const position = {
      ...first,
      kind: 'Inverse',
      entryValue: e8('1.2'),
      markValue: e8('1'),
    } as const
    const score = adlScore({ ...position, bankruptcyValue: e8('1.32') })
    expect(adlScoreE8(score)).toBe(e8('0.52083333'))
  })
  test('of equal scores the larger position ranks first, then the older', () => {
    const twins = [
      candidate(first, { openedMs: 2, account: 1 }),
      candidate(first, { openedMs: 1, account: 2 }),
      candidate(first, { sizeLots: 2000, openedMs: 3, account: 3 }),
    ]
    expect(twins.sort(byAdlRank).map(({ account }) => account)).toEqual([3, 2, 1])
  })
  test('the ADL indicator is 5 in the top fifth and 0 without a position', () => {
    expect([0, 1, 2, 3, 4].map((place) => adlIndicator(place, 5))).toEqual([5, 4, 3, 2, 1])
    expect([0, 1, 2].map((place) => adlIndicator(place, 3))).toEqual([5, 4, 2])
    expect(adlIndicator(0, 1)).toBe(5)
    expect(adlIndicator(0, 0)).toBe(0)
    const counts = new Map<number, number>()
    for (let place = 0; place < 100; place += 1) {
      const indicator = adlIndicator(place, 100)
      counts.set(indicator, (counts.get(indicator) ?? 0) + 1)
    }
    expect([...counts.values()]).toEqual([20, 20, 20, 20, 20])
  })
  test('14.2.27: every profitable position ranks before every losing one', () => {
    const anyValue = fc.bigInt({ min: 1n, max: 10n ** 16n }).map(amount)
    const anyPosition = fc.record({
      kind: fc.constantFrom(...contractKinds),
      sign: fc.constantFrom<1 | -1>(1, -1),
      entryValue: anyValue,
      markValue: anyValue,
      bankruptcyValue: anyValue,
    })
    const won = ({ kind, sign, entryValue, markValue }: AdlPosition): boolean =>
      (kind === 'Linear') === (sign === 1) ? markValue > entryValue : entryValue > markValue
    fc.assert(
      fc.property(fc.array(anyPosition), (positions) => {
        const ranked = positions.map((position) => ({ position, ...candidate(position) }))
        ranked.sort(byAdlRank)
        const order = ranked.map(({ position }) => won(position))
        expect(order).toEqual(order.toSorted((a, b) => Number(b) - Number(a)))
      }),
    )
  })
})

describe('an insurance pool', () => {
  const figures = (symbolPnl: number, balance = 500, symbolPnlPeak = 0): PoolFigures => ({
    balance: amount(BigInt(balance)),
    balancePeak: amount(1000n),
    symbolPnl: amount(BigInt(symbolPnl)),
    symbolPnlPeak: amount(BigInt(symbolPnlPeak)),
  })
  const alert = (now: PoolFigures, was = noAlert) => adlAlert(now, defaultAdlSettings, was)
  test('D-29: deleverages from pnlRatio ≤ −0.30 until pnlRatio > −0.25', () => {
    expect(alert(figures(-299))).toEqual(noAlert)
    const on = alert(figures(-300))
    expect(on).toEqual({ drawdown: true, exhausted: false })
    expect(alert(figures(-250), on).drawdown).toBe(true)
    expect(alert(figures(-249), on).drawdown).toBe(false)
    expect(alert(figures(-100, 500, 200)).drawdown).toBe(true)
  })
  test('that is exhausted deleverages until its balance is above 0', () => {
    const on = alert(figures(0, 0))
    expect(isDeleveraging(on)).toBe(true)
    expect(alert(figures(-300, 0))).toEqual({ drawdown: false, exhausted: true })
    expect(isDeleveraging(alert(figures(0, 1), on))).toBe(false)
  })
  test('does not cover a loss beyond the trigger or the balance', () => {
    expect(lossBeyond(figures(-200), defaultAdlSettings)).toBe(0n)
    expect(lossBeyond(figures(-400), defaultAdlSettings)).toBe(100n)
    expect(lossBeyond(figures(0, -50), defaultAdlSettings)).toBe(50n)
    const after = figures(-400 + Number(lossBeyond(figures(-400), defaultAdlSettings)))
    expect(alert(after).drawdown).toBe(true)
  })
})

test('D-31: the price is the bankruptcy price, or the mark if they are more than 5 % apart', () => {
  const price = (whole: number) => priceE8(whole * 1e8)
  expect(adlPrice(price(57_000), price(60_000))).toBe(price(57_000))
  expect(adlPrice(price(56_999), price(60_000))).toBe(price(60_000))
  expect(adlPrice(price(63_001), price(60_000))).toBe(price(60_000))
})
