// Golden examples of rules 1 for linear contracts.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf } from './fees.ts'
import {
  amount,
  leverageE2,
  mulDiv,
  parseDecimal,
  rateE8,
  unitE8,
  type Amount,
} from '../numbers/fixed.ts'
import { averagePriceE8, breakEvenPriceE8, roiE2, unrealisedPnl } from './pnl.ts'

const coins = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const price = (text: string): number => Number(coins(text))
const takerFee = rateE8(55_000)

describe('average entry price (1.3)', () => {
  test('EX-1.1: 0.5 @ 5,000 and 0.3 @ 6,000 average 5,375', () => {
    expect(averagePriceE8(coins('4300'), coins('0.8'))).toBe(price('5375'))
  })

  test('0.3: it has eight decimals, rounded half-up; an empty position has 0', () => {
    expect(averagePriceE8(amount(10n), amount(3n * unitE8))).toBe(3)
    expect(averagePriceE8(amount(25n), amount(10n * unitE8))).toBe(3)
    expect(averagePriceE8(coins('1'), amount(0n))).toBe(0)
  })
})

describe('unrealised PnL (1.4)', () => {
  test('EX-1.4: long 0.2 @ 7,000 at 7,500 is +100, short 0.4 @ 6,000 at 5,000 is +400', () => {
    expect(unrealisedPnl(1, coins('1500'), coins('1400'))).toBe(coins('100'))
    expect(unrealisedPnl(-1, coins('2000'), coins('2400'))).toBe(coins('400'))
  })
})

describe('ROI (1.6)', () => {
  test('EX-1.7: +100 on 1,400 at 10× is 71.43 %', () => {
    expect(roiE2(coins('100'), leverageE2(1000), coins('1400'))).toBe(7143)
  })

  test('a loss has a negative ROI, an entry value of 0 an ROI of 0', () => {
    expect(roiE2(coins('-25'), leverageE2(1000), coins('1000'))).toBe(-2500)
    expect(roiE2(coins('1'), leverageE2(1000), amount(0n))).toBe(0)
  })
})

describe('break-even price (1.7)', () => {
  const position = {
    qty: coins('0.5'),
    entryValue: coins('30000'),
    realised: coins('-19.5'),
    takerFee,
  }

  test('EX-1.8: long 60,072.03962179, short 59,928.03957823', () => {
    expect(breakEvenPriceE8({ ...position, sign: 1 })).toBe(price('60072.03962179'))
    expect(breakEvenPriceE8({ ...position, sign: -1 })).toBe(price('59928.03957823'))
  })

  test('EX-1.9: inverse 30,000 @ 60,000: long 60,066.03631998, short 59,934.03628005', () => {
    const inverse = {
      kind: 'Inverse' as const,
      qty: coins('30000'),
      entryValue: coins('0.5'),
      realised: coins('-0.000275'),
      takerFee,
    }
    expect(breakEvenPriceE8({ ...inverse, sign: 1 })).toBe(price('60066.03631998'))
    expect(breakEvenPriceE8({ ...inverse, sign: -1 })).toBe(price('59934.03628005'))
  })

  test('a rate below 0.055 % counts as 0.055 %, a higher one as itself', () => {
    const cheap = breakEvenPriceE8({ ...position, sign: 1, takerFee: rateE8(10_000) })
    expect(cheap).toBe(price('60072.03962179'))
    const dear = breakEvenPriceE8({ ...position, sign: 1, takerFee: rateE8(100_000) })
    expect(dear).toBeGreaterThan(price('60072.03962179'))
    expect(breakEvenPriceE8({ ...position, sign: 1, qty: amount(0n) })).toBe(0)
  })

  test('14.2.11: closing at the break-even price has a total profit of 0, to the price’s last decimal', () => {
    let priced = 0
    fc.assert(
      fc.property(
        fc.constantFrom<1 | -1>(1, -1),
        fc.bigInt({ min: coins('0.001'), max: coins('100') }),
        fc.integer({ min: 1_000, max: 100_000 }),
        fc.bigInt({ min: coins('-50'), max: coins('50') }),
        (sign, qty, entry, realised) => {
          const entryValue = amount(qty * BigInt(entry))
          const breakEven = breakEvenPriceE8({
            sign,
            qty: amount(qty),
            entryValue,
            realised: amount(realised),
            takerFee,
          })
          if (breakEven <= 0) return
          priced += 1
          const exit = amount(mulDiv(qty, BigInt(breakEven), unitE8, 'nearest'))
          const total = unrealisedPnl(sign, exit, entryValue) + realised - feeOf(exit, takerFee)
          // Half a unit of the price times the quantity, and the rounding of value and fee.
          const slack = qty / unitE8 + 3n
          expect(total <= slack && total >= -slack).toBe(true)
        },
      ),
      { seed: 1, numRuns: 1000 },
    )
    expect(priced).toBeGreaterThan(900)
  })
})
