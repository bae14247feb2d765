// Golden examples of rules 3, 4, 5.7 and 7 for cross margin of linear contracts, and the laws
// of 14.2.13–14.2.18 for random figures.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { feeOf } from '../instrument/fees.ts'
import {
  amount,
  leverageE2,
  parseDecimal,
  priceE8,
  rateE8,
  type Amount,
  type LeverageE2,
  type RateE8,
} from '../numbers/fixed.ts'
import type { RiskTier } from '../instrument/instrument.ts'
import {
  closeFeeReserve,
  crossInitialMargin,
  crossLiquidationPriceE8,
  crossMaintenanceMargin,
  maxLeverageOf,
  maxValueAt,
  orderCost,
  tierOf,
  withDeductions,
  type MarginInput,
} from './cross-margin.ts'

const coins = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const percent = (text: string): RateE8 => rateE8(Number(parseDecimal(text, 6) ?? -1n))
const times = (text: string): LeverageE2 => leverageE2(Number(parseDecimal(text, 2) ?? -1n))
const tenTimes = times('10')
const taker = percent('0.055')

/** Rules 4.1: limit (M USDT) · MMR % · IMR % · max leverage · deduction. */
const appendixA = `
2·0.5·1·100·0 | 2.6·0.56·1.11·90·1200 | 3.2·0.63·1.25·80·3020 | 3.8·0.67·1.33·75·4300 |
4.4·0.71·1.43·70·5820 | 5·0.77·1.54·65·8460 | 5.6·0.91·1.82·55·15460 | 8.5·1·2·50·20500 |
10·1.3·2.22·45·46000 | 14·1.5·2.5·40·66000 | 20·1.6·2.86·35·80000 | 28·2·3.33·30·160000 |
38·2.5·4·25·300000 | 50·2.9·5·20·452000 | 55·3·5.26·19·502000 | 60·3.5·5.56·18·777000 |
65·3.6·5.88·17·837000 | 70·3.8·6.25·16·967000 | 75·4·6.67·15·1107000 |
80·4.5·7.14·14·1482000 | 85·5·7.69·13·1882000 | 90·5.5·8.33·12·2307000 |
95·6·9.09·11·2757000 | 100·6.5·10·10·3232000 | 105·7·11.11·9·3732000 |
110·8.5·12.5·8·5307000 | 115·9.5·14.29·7·6407000 | 120·10·16.67·6·6982000 |
150·12·20·5·9382000 | 200·14·25·4·12382000 | 250·18·33.33·3·20382000 |
400·30·50·2·50382000 | 600·42·69.93·1.43·98382000 | 800·50·78.13·1.28·146382000 |
1200·60·100·1·226382000`

const rows = appendixA.split('|').map((row) => row.trim().split('·'))
const table = withDeductions(
  rows.map(([limitM = '', maintenance = '', initial = '', most = '']) => ({
    limit: amount((parseDecimal(limitM, 6) ?? 0n) * 100_000_000n),
    maintenanceRateE8: percent(maintenance),
    initialRateE8: percent(initial),
    maxLeverageE2: times(most),
  })),
)
/** One tier of 0.5 % for the examples without a table. */
const half = table.slice(0, 1)

const maintenanceOf = (tiers: readonly RiskTier[], value: Amount): bigint =>
  crossMaintenanceMargin(
    {
      sign: 1,
      entryValue: amount(0n),
      markValue: value,
      leverage: tenTimes,
      takerFee: taker,
    },
    tierOf(tiers, value),
  )

describe('order cost (3.2)', () => {
  test('EX-3.2: 1 BTC @ 50,000, 10×, 0.055 %: 5,052.25 long, 5,057.75 short', () => {
    expect(orderCost(1, coins('50000'), tenTimes, taker)).toBe(coins('5052.25'))
    expect(orderCost(-1, coins('50000'), tenTimes, taker)).toBe(coins('5057.75'))
  })

  test('EX-3.6: a value of 1,000 USDT @ 50,000 is 0.02 BTC', () => {
    expect(coins('1000') / coins('50')).toBe(20n)
  })
})

