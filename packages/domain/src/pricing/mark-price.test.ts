// Golden examples of rules 2 and 8.2: mark price, premium, funding, price bands.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  amount,
  parseDecimal,
  priceE8,
  rateE8,
  type PriceE8,
  type RateE8,
} from '../numbers/fixed.ts'
import {
  annualFunding,
  fundingCap,
  fundingPayment,
  fundingRate,
  medianOfThree,
  perpetualMark,
  premiumIndex,
  priceBand,
  spotPriceBand,
  weightedPremium,
} from './mark-price.ts'

const price = (text: string): PriceE8 => priceE8(Number(parseDecimal(text, 8) ?? NaN))
const percent = (text: string): RateE8 => rateE8(Number(parseDecimal(text, 6) ?? NaN))
const hourMs = 3_600_000
const eightHours = 480
const btcCap = percent('0.375')

describe('mark price (2.2)', () => {
  const example = {
    index: price('36350'),
    lastFunding: percent('0.01'),
    toFundingMs: 4 * hourMs,
    intervalMs: 8 * hourMs,
    basisAverageE8: price('30'),
    last: price('36500'),
  }

  test('EX-2.3: the median of 36,351.8175, 36,380 and 36,500 is 36,380', () => {
    expect(perpetualMark(example)).toBe(price('36380'))
  })

  test('EX-2.3, the first price: it is the median if the last price is below it', () => {
    const mark = perpetualMark({ ...example, last: price('36000') })
    expect(mark).toBe(price('36351.8175'))
  })

  test('the median of three does not depend on their order', () => {
    for (const [a, b, c] of [
      [1, 2, 3],
      [1, 3, 2],
      [2, 1, 3],
      [2, 3, 1],
      [3, 1, 2],
      [3, 2, 1],
    ] as const) {
      expect(medianOfThree(a, b, c)).toBe(2)
    }
    expect(medianOfThree(5, 5, 1)).toBe(5)
  })
})

describe('premium and funding rate (2.5, 2.6)', () => {
  test('EX-2.5: 0.02, 0.04, −0.01 and 0.06 % have the weighted mean 0.031 %', () => {
    const samples = ['0.02', '0.04', '-0.01', '0.06'].map(percent)
    expect(weightedPremium(samples)).toBe(percent('0.031'))
    expect(weightedPremium([])).toBe(0)
  })

  test('the premium is the distance of the impact prices beyond the index', () => {
    const index = price('50000')
    expect(premiumIndex(price('50050'), price('50060'), index)).toBe(percent('0.1'))
    expect(premiumIndex(price('49940'), price('49950'), index)).toBe(percent('-0.1'))
    expect(premiumIndex(price('49990'), price('50010'), index)).toBe(0)
  })

  test('the cap of BTCUSDT is min(0.75 × (1 % − 0.5 %), 0.5 %) = 0.375 %', () => {
    expect(fundingCap(percent('1'), percent('0.5'))).toBe(btcCap)
    expect(fundingCap(percent('10'), percent('0.5'))).toBe(percent('0.5'))
  })

  test.each([
    ['0.03', '0.01'],
    ['0.08', '0.03'],
    ['-0.6', '-0.375'],
    ['0', '0.01'],
    ['9', '0.375'],
  ])('EX-2.6: a premium of %s %% gives a rate of %s %%', (premium, rate) => {
    expect(fundingRate(percent(premium), eightHours, btcCap)).toBe(percent(rate))
  })

  test('the interest is proportional to the interval: 0.005 % in 4 hours, 0.00125 % in one', () => {
    expect(fundingRate(percent('0'), 240, btcCap)).toBe(percent('0.005'))
    expect(fundingRate(percent('0'), 60, btcCap)).toBe(percent('0.00125'))
  })
})

describe('funding payment (2.7)', () => {
  test('EX-2.7: long 10 BTC at 8,000 and 0.01 % pays 8 USDT, the short receives them', () => {
    const value = amount(parseDecimal('80000', 8) ?? 0n)
    expect(fundingPayment(1, value, percent('0.01'))).toBe(-800_000_000n)
    expect(fundingPayment(-1, value, percent('0.01'))).toBe(800_000_000n)
    expect(fundingPayment(1, value, percent('-0.01'))).toBe(800_000_000n)
  })

  test('D-04: a payment is rounded up, a receipt down', () => {
    expect(fundingPayment(1, amount(1n), percent('0.01'))).toBe(-1n)
    expect(fundingPayment(-1, amount(1n), percent('0.01'))).toBe(0n)
    expect(fundingPayment(1, amount(1n), percent('-0.01'))).toBe(0n)
    expect(fundingPayment(-1, amount(1n), percent('-0.01'))).toBe(-1n)
  })

  test('14.2.7: payments exceed receipts by less than a unit per position, and are never below them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.bigInt({ min: 1n, max: 10n ** 18n }), { minLength: 1, maxLength: 8 }),
        fc.integer({ min: -500_000, max: 500_000 }),
        (values, rate) => {
          // All longs, and one short against all of them.
          const whole = values.reduce((sum, value) => sum + value, 0n)
          let sum = fundingPayment(-1, amount(whole), rateE8(rate)) as bigint
          for (const value of values) sum += fundingPayment(1, amount(value), rateE8(rate))
          expect(-sum >= 0n && -sum < BigInt(values.length + 1)).toBe(true)
        },
      ),
      { seed: 1, numRuns: 2000 },
    )
  })
})

describe('price band of contracts (8.2)', () => {
  const band = (averageE8: number): [number, number] => {
    const { maxBuyE8, minSellE8 } = priceBand({
      mark: price('60000'),
      index: price('60100'),
      averageE8,
      bandX: percent('1'),
      bandY: percent('2'),
    })
    return [maxBuyE8, minSellE8]
  }

  test.each([
    ['0', '60600', '59400'],
    ['150', '60750', '59400'],
    ['-80', '60600', '59320'],
  ])('EX-8.1: at an average of %s the band is %s / %s', (average, buy, sell) => {
    expect(band(price(average))).toEqual([price(buy), price(sell)])
  })

  test('the outer ratio limits the band whatever the average is', () => {
    expect(band(price('5000'))).toEqual([price('61200'), price('59400')])
    expect(band(price('-5000'))).toEqual([price('60600'), price('58800')])
  })
})

describe('price band of spot pairs (8.2)', () => {
  test.each([
    ['30', '20130', '19930'],
    ['-60', '20040', '19840'],
    ['0', '20100', '19900'],
    ['500', '20200', '20000'],
    ['-500', '20000', '19800'],
  ])('EX-8.2: at an average of %s the band is %s / %s', (average, buy, sell) => {
    const band = spotPriceBand({
      index: price('20000'),
      averageE8: price(average),
      bandX: percent('0.5'),
      bandY: percent('1'),
    })
    expect(band).toEqual({ maxBuyE8: price(buy), minSellE8: price(sell) })
  })
})

describe('annual funding', () => {
  test('0.01 % every eight hours, 1,095 times, is 10.95 %; the sign is kept', () => {
    expect(annualFunding(percent('0.01'), 480)).toBe(percent('10.95'))
    expect(annualFunding(percent('-0.01'), 480)).toBe(percent('-10.95'))
  })

  test('0.09 % over three settlements of four hours is 0.03 % per settlement, 2,190 times', () => {
    expect(annualFunding(percent('0.09'), 240, 3)).toBe(percent('65.7'))
  })

  test('it is 0 for a contract without funding and without settlements', () => {
    expect(annualFunding(percent('0.01'), 0)).toBe(0)
    expect(annualFunding(percent('0.01'), 480, 0)).toBe(0)
  })
})
