// Golden examples and laws of spot margin (rules 12).

import { describe, expect, test } from 'vitest'
import { amount, priceE8, rateE8, unitE8 } from '../numbers/fixed.ts'
import {
  borrowLimitAt,
  borrowRateAt,
  areLoanTerms,
  borrowed,
  borrowedByLosses,
  hourlyInterest,
  floatingRate,
  isSpotLeverage,
  loanMargin,
  mayBorrowAt,
  mostLeverageOf,
  mustRepay,
  nextInterestMs,
  type LoanTerms,
} from './loans.ts'

const coins = (whole: number) => amount(BigInt(Math.round(whole * 1e8)))

const btc: LoanTerms = {
  hourlyE12: 10_000_000,
  limit: coins(400),
  supply: coins(4000),
  freeOfInterest: amount(0n),
  // As published: 5x up to 390 BTC, then a higher initial margin for each further BTC.
  tiers: [
    { upTo: coins(390), initialE8: rateE8(20_000_000), maintenanceE8: rateE8(4_000_000) },
    { upTo: coins(391), initialE8: rateE8(25_000_000), maintenanceE8: rateE8(4_000_000) },
    { upTo: coins(392), initialE8: rateE8(33_330_000), maintenanceE8: rateE8(4_000_000) },
    { upTo: coins(393), initialE8: rateE8(50_000_000), maintenanceE8: rateE8(4_000_000) },
  ],
}
const none = { debt: 0n, balance: 0n, unrealised: 0n, frozen: 0n }

describe('borrowing (12.1)', () => {
  test('EX-12.1: an order for 300 USDC with 100 USDC borrows 200', () => {
    expect(borrowed({ ...none, balance: coins(100), frozen: coins(300) })).toBe(coins(200))
  })

  test('EX-12.1: an open loss of 100 with 50 USDT borrows 50, and the loan changes with the loss', () => {
    const lost = { ...none, balance: coins(50), unrealised: -coins(100) }
    expect(borrowed(lost)).toBe(coins(50))
    expect(borrowedByLosses(lost)).toBe(coins(50))
    expect(borrowed({ ...lost, unrealised: -coins(60) })).toBe(coins(10))
    expect(borrowed({ ...lost, unrealised: -coins(50) })).toBe(0n)
  })

  test('a loan is owed whether it is spent or not', () => {
    const unspent = { ...none, debt: coins(100), balance: coins(150) }
    expect(borrowed(unspent)).toBe(coins(100))
    expect(borrowed({ ...unspent, balance: coins(0) })).toBe(coins(100))
    expect(borrowed({ ...unspent, frozen: coins(180) })).toBe(coins(130))
  })
})

describe('margin of a loan (12.2)', () => {
  const of = (owed: number, leverage: number) =>
    loanMargin(btc, { owed: coins(owed), usdE8: priceE8(60_000 * 1e8), leverage })

  test('EX-12.2: 2 BTC at 60,000 with 5x need 24,000 initial and 4,800 maintenance margin', () => {
    expect(of(2, 5)).toEqual({ initial: coins(24_000), maintenance: coins(4_800) })
  })

  test('D-53: a lower leverage needs more margin, a higher one not less than the tier’s', () => {
    expect(of(2, 2).initial).toBe(coins(60_000))
    expect(of(2, 10).initial).toBe(coins(24_000))
  })

  test('the tier of the whole loan applies to the whole loan', () => {
    expect(of(390, 5).initial).toBe(coins(390 * 60_000 * 0.2))
    expect(of(390.5, 5).initial).toBe(coins(390.5 * 60_000 * 0.25))
    expect(of(500, 5).initial).toBe(coins(500 * 60_000 * 0.5))
  })

  test('a new loan may raise the initial margin to at most (L − 1) ÷ L of the balance (5.6)', () => {
    expect(mayBorrowAt(5, { initial: 800n, balance: 1000n })).toBe(true)
    expect(mayBorrowAt(5, { initial: 801n, balance: 1000n })).toBe(false)
    expect(mayBorrowAt(2, { initial: 501n, balance: 1000n })).toBe(false)
  })

  test('a leverage is a whole number from 2 to 10, and at most that of the first tier', () => {
    expect([1, 2, 10, 11, 2.5].map(isSpotLeverage)).toEqual([false, true, true, false, false])
    expect(mostLeverageOf(btc)).toBe(5)
  })
})

