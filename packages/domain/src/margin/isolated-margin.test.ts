// Isolated margin by rules 4.4 and 5: the examples, exact.
import { describe, expect, it } from 'vitest'
import { amount, leverageE2, parseDecimal, rateE8, type Amount } from '../numbers/fixed.ts'
import {
  isLiquidatedAtEveryPrice,
  isolatedMarginLeft,
  isolatedBankruptcyPriceE8,
  isolatedLiquidationPriceE8,
  replenishment,
  type IsolatedInput,
} from './isolated-margin.ts'
import { withDeductions } from './cross-margin.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? 0n)
const price = (text: string): number => Number(e8(text))
const tier = (limit: string, rate: string): Parameters<typeof withDeductions>[0][number] => ({
  limit: e8(limit),
  initialRateE8: rateE8(1_000_000),
  maintenanceRateE8: rateE8(Number(e8(rate))),
  maxLeverageE2: leverageE2(10_000),
})
const tiers = withDeductions([tier('2000000', '0.005'), tier('2600000', '0.0056')])
type Case = readonly [sign: 1 | -1, qty: string, entry: string, leverage: number, extra?: string]
const linear = (...[sign, qty, entry, leverage, extra = '0']: Case): IsolatedInput => ({
  kind: 'Linear',
  sign,
  qty: e8(qty),
  entryValue: amount((e8(qty) * e8(entry)) / 100_000_000n),
  leverage: leverageE2(leverage * 100),
  takerFee: rateE8(55_000),
  extra: e8(extra),
})
const inverse = (...[sign, contracts, entry, leverage, extra = '0']: Case): IsolatedInput => ({
  ...linear(sign, contracts, entry, leverage, extra),
  kind: 'Inverse',
  entryValue: amount((e8(contracts) * 100_000_000n) / e8(entry)),
})
const liquidation = (input: IsolatedInput): number | undefined =>
  isolatedLiquidationPriceE8(input, tiers, input.entryValue)

describe('isolated, linear', () => {
  it('EX-4.9: at 20x the liquidation price is 38,190.95', () => {
    expect(liquidation(linear(1, '1', '40000', 20))).toBe(price('38190.95477387'))
  })
  it('EX-5.1: with 3,000 added the long is liquidated at 36,380.25034372', () => {
    expect(liquidation(linear(1, '1', '40000', 50, '3000'))).toBe(price('36380.25034372'))
  })
  it('EX-5.2: the short is liquidated at 40,597.01492537, with 3,000 added at 43,580.44866368', () => {
    expect(liquidation(linear(-1, '1', '40000', 50))).toBe(price('40597.01492537'))
    expect(liquidation(linear(-1, '1', '40000', 50, '3000'))).toBe(price('43580.44866368'))
  })
  it('EX-5.3: 60 BTC in the second tier are liquidated at 39,400.64360418', () => {
    expect(liquidation(linear(1, '60', '40000', 50))).toBe(price('39400.64360418'))
  })
  it('EX-5.5: a long at 60,000 with 50x is bankrupt at 58,800', () => {
    expect(isolatedBankruptcyPriceE8(linear(1, '1', '60000', 50))).toBe(price('58800'))
  })
  it('EX-5.6: added margin moves the liquidation price, and is kept when the position grows', () => {
    expect(liquidation(linear(1, '1', '10000', 20))).toBe(price('9547.73869347'))
    expect(liquidation(linear(1, '1', '10000', 20, '1000'))).toBe(price('8542.16049983'))
    expect(liquidation(linear(1, '2', '10000', 20, '1000'))).toBe(price('9044.94959665'))
  })
  it('EX-5.7: replenishment adds 4,000, then the remaining 2,000, then nothing', () => {
    const entryValue = e8('40000')
    const initial = e8('4000')
    const first = replenishment({ entryValue, initial, extra: e8('0'), available: e8('6000') })
    expect(first).toBe(e8('4000'))
    expect(liquidation(linear(1, '5', '8000', 10))).toBe(price('7236.18090452'))
    expect(liquidation(linear(1, '5', '8000', 10, '4000'))).toBe(price('6431.71834961'))
    const next = replenishment({ entryValue, initial, extra: first, available: e8('2000') })
    expect(next).toBe(e8('2000'))
    expect(liquidation(linear(1, '5', '8000', 10, '6000'))).toBe(price('6029.48707216'))
    const last = replenishment({ entryValue, initial, extra: e8('6000'), available: e8('0') })
    expect(last).toBe(0n)
  })
})

describe('isolated, inverse', () => {
  it('EX-5.4: 60,000 long at 50,000, 10x, is liquidated at 45,681.81818182, with 0.1 BTC at 42,466.43265485', () => {
    expect(liquidation(inverse(1, '60000', '50000', 10))).toBe(price('45681.81818182'))
    expect(liquidation(inverse(1, '60000', '50000', 10, '0.1'))).toBe(price('42466.43265485'))
  })
  it('EX-5.5: an inverse short at 60,000 with 10x is bankrupt at 66,666.66666667', () => {
    expect(isolatedBankruptcyPriceE8(inverse(-1, '60000', '60000', 10))).toBe(
      price('66666.66666667'),
    )
  })
  it('a short at 1x has no liquidation price', () => {
    expect(liquidation(inverse(-1, '60000', '60000', 1))).toBeUndefined()
  })
})

describe('5.1: a position without a liquidation price', () => {
  const atEvery = (input: IsolatedInput): boolean =>
    isLiquidatedAtEveryPrice(input, tiers, input.entryValue)

  it.each([
    ['a long at 1x', linear(1, '1', '40000', 1)],
    ['an inverse short at 1x', inverse(-1, '40000', '40000', 1)],
  ])('%s cannot lose more than its margin: no price liquidates it', (_, input) => {
    expect(liquidation(input)).toBeUndefined()
    expect(atEvery(input)).toBe(false)
  })
  // At a price of 0 the gain is 40,000 and the margin 4,000; 50,000 has been removed.
  it.each([
    ['short', linear(-1, '1', '40000', 10, '-50000')],
    ['inverse long', inverse(1, '40000', '40000', 10, '-2')],
    ['long', linear(1, '1', '40000', 10, '-100000000')],
  ])(
    'a %s from which more margin was removed than any price can restore: every price liquidates it',
    (_, input) => {
      expect(liquidation(input)).toBeUndefined()
      expect(atEvery(input)).toBe(true)
      const { left, needed } = isolatedMarginLeft(input, tiers, input.entryValue)
      expect(left).toBeLessThanOrEqual(needed)
    },
  )
  it('the remaining margin is V ÷ L + X ÷ (1 + f) + profit, the needed one value × m − D', () => {
    const input = linear(-1, '1', '40000', 10, '-50000')
    const margin = isolatedMarginLeft(input, tiers, e8('41000'))
    // 4,000 − 50,000 ÷ 1.00055 − 1,000; 41,000 × 0.5 %.
    expect(margin.left).toBeLessThan(-46_972_00000000n)
    expect(margin.left).toBeGreaterThan(-46_973_00000000n)
    expect(margin.needed).toBe(205_00000000n)
  })
})
