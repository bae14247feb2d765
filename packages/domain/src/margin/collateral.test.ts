// Collateral by rules 5.6 and 12.3: the examples.

import { describe, expect, test } from 'vitest'
import { amount, parseDecimal, priceE8 } from '../numbers/fixed.ts'
import type { Amount, PriceE8 } from '../numbers/fixed.ts'
import { collateralValue, haircutLoss, type CoinCollateral } from './collateral.ts'

const e8 = (text: string): Amount => amount(parseDecimal(text, 8) ?? -1n)
const price = (text: string): PriceE8 => priceE8(Number(e8(text)))
const zero = e8('0')
const usdt: CoinCollateral = {
  usdE8: price('1'),
  tiers: [{ upTo: e8('1000000000'), ratioE4: 10_000 }],
  isOn: true,
}
const bands = ['0.98', '0.95', '0.90', '0.85', '0.80']
const btc: CoinCollateral = {
  usdE8: price('60000'),
  tiers: bands.map((ratio, k) => ({
    upTo: e8(String((k + 1) * 10)),
    ratioE4: Number(e8(ratio) / 10_000n),
  })),
  isOn: true,
}

describe('collateral', () => {
  test('L9, EX-12.3: 25 BTC count as 23.8, worth 1,428,000 USD', () => {
    expect(collateralValue(btc, e8('25'))).toBe(e8('1428000'))
    expect(collateralValue({ ...btc, usdE8: price('1') }, e8('25'))).toBe(e8('23.8'))
  })
  test('coins beyond the last tier do not count, a debt counts in full; of a coin that is off only debts do', () => {
    expect(collateralValue(btc, e8('999'))).toBe(collateralValue(btc, e8('50')))
    const debt = amount(-e8('2'))
    expect(collateralValue(btc, debt)).toBe(-e8('120000'))
    const off = { ...btc, isOn: false }
    expect([collateralValue(off, e8('2')), collateralValue(off, debt)]).toEqual([0n, -e8('120000')])
  })
  test('EX-12.4: buying 1 BTC for 60,000 USDT loses 1,200 of collateral, selling it none', () => {
    const coin = { held: e8('60000'), moved: e8('60000'), coin: usdt }
    const bought = { held: zero, moved: e8('1'), coin: btc }
    expect(haircutLoss(coin, bought)).toBe(e8('1200'))
    expect(haircutLoss({ ...bought, held: e8('1') }, { ...coin, held: zero })).toBe(0n)
  })
})