test('12.5: a loan beyond the limit is repaid after a day, or at once at twice the limit', () => {
  const day = 86_400_000
  const of = (owed: bigint, overMs: number) => mustRepay({ owed, limit: 100n, overMs })
  expect([of(100n, day), of(101n, day - 1), of(101n, day), of(199n, 0), of(200n, 0)]).toEqual([
    false,
    false,
    true,
    false,
    true,
  ])
})

test('EX-12.6: a fee level borrows more, at a lower rate (D-58)', () => {
  const listed = { limit: coins(1000) }
  expect(borrowLimitAt(listed, 'VIP 0')).toBe(coins(1000))
  expect(borrowLimitAt(listed, 'VIP 5')).toBe(coins(2000))
  expect(borrowLimitAt(listed, 'PRO 6')).toBe(coins(3200))
  expect(borrowRateAt(10_000_000, 'VIP 0')).toBe(10_000_000)
  expect(borrowRateAt(10_000_000, 'VIP 5')).toBe(8_500_000)
  expect(borrowRateAt(10_000_000, 'PRO 6')).toBe(6_700_000)
  expect(borrowRateAt(1, 'PRO 6')).toBe(1)
})

describe('interest (12.4)', () => {
  const terms = { hourlyE12: 12_500_000, limit: coins(10_000), freeOfInterest: amount(0n) }
  const debt = (whole: number) => ({ ...none, debt: coins(whole) })

  test('EX-12.5: 200 USDC at 0.0000125 an hour cost 0.0025', () => {
    expect(hourlyInterest(terms, debt(200)).interest).toBe(coins(0.0025))
  })

  test('EX-12.5: a loan of 12,000 with a limit of 10,000 at 0.00001 costs 0.20736', () => {
    const cost = hourlyInterest({ ...terms, hourlyE12: 10_000_000 }, debt(12_000))
    expect(cost.interest).toBe(coins(0.20736))
  })

  test('up to the limit the plain rate applies, and interest is rounded down', () => {
    expect(hourlyInterest(terms, debt(10_000)).interest).toBe(coins(0.125))
    expect(hourlyInterest({ ...terms, hourlyE12: 1 }, debt(1)).interest).toBe(0n)
  })

  test('only loans for unrealised losses are free of interest, up to a limit', () => {
    const free = { ...terms, freeOfInterest: coins(30) }
    const both = { ...none, debt: coins(200), unrealised: -coins(50) }
    expect(hourlyInterest(free, both).bearing).toBe(coins(220))
    expect(hourlyInterest(free, debt(200)).bearing).toBe(coins(200))
  })

  test('interest is next due at the coming minute 5 of an hour', () => {
    const hour = 3_600_000
    const five = 5 * 60_000
    expect(nextInterestMs(0)).toBe(five)
    expect(nextInterestMs(five)).toBe(hour + five)
    expect(nextInterestMs(hour + five - 1)).toBe(hour + five)
  })
})

test('loan terms need a limit and ascending tiers with rates up to 100 %', () => {
  const [first] = btc.tiers
  if (first === undefined) throw new Error('a tier')
  expect(areLoanTerms(btc)).toBe(true)
  expect(areLoanTerms({ ...btc, tiers: [] })).toBe(false)
  expect(areLoanTerms({ ...btc, limit: amount(0n) })).toBe(false)
  expect(areLoanTerms({ ...btc, tiers: [first, first] })).toBe(false)
  const whole = Number(unitE8)
  expect(areLoanTerms({ ...btc, tiers: [{ ...first, initialE8: rateE8(whole + 1) }] })).toBe(false)
  expect(areLoanTerms({ ...btc, hourlyE12: 0.5 })).toBe(false)
})

test('12.4: the rate is the listed one up to half of the pool, and five times it when all is lent', () => {
  const much = (coins: number) => amount(BigInt(Math.round(coins * 1e4)) * 10_000n)
  const pool = { hourlyE12: 1_000_000, supply: much(1000) }
  const at = (lent: number): number => floatingRate(pool, much(lent))
  expect([at(0), at(500), at(750), at(1000), at(2000)]).toEqual([
    1_000_000, 1_000_000, 3_000_000, 5_000_000, 5_000_000,
  ])
  // Half a millionth of the pool more: 8 × 0.0000005 of the rate, rounded up.
  expect(at(500.0005)).toBe(1_000_004)
  expect(floatingRate({ ...pool, supply: much(0) }, much(5))).toBe(1_000_000)
})