describe('risk tiers (4.1–4.3)', () => {
  test('EX-4.1 and the whole table: the recurrence gives every published deduction', () => {
    expect(table).toHaveLength(35)
    expect(table.map((tier) => tier.deduction)).toEqual(rows.map((row) => coins(row.at(-1) ?? '')))
  })

  test('EX-4.2: 2,400,000 is in tier 2 and needs 12,240', () => {
    const value = coins('2400000')
    expect(table.indexOf(tierOf(table, value))).toBe(1)
    expect(maintenanceOf(table, value)).toBe(coins('12240'))
  })

  test('EX-4.4: base 1,000,000 with steps of 1,000,000: 4,000,000 is in tier 4, at 40×', () => {
    const steps = withDeductions(
      [0, 1, 2, 3, 4].map((step) => ({
        limit: coins(String(1_000_000 * (step + 1))),
        initialRateE8: percent(String(1 + 0.5 * step)),
        maintenanceRateE8: percent(String(0.5 + 0.5 * step)),
        maxLeverageE2: leverageE2(Math.floor(10_000 / (1 + 0.5 * step))),
      })),
    )
    const tier = tierOf(steps, coins('4000000'))
    expect(steps.indexOf(tier)).toBe(3)
    expect(tier).toMatchObject({
      initialRateE8: percent('2.5'),
      maintenanceRateE8: percent('2'),
      maxLeverageE2: 4_000,
    })
  })

  test('EX-4.3: five tiers of 1,000 at 2 / 2.5 / 3 / 3.5 / 4 %: 3,500 needs 92.50', () => {
    const bands = withDeductions(
      ['2', '2.5', '3', '3.5', '4'].map((rate, k) => ({
        limit: coins(String(1000 * (k + 1))),
        maintenanceRateE8: percent(rate),
        initialRateE8: percent('10'),
        maxLeverageE2: tenTimes,
      })),
    )
    expect(maintenanceOf(bands, coins('3500'))).toBe(coins('92.5'))
    expect(tierOf(bands, coins('3500')).deduction).toBe(coins('30'))
  })

  test('the limit of a tier is inclusive, and beyond the last limit the last tier applies', () => {
    expect(table.indexOf(tierOf(table, coins('2000000')))).toBe(0)
    expect(table.indexOf(tierOf(table, amount(coins('2000000') + 1n)))).toBe(1)
    expect(table.indexOf(tierOf(table, coins('99999999999')))).toBe(34)
    expect(() => tierOf([], coins('1'))).toThrow('at least one tier')
  })

  test.each([
    ['100', '2000000'],
    ['90', '2600000'],
    ['60', '5000000'],
    ['50', '8500000'],
    ['10', '100000000'],
    ['1', '1200000000'],
    ['100.01', '0'],
  ])('EX-4.6: at %s× the maximum value is %s', (leverage, most) => {
    expect(maxValueAt(table, times(leverage))).toBe(coins(most))
  })

  test('the highest leverage is that of tier 1, and 1 without a table', () => {
    expect(maxLeverageOf(table)).toBe(10_000)
    expect(maxLeverageOf([])).toBe(100)
  })

  test('14.2.13: maintenance margin is continuous, rising and convex at every boundary', () => {
    for (const tier of table) {
      const [before, at, after] = [-1n, 0n, 1n].map((step) =>
        maintenanceOf(table, amount(tier.limit + step * 100_000_000n)),
      )
      const left = (at ?? 0n) - (before ?? 0n)
      const right = (after ?? 0n) - (at ?? 0n)
      expect(left > 0n && right >= left).toBe(true)
      expect(right < 100_000_000n).toBe(true)
    }
  })
})

describe('cross margin of a position (4.4)', () => {
  test('EX-4.7: 0.5 BTC long from 50,000 at 10×, mark 50,500: 2,537.375', () => {
    const position: MarginInput = {
      sign: 1,
      entryValue: coins('25000'),
      markValue: coins('25250'),
      leverage: tenTimes,
      takerFee: taker,
    }
    expect(closeFeeReserve(position)).toBe(coins('12.375'))
    expect(crossInitialMargin(position)).toBe(coins('2537.375'))
  })

  test('EX-4.8: 1 BTC @ 40,000, 50×: F_c 21.56, IM 821.56, MM 221.56', () => {
    const position: MarginInput = {
      sign: 1,
      entryValue: coins('40000'),
      markValue: coins('40000'),
      leverage: times('50'),
      takerFee: taker,
    }
    expect(closeFeeReserve(position)).toBe(coins('21.56'))
    expect(crossInitialMargin(position)).toBe(coins('821.56'))
    expect(crossMaintenanceMargin(position, tierOf(half, coins('40000')))).toBe(coins('221.56'))
  })

  test('margins and fees are rounded up, once', () => {
    const odd: MarginInput = {
      sign: -1,
      entryValue: amount(1n),
      markValue: amount(1n),
      leverage: times('3'),
      takerFee: taker,
    }
    expect(closeFeeReserve(odd)).toBe(1n)
    expect(crossInitialMargin(odd)).toBe(1n)
    expect(crossMaintenanceMargin(odd, tierOf(half, amount(1n)))).toBe(2n)
  })

  test('with a deduction larger than the margin only the fee is left, not a negative margin', () => {
    const tier = table[5]
    const small: MarginInput = {
      sign: 1,
      entryValue: coins('100'),
      markValue: coins('100'),
      leverage: tenTimes,
      takerFee: taker,
    }
    if (tier === undefined) throw new Error('the table has six tiers')
    // 0.055 % of the bankruptcy value of 90.
    expect(crossMaintenanceMargin(small, tier)).toBe(coins('0.0495'))
    expect(closeFeeReserve(small)).toBe(coins('0.0495'))
  })

  test('14.2.14, 14.2.16: MM ≤ IM at every leverage that the value allows, and IM falls with the leverage', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<1 | -1>(1, -1),
        fc.bigInt({ min: 1n, max: coins('1200000000') }),
        fc.integer({ min: 100, max: 10_000 }),
        (sign, value, wanted) => {
          const tier = tierOf(table, amount(value))
          const leverage = leverageE2(Math.min(wanted, tier.maxLeverageE2))
          const input = {
            sign,
            entryValue: amount(value),
            markValue: amount(value),
            takerFee: taker,
          }
          const initial = crossInitialMargin({ ...input, leverage })
          // Each of the two is rounded up separately.
          expect(crossMaintenanceMargin({ ...input, leverage }, tier) <= initial + 1n).toBe(true)
          const higher = leverageE2(leverage + 1)
          const less = crossInitialMargin({ ...input, leverage: higher })
          expect(less <= initial).toBe(true)
        },
      ),
      { seed: 2, numRuns: 2000 },
    )
  })
})

