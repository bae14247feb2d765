// Bankruptcy prices by rules 5.2: rounding of the examples, and D-24's exact zero.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contractValue } from '../instrument/contract.ts'
import { amount, parseDecimal, priceE8, type Amount, type PriceE8 } from '../numbers/fixed.ts'
import { bankruptcyValue, conservativeTicks, marginShares, priceOfValueE8 } from './bankruptcy.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const price = (text: string): PriceE8 => priceE8(Number(e8(text)))

test('EX-5.1, EX-5.5: a long is rounded up to the tick, a short down', () => {
  expect(conservativeTicks(1, price('36380.25034372'), 10_000_000)).toBe(363_803)
  expect(conservativeTicks(-1, price('66666.66666667'), 50_000_000) * 0.5).toBe(66_666.5)
  expect(conservativeTicks(1, price('58800'), 10_000_000)).toBe(588_000)
})

test('a single cross position: long E − balance ÷ q; an inverse one in the coin', () => {
  const long = { kind: 'Linear', sign: 1, markValue: e8('60000'), share: e8('10000') } as const
  expect(priceOfValueE8('Linear', e8('1'), bankruptcyValue(long))).toBe(price('50000'))
  const short = { ...long, sign: -1 } as const
  expect(priceOfValueE8('Linear', e8('1'), bankruptcyValue(short))).toBe(price('70000'))
  const coin = { kind: 'Inverse', sign: 1, markValue: e8('1'), share: e8('0.2') } as const
  expect(priceOfValueE8('Inverse', e8('60000'), bankruptcyValue(coin))).toBe(price('50000'))
  expect(bankruptcyValue({ ...long, share: e8('70000') })).toBe(0n)
  expect(priceOfValueE8('Linear', e8('1'), e8('0'))).toBeUndefined()
})

test('D-24: closing everything at its bankruptcy value leaves exactly zero', () => {
  const anyPosition = fc.record({
    sign: fc.constantFrom<1 | -1>(1, -1),
    qty: fc.bigInt({ min: 1n, max: 10n ** 6n }).map((lots) => amount(lots * 100_000n)),
    mark: fc.integer({ min: 1, max: 10 ** 6 }).map((ticks) => priceE8(ticks * 10_000_000)),
    maintenance: fc.bigInt({ min: 1n, max: 10n ** 15n }).map(amount),
  })
  fc.assert(
    fc.property(
      fc.array(anyPosition, { minLength: 1, maxLength: 6 }),
      fc.bigInt({ min: 0n, max: 10n ** 4n }).map(amount),
      (positions, balance) => {
        const shares = marginShares(
          balance,
          positions.map(({ maintenance }) => maintenance),
        )
        const left = positions.reduce((sum: bigint, { sign, qty, mark }, k) => {
          const share = shares[k] ?? amount(0n)
          const markValue = contractValue('Linear', qty, mark)
          const value = bankruptcyValue({ kind: 'Linear', sign, markValue, share })
          return sum + (sign === 1 ? value - markValue : markValue - value)
        }, balance)
        // No share exceeds the whole value of a long, which is the most that it can lose.
        expect(left).toBe(0n)
        expect(shares.reduce((sum, share) => sum + share, 0n)).toBe(balance)
      },
    ),
  )
})
