// Fees, exercise and price limits of options: the examples of rules 9.1 and 9.4.

import { describe, expect, test } from 'vitest'
import { amount, parseDecimal, priceE8, rateE8 } from '../numbers/fixed.ts'
import {
  exerciseValueE8,
  isDailyOption,
  optionDeliveryFee,
  optionBreakEvenE8,
  optionFee,
  optionPriceLimits,
  outOfMoneyE8,
} from './option.ts'

const money = (text: string) => amount(parseDecimal(text, 8) ?? -1n)
const price = (text: string) => priceE8(Number(money(text)))
const friday = Date.UTC(2026, 10, 27, 8)

describe('9.4', () => {
  test('EX-9.3: 0.3 calls at 3,000 as maker, index 42,000, pay 2.52', () => {
    const traded = { qty: money('0.3'), premium: money('900') }
    expect(optionFee(rateE8(20_000), price('42000'), traded)).toBe(money('2.52'))
  })

  test('EX-9.4: a price of 50 as taker pays the cap, 1.05', () => {
    const traded = { qty: money('0.3'), premium: money('15') }
    expect(optionFee(rateE8(30_000), price('42000'), traded)).toBe(money('1.05'))
  })

  // 0.3 coins; the closing fee is 0.03 % of 42,000, 12.60 per coin, or 7 % of the premium.
  test.each([
    // Bought at 900, opening fee 3.78: (270 + 3.78) ÷ 0.3 = 912.60, and 12.60 to close.
    { held: 'a long', sign: 1, cost: '270', won: '-3.78', breakEven: '925.2' },
    // Sold at 900: 900 − 12.60 was received, and 12.60 is the fee to close.
    { held: 'a short', sign: -1, cost: '270', won: '-3.78', breakEven: '874.8' },
    // Bought at 50: (15 + 1.05) ÷ 0.3 = 53.50, and 53.50 ÷ 0.93 with the fee at its cap.
    { held: 'a cheap long', sign: 1, cost: '15', won: '-1.05', breakEven: '57.52688172' },
    // Sold at 50: 46.50 ÷ 1.07.
    { held: 'a cheap short', sign: -1, cost: '15', won: '-1.05', breakEven: '43.45794393' },
    {
      held: 'a long that has gained more than its cost',
      sign: 1,
      cost: '15',
      won: '20',
      breakEven: '0',
    },
  ] as const)(
    '1.7: the break-even price of $held includes both fees',
    ({ sign, cost, won, breakEven }) => {
      const held = {
        sign,
        qty: money('0.3'),
        entryValue: money(cost),
        realised: money(won),
      }
      expect(optionBreakEvenE8(held, rateE8(30_000), price('42000'))).toBe(price(breakEven))
    },
  )

  test('EX-9.5: a call of 45,000 pays 5,000 at 50,000 and its fee is 2.25; at 45,010 0.375', () => {
    const terms = { right: 'Call', strikeE8: price('45000') } as const
    const far = exerciseValueE8(terms, price('50000'))
    expect(far).toBe(price('5000'))
    const qty = money('0.3')
    const at = (text: string) => ({
      price: price(text),
      value: exerciseValueE8(terms, price(text)),
      deliveryMs: friday,
    })
    expect(optionDeliveryFee(qty, at('50000'))).toBe(money('2.25'))
    expect(optionDeliveryFee(qty, at('45010'))).toBe(money('0.375'))
    expect(optionDeliveryFee(qty, at('44990'))).toBe(0n)
  })

  test('a put pays below its strike; daily options are delivered without a fee', () => {
    const terms = { right: 'Put', strikeE8: price('45000') } as const
    expect(exerciseValueE8(terms, price('44000'))).toBe(price('1000'))
    expect(exerciseValueE8(terms, price('46000'))).toBe(0)
    const thursday = friday - 86_400_000
    expect([isDailyOption(friday), isDailyOption(thursday)]).toEqual([false, true])
    const daily = { price: price('44000'), value: price('1000'), deliveryMs: thursday }
    expect(optionDeliveryFee(money('1'), daily)).toBe(0n)
  })
})

test('9.1: price limits are a hundredth of the index around the mark, and at least 0.05 % of the index', () => {
  const tick = 500_000_000
  const near = optionPriceLimits(price('2000'), price('60000'), tick)
  expect(near).toEqual({ maxBuyE8: price('2600'), minSellE8: price('1400') })
  const far = optionPriceLimits(price('10'), price('60000'), tick)
  expect(far).toEqual({ maxBuyE8: price('610'), minSellE8: price('30') })
  const cheap = optionPriceLimits(price('0.00000001'), price('100'), tick)
  expect(cheap.maxBuyE8).toBe(tick)
})

test('9.5: the amount by which an option is out of the money', () => {
  const call = { right: 'Call', strikeE8: price('66000') } as const
  expect(outOfMoneyE8(call, price('60000'))).toBe(price('6000'))
  expect(outOfMoneyE8({ ...call, right: 'Put' }, price('60000'))).toBe(0)
})
