// Values, profits and fees of linear and inverse contracts: the examples of rules 1 and 3.
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  contractFee,
  contractKinds,
  contractValue,
  pnlBetween,
  pnlOverEntry,
  valueSide,
} from './contract.ts'
import {
  amount,
  parseDecimal,
  priceE8,
  rateE8,
  type Amount,
  type PriceE8,
} from '../numbers/fixed.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const price = (text: string): PriceE8 => priceE8(Number(e8(text)))

describe('inverse contracts', () => {
  it('EX-1.2: 1,000 @ 5,000 and 2,000 @ 6,000 are worth 0.2 and 0.33333333 BTC', () => {
    expect(contractValue('Inverse', e8('1000'), price('5000'))).toBe(e8('0.2'))
    expect(contractValue('Inverse', e8('2000'), price('6000'))).toBe(e8('0.33333333'))
  })
  it('EX-1.5: long 1,000 @ 5,000 at 5,500 has gained 0.01818181 BTC', () => {
    const long = { kind: 'Inverse', sign: 1, qty: e8('1000') } as const
    expect(pnlBetween(long, price('5000'), price('5500'))).toBe(e8('0.01818181'))
    expect(pnlOverEntry(long, e8('0.2'), price('5500'))).toBe(e8('0.01818181'))
    const short = { ...long, sign: -1 } as const
    expect(pnlBetween(short, price('5000'), price('5500'))).toBe(e8('-0.01818182'))
    expect(pnlOverEntry(short, e8('0.2'), price('5500'))).toBe(e8('-0.01818182'))
  })
  it('EX-3.1: 10,000 contracts at 8,000 cost 0.0006875 BTC as taker, 0.00025 as maker', () => {
    const fee = (rate: number): Amount =>
      contractFee('Inverse', e8('10000'), price('8000'), rateE8(rate))
    expect(fee(55_000)).toBe(e8('0.0006875'))
    expect(fee(20_000)).toBe(e8('0.00025'))
  })
  it('an inverse long loses value as the price rises', () => {
    expect([valueSide('Inverse', 1), valueSide('Inverse', -1)]).toEqual([-1, 1])
    expect([valueSide('Linear', 1), valueSide('Linear', -1)]).toEqual([1, -1])
  })
})

describe('linear contracts', () => {
  it('EX-1.4: long 0.2 @ 7,000 at 7,500 has gained 100, short 0.4 @ 6,000 at 5,000 has gained 400', () => {
    const long = { kind: 'Linear', sign: 1, qty: e8('0.2') } as const
    expect(pnlBetween(long, price('7000'), price('7500'))).toBe(e8('100'))
    const short = { kind: 'Linear', sign: -1, qty: e8('0.4') } as const
    expect(pnlBetween(short, price('6000'), price('5000'))).toBe(e8('400'))
    expect(pnlOverEntry(short, e8('2400'), price('5000'))).toBe(e8('400'))
  })
  it('EX-3.1: 10,000 of value at 8,000 cost 44 as taker', () => {
    expect(contractFee('Linear', e8('10'), price('8000'), rateE8(55_000))).toBe(e8('44'))
  })
})

describe('laws', () => {
  const anyKind = fc.constantFrom('Linear' as const, 'Inverse' as const)
  const anyPrice = fc.integer({ min: 1_000_000, max: 1e15 }).map(priceE8)
  const anyQty = fc.bigInt({ min: 1n, max: 10n ** 15n }).map(amount)
  it('14.2.6: the profits of long and short add up to 0, less at most 1e-8 of rounding', () => {
    fc.assert(
      fc.property(anyKind, anyQty, anyPrice, anyPrice, (kind, qty, from, to) => {
        const won = (sign: 1 | -1): bigint => pnlBetween({ kind, sign, qty }, from, to)
        const sum = won(1) + won(-1)
        expect(sum === 0n || sum === -1n).toBe(true)
      }),
    )
  })
  it('14.2.9: the fees of parts add up to the fee of the whole, less at most 1e-8 each', () => {
    fc.assert(
      fc.property(anyKind, anyQty, anyQty, anyPrice, (kind, a, b, at) => {
        const fee = (qty: bigint): bigint => contractFee(kind, amount(qty), at, rateE8(55_000))
        const short = fee(a + b) - fee(a) - fee(b)
        expect(short >= 0n && short < 2n).toBe(true)
      }),
    )
  })
})

it('14.2.26: profits of trader, fund and counterparty of a take-over add up to 0, less rounding', () => {
  const anyPrice = fc.integer({ min: 1_000_000, max: 1e13 }).map(priceE8)
  fc.assert(
    fc.property(
      fc.constantFrom(...contractKinds),
      fc.constantFrom<1 | -1>(1, -1),
      fc.bigInt({ min: 1n, max: 10n ** 13n }).map(amount),
      fc.tuple(anyPrice, anyPrice, anyPrice),
      (...[kind, sign, qty, [entry, bust, execution]]) => {
        const trader = pnlBetween({ kind, sign, qty }, entry, bust)
        const fund = pnlBetween({ kind, sign, qty }, bust, execution)
        const other = pnlBetween({ kind, sign: sign === 1 ? -1 : 1, qty }, entry, execution)
        const sum = trader + fund + other
        expect(sum <= 0n && sum > -3n).toBe(true)
      },
    ),
  )
})