describe('estimated liquidation price (5.7)', () => {
  /** EX-5.10: only USDT 10,000, 1 BTC at E = M = 60,000, 10×. */
  const account = {
    qty: coins('1'),
    entryValue: coins('60000'),
    markValue: coins('60000'),
    leverage: tenTimes,
    takerFee: taker,
    balance: coins('10000'),
    otherMaintenance: coins('200'),
    tiers: half,
  }

  test('EX-5.10: IM 6,029.70, MM 329.70', () => {
    const input: MarginInput = { ...account, sign: 1 }
    expect(closeFeeReserve(input)).toBe(coins('29.7'))
    expect(crossInitialMargin(input)).toBe(coins('6029.7'))
    expect(crossMaintenanceMargin(input, tierOf(half, coins('60000')))).toBe(coins('329.7'))
  })

  test('EX-5.11: long 50,482.11055276, short 69,416.61691542', () => {
    expect(crossLiquidationPriceE8({ ...account, sign: 1 })).toBe(
      priceE8(Number(coins('50482.11055276'))),
    )
    expect(crossLiquidationPriceE8({ ...account, sign: -1 })).toBe(
      priceE8(Number(coins('69416.61691542'))),
    )
  })

  test('there is none if the balance exceeds the possible loss, or without a position', () => {
    const rich = { ...account, balance: coins('70000') }
    expect(crossLiquidationPriceE8({ ...rich, sign: 1 })).toBeUndefined()
    expect(crossLiquidationPriceE8({ ...account, sign: 1, qty: amount(0n) })).toBeUndefined()
  })

  test('D-22: if the position’s tier has no price, the price of a lower tier is used', () => {
    // A value of 100,000,000 in tier 24; the balance gives no price in that tier, but one in the
    // first.
    const price = crossLiquidationPriceE8({
      sign: 1,
      qty: coins('2000'),
      entryValue: coins('100000000'),
      markValue: coins('100000000'),
      leverage: tenTimes,
      takerFee: taker,
      balance: coins('99900000'),
      otherMaintenance: amount(0n),
      tiers: table,
    })
    // (100,000,000 − 99,900,000 + 49,500 of F_c) ÷ (2,000 × 0.995)
    expect(price).toBe(Number(coins('75.12562814')))
  })

  test('14.2.21: at the liquidation price the balance equals the maintenance margin, within a millionth', () => {
    let priced = 0
    fc.assert(
      fc.property(
        fc.constantFrom<1 | -1>(1, -1),
        fc.bigInt({ min: coins('0.001'), max: coins('2000') }),
        fc.integer({ min: 3_000_000, max: 9_000_000 }),
        fc.integer({ min: 1, max: 99 }),
        (sign, qty, markCents, share) => {
          const markValue = amount((qty * BigInt(markCents)) / 100n)
          const tier = tierOf(table, markValue)
          const leverage = leverageE2(Math.min(1000, tier.maxLeverageE2))
          const input = { sign, entryValue: markValue, markValue, leverage, takerFee: taker }
          const balance = amount((markValue * BigInt(share)) / 100n)
          if (balance <= crossMaintenanceMargin(input, tier)) return
          const price = crossLiquidationPriceE8({
            ...input,
            qty: amount(qty),
            balance,
            otherMaintenance: amount(0n),
            tiers: table,
          })
          // The balance is below the value of the position, so that a price can use it up.
          if (price === undefined) throw new Error(`no price for ${sign} ${qty} ${balance}`)
          priced += 1
          const value = amount((qty * BigInt(price)) / 100_000_000n)
          const left = balance + (value - markValue) * BigInt(sign)
          const needed = crossMaintenanceMargin(
            { ...input, markValue: value },
            tierOf(table, value),
          )
          const gap = left > needed ? left - needed : needed - left
          expect(gap * 1_000_000n <= value).toBe(true)
        },
      ),
      { seed: 3, numRuns: 2000 },
    )
    expect(priced).toBeGreaterThan(1800)
  })
})

describe('fees (3.1)', () => {
  test('EX-3.1, linear: a value of 80,000 costs 44 as taker and 16 as maker', () => {
    expect(feeOf(coins('80000'), taker)).toBe(coins('44'))
    expect(feeOf(coins('80000'), percent('0.02'))).toBe(coins('16'))
  })
})
