// Session settlement by rules 1.7 and 1.8: the examples, and that it does not change total profit.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { contractValue, pnlOverEntry } from '../instrument/contract.ts'
import { amount, mulDiv, parseDecimal, priceE8, rateE8, type Amount } from '../numbers/fixed.ts'
import { averagePriceE8, breakEvenPriceE8 } from '../instrument/pnl.ts'
import { nextSessionMs, sessionIntervalMs, settleSession } from './session.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const none = rateE8(0)
const hourMs = 3_600_000

describe('session settlement', () => {
  it('EX-1.11: S 50,250, a sale brings +45, UPL +75, the session +175 and S 52,000', () => {
    const opened = amount(e8('5000') + e8('5050'))
    expect(averagePriceE8(opened, e8('0.2'))).toBe(priceE8(Number(e8('50250'))))
    const left = amount(opened / 2n)
    expect(e8('5070') - left).toBe(e8('45'))
    const long = { kind: 'Linear', sign: 1, qty: e8('0.1') } as const
    expect(pnlOverEntry(long, left, priceE8(Number(e8('51000'))))).toBe(e8('75'))
    const markValue = contractValue('Linear', e8('0.1'), priceE8(Number(e8('52000'))))
    const settled = settleSession({
      sign: 1,
      sessionValue: left,
      markValue,
      earnedValue: markValue,
      rate: none,
    })
    expect(settled).toEqual({ funding: 0n, cashFlow: e8('175'), sessionValue: e8('5200') })
    expect(averagePriceE8(settled.sessionValue, e8('0.1'))).toBe(priceE8(Number(e8('52000'))))
  })
  it('EX-1.10: a session at 110 does not change the break-even price of an entry at 100', () => {
    const { cashFlow, sessionValue } = settleSession({
      sign: 1,
      sessionValue: e8('100'),
      markValue: e8('110'),
      earnedValue: e8('110'),
      rate: none,
    })
    // (110 − 10) ÷ 1 = 100 without a fee; the minimum fee of 1.7 applies to both.
    expect(sessionValue - cashFlow).toBe(e8('100'))
    const position = { sign: 1, qty: e8('1'), takerFee: none } as const
    const unsettled = breakEvenPriceE8({ ...position, entryValue: e8('100'), realised: e8('0') })
    const settled = { ...position, realised: cashFlow }
    expect(breakEvenPriceE8({ ...settled, entryValue: sessionValue })).toBe(unsettled)
    expect(breakEvenPriceE8({ ...settled, entryValue: e8('100') })).not.toBe(unsettled)
  })
  it('funding is charged on the value at the mark, in a separate field', () => {
    const settled = settleSession({
      sign: 1,
      sessionValue: e8('70000'),
      markValue: e8('80000'),
      earnedValue: e8('80000'),
      rate: rateE8(10_000),
    })
    expect(settled.funding).toBe(e8('-8'))
    expect(settled.cashFlow).toBe(e8('10000'))
  })
  it('1.8, 0.3: it pays the rounded profit as shown, and funding on the value rounded half-up', () => {
    // 0.001 at a mark of 60,000.12345678 is worth 60.00012345 plus 678 thousandths of a unit.
    const marked = { sessionValue: e8('60'), markValue: e8('60.00012346'), rate: rateE8(10_000) }
    const long = settleSession({ sign: 1, ...marked, earnedValue: e8('60.00012345') })
    expect(long.cashFlow).toBe(e8('0.00012345'))
    expect(long.sessionValue).toBe(e8('60.00012345'))
    // 0.0060000123… is paid, rounded up.
    expect(long.funding).toBe(e8('-0.00600002'))
    const short = settleSession({ sign: -1, ...marked, earnedValue: e8('60.00012346') })
    expect(short.cashFlow).toBe(e8('-0.00012346'))
    expect(short.funding).toBe(e8('0.00600001'))
  })
  it('sessions of eight hours are at 00:00, 08:00 and 16:00 UTC', () => {
    const midnight = Date.UTC(2026, 2, 10)
    expect(nextSessionMs(midnight, 8 * hourMs)).toBe(midnight + 8 * hourMs)
    expect(nextSessionMs(midnight - 1, 8 * hourMs)).toBe(midnight)
    expect(nextSessionMs(midnight + 1, hourMs)).toBe(midnight + hourMs)
  })
  it('1.8: a USDC perpetual settles with its funding, a future every eight hours', () => {
    expect(sessionIntervalMs('UsdcPerpetual', 240)).toBe(4 * hourMs)
    expect(sessionIntervalMs('UsdcFutures', 0)).toBe(8 * hourMs)
    expect(sessionIntervalMs('LinearPerpetual', 480)).toBe(0)
    expect(sessionIntervalMs(undefined, 0)).toBe(0)
  })
  it('14.2.12 and 14.2.8: sessions do not change the total profit, and long and short sum to zero', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 12n }),
        fc.bigInt({ min: 1n, max: 10n ** 10n }),
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 10n }), { minLength: 1 }),
        (qty, entry, marks) => {
          let long = amount(qty * entry)
          let short = long
          let won = 0n
          for (const mark of marks) {
            const markValue = amount(qty * mark)
            const at = { markValue, earnedValue: markValue, rate: none }
            const a = settleSession({ sign: 1, sessionValue: long, ...at })
            const b = settleSession({ sign: -1, sessionValue: short, ...at })
            expect(a.cashFlow + b.cashFlow).toBe(0n)
            won += a.cashFlow
            long = a.sessionValue
            short = b.sessionValue
          }
          const last = marks.at(-1) ?? 0n
          expect(won).toBe(mulDiv(qty, last - entry, 1n, 'nearest'))
        },
      ),
    )
  })
})
