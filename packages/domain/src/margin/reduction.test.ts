// Stepwise reduction by rules 5.5: the example, both kinds of contract, and its law.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { contractKinds, contractValue } from '../instrument/contract.ts'
import {
  amount,
  leverageE2,
  parseDecimal,
  priceE8,
  priceTicks,
  qtyLots,
  rateE8,
  type Amount,
} from '../numbers/fixed.ts'
import { isolatedLiquidationPriceE8 } from './isolated-margin.ts'
import { tierOf, withDeductions } from './cross-margin.ts'
import { conservativeTicks } from './bankruptcy.ts'
import { lotsOfSlice, lotsToLowerTier, reductionLimit, type Reducible } from './reduction.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const tier = (limit: string, rate: string): Parameters<typeof withDeductions>[0][number] => ({
  limit: e8(limit),
  initialRateE8: rateE8(1_000_000),
  maintenanceRateE8: rateE8(Number(e8(rate))),
  maxLeverageE2: leverageE2(10_000),
})
const tiers = withDeductions([
  tier('2000000', '0.005'),
  tier('2600000', '0.0056'),
  tier('3200000', '0.0063'),
])
const linear: Reducible = {
  kind: 'Linear',
  sizeLots: qtyLots(60_000),
  lotSizeE8: 100_000,
  mark: priceE8(Number(e8('39400.6'))),
  tiers,
}

describe('down to the lower tier', () => {
  test('EX-5.8: of 60 BTC, 9.240 are sold at 39,400.6; the rest stays, with LP 39,397.0', () => {
    expect(lotsToLowerTier(linear)).toBe(9240)
    const left = e8('50.76')
    const entryValue = amount((left * e8('40000')) / 100_000_000n)
    const price = isolatedLiquidationPriceE8(
      {
        kind: 'Linear',
        sign: 1,
        qty: left,
        entryValue,
        leverage: leverageE2(5000),
        takerFee: rateE8(55_000),
        extra: e8('0'),
      },
      tiers,
      contractValue('Linear', left, linear.mark),
    )
    expect(price).toBe(Number(e8('39396.98492462')))
    expect(conservativeTicks(1, price ?? priceE8(0), 10_000_000)).toBe(393_970)
    expect(linear.mark).toBeGreaterThan(Number(e8('39397')))
  })
  test('inverse: value in coin, so contracts = (value − limit) × M', () => {
    const inverse: Reducible = {
      kind: 'Inverse',
      sizeLots: qtyLots(7_000_000),
      lotSizeE8: 100_000_000,
      mark: priceE8(Number(e8('60000'))),
      tiers: withDeductions([tier('100', '0.005'), tier('150', '0.0056')]),
    }
    // 116.66… BTC down to 100: 1,000,000 contracts.
    expect(lotsToLowerTier(inverse)).toBe(1_000_000)
    expect(lotsToLowerTier({ ...inverse, sizeLots: qtyLots(6_000_000) })).toBe(0)
  })
  test('the position is reduced by one tier at a time, also from beyond the last limit', () => {
    const far = { ...linear, sizeLots: qtyLots(90_000) }
    expect(lotsToLowerTier(far)).toBe(Math.ceil(90_000 - 2_600_000 / 39.4006))
  })
  test('law: after a step the value fits the lower tier, and one lot less would not be enough', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...contractKinds),
        fc.integer({ min: 1, max: 200_000 }),
        fc.integer({ min: 100_000_000, max: 10 ** 13 }),
        (kind, size, mark) => {
          const price = priceE8(mark)
          const coins = withDeductions([tier('0.001', '0.005'), tier('0.01', '0.0056')])
          const own = kind === 'Linear' ? tiers : coins
          const lotSizeE8 = kind === 'Linear' ? 10_000_000 : 100_000_000
          const position = { kind, sizeLots: qtyLots(size), lotSizeE8, mark: price, tiers: own }
          const valueOf = (lots: number): Amount =>
            contractValue(kind, amount(BigInt(lots) * BigInt(lotSizeE8)), price)
          const cut = lotsToLowerTier(position)
          const place = own.indexOf(tierOf(own, valueOf(size)))
          if (place === 0) {
            expect(cut).toBe(0)
            return
          }
          const limit = own[place - 1]?.limit ?? 0n
          expect(valueOf(size - cut)).toBeLessThanOrEqual(limit)
          if (cut > 1) expect(valueOf(size - cut + 1)).toBeGreaterThanOrEqual(limit)
        },
      ),
    )
  })
})

test('D-28: tier-1 positions are closed in slices of 20 % of the original size', () => {
  const slices: number[] = []
  let size = qtyLots(11)
  while (size > 0) {
    const slice = lotsOfSlice(qtyLots(11), size)
    slices.push(slice)
    size = qtyLots(size - slice)
  }
  expect(slices).toEqual([3, 3, 3, 2])
})

test('the limit price of a reduction is the band or the bankruptcy price, whichever is less aggressive', () => {
  const band = { minSellTicks: priceTicks(98), maxBuyTicks: priceTicks(102) }
  expect(reductionLimit(1, band, priceTicks(97))).toBe(98)
  expect(reductionLimit(1, band, priceTicks(99))).toBe(99)
  expect(reductionLimit(-1, band, priceTicks(101))).toBe(101)
  expect(reductionLimit(-1, band, priceTicks(103))).toBe(102)
})
