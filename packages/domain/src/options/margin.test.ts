// Cross margin of options: the numbers of rules 9.5, and maintenance never above initial margin.

import { expect, test } from 'vitest'
import { amount, parseDecimal, priceE8 } from '../numbers/fixed.ts'
import { createPrng } from '../numbers/prng.ts'
import {
  optionFactorsOf,
  optionLiquidationFee,
  sellOptionMargin,
  shortOptionInitial,
  shortOptionMaintenance,
  shortOptionParts,
  type ShortOption,
} from './margin.ts'

const money = (text: string) => amount(parseDecimal(text, 8) ?? -1n)
const price = (text: string) => priceE8(Number(money(text)))

const put: ShortOption = {
  terms: { right: 'Put', strikeE8: price('18500') },
  factors: optionFactorsOf('BTC'),
  qty: money('1'),
  index: price('20250'),
  mark: price('290'),
}
const call: ShortOption = {
  ...put,
  terms: { right: 'Call', strikeE8: price('66000') },
  index: price('60000'),
  mark: price('900'),
}

test('EX-9.6: a short put of 18,500 at 20,250 needs MM 938 and IM 2,315', () => {
  expect(shortOptionMaintenance(put)).toBe(money('938'))
  expect(shortOptionInitial(put, money('280'))).toBe(money('2315'))
})

test('EX-9.7: a short call of 66,000 at 60,000 needs MM 2,820 and IM 7,000', () => {
  expect(shortOptionMaintenance(call)).toBe(money('2820'))
  expect(shortOptionInitial(call, money('1000'))).toBe(money('7000'))
})

test('an order to sell needs the margin of the short, less the premium received', () => {
  expect(sellOptionMargin(call, money('1000'))).toBe(money('6000'))
  expect(sellOptionMargin(call, money('800'))).toBe(money('6100'))
  // A very high premium raises the margin by as much as it pays.
  expect(sellOptionMargin(call, money('1000000'))).toBe(money('6000'))
})

test('the parts of a short add up to its margin, and show which of two amounts was the larger', () => {
  // EX-9.6: 607.50 + 290 + 40.50 = 938; 10 % of 20,250 is more than 3,037.50 − 1,750; 2,025 + 290.
  const parts = shortOptionParts(put, money('280'))
  expect(parts).toEqual({
    cover: money('2025'),
    isLeast: true,
    premium: money('290'),
    isMark: true,
    initial: money('2315'),
    kept: money('607.5'),
    mark: money('290'),
    fee: money('40.5'),
    maintenance: money('938'),
  })
  expect(shortOptionParts(call, money('1000'))).toMatchObject({ isMark: false, isLeast: true })
  const near = { ...call, terms: { right: 'Call', strikeE8: price('60500') } } as const
  expect(shortOptionParts(near, money('1000'))).toMatchObject({
    isLeast: false,
    cover: money('8500'),
  })
})

test('5.8: liquidating a short pays 0.2 % of the index to the fund', () => {
  expect(optionLiquidationFee(call)).toBe(money('120'))
})

test('options on coins other than BTC have a maintenance rate of 5 %', () => {
  const ether = { ...call, factors: optionFactorsOf('ETH') }
  expect(shortOptionMaintenance(ether)).toBe(money('4020'))
})

test('14.2.14: maintenance margin is never above initial margin; both grow with the size', () => {
  const random = createPrng(5)
  for (let k = 0; k < 2_000; k += 1) {
    const short: ShortOption = {
      terms: {
        right: random.nextBelow(2) === 0 ? 'Call' : 'Put',
        strikeE8: priceE8(1 + random.nextBelow(2_000_000) * 1_000_000),
      },
      factors: optionFactorsOf(random.nextBelow(2) === 0 ? 'BTC' : 'ETH'),
      qty: amount(BigInt(1 + random.nextBelow(1_000)) * 1_000_000n),
      index: priceE8(1 + random.nextBelow(2_000_000) * 1_000_000),
      mark: priceE8(1 + random.nextBelow(2_000_000) * 100_000),
    }
    const entry = BigInt(random.nextBelow(1_000_000_000)) * 1000n
    const initial = shortOptionInitial(short, entry)
    const maintenance = shortOptionMaintenance(short)
    expect(maintenance <= initial).toBe(true)
    const twice = { ...short, qty: amount(short.qty * 2n) }
    expect(shortOptionMaintenance(twice) >= maintenance).toBe(true)
    expect(shortOptionInitial(twice, entry * 2n) >= initial).toBe(true)
  }
})
