// Collateral and account rates by domain.md 5.6 and 12.3: the examples, and law 14.2.23.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount, leverageE2, parseDecimal, priceE8, rateE8 } from '../numbers/fixed.ts'
import type { Amount, PriceE8 } from '../numbers/fixed.ts'
import { crossInitialMargin, crossMaintenanceMargin, type MarginInput } from './cross-margin.ts'
import {
  accountRates,
  collateralValue,
  haircutLoss,
  isolatedAvailable,
  orderLoss,
  type AccountSums,
  type CoinCollateral,
} from './collateral.ts'

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
  test('L9, EX-12.3: 25 BTC are 23.8 effective, 1,428,000 USD', () => {
    expect(collateralValue(btc, e8('25'))).toBe(e8('1428000'))
    expect(collateralValue({ ...btc, usdE8: price('1') }, e8('25'))).toBe(e8('23.8'))
  })
  test('beyond the last tier nothing, a debt in full, switched off only debts', () => {
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

describe('order loss', () => {
  test('EX-5.9: 1 BTC @ 9,253.30, mark 9,259.84: buy 0, sell −6.54', () => {
    const order = { kind: 'Linear', sign: 1, qty: e8('1') } as const
    const loss = (sign: 1 | -1): Amount =>
      orderLoss({ ...order, sign }, price('9253.3'), price('9259.84'), price('1'))
    expect(loss(1)).toBe(0n)
    expect(loss(-1)).toBe(-e8('6.54'))
  })
  test('an inverse order loses coin, in USD at its index', () => {
    const order = { kind: 'Inverse', sign: 1, qty: e8('60000') } as const
    // Buying at 60,000 what the mark says is worth 50,000: 60,000 × (1/60,000 − 1/50,000) = −0.2.
    const loss = orderLoss(order, price('60000'), price('50000'), price('50000'))
    expect(loss).toBe(-e8('10000'))
  })
})

describe('account rates', () => {
  const position: MarginInput = {
    sign: 1,
    entryValue: e8('60000'),
    markValue: e8('60000'),
    leverage: leverageE2(1000),
    takerFee: rateE8(55_000),
  }
  const half = {
    limit: e8('2000000'),
    initialRateE8: rateE8(1_000_000),
    maintenanceRateE8: rateE8(500_000),
    maxLeverageE2: leverageE2(10_000),
    deduction: zero,
  }
  const sums: AccountSums = {
    coins: [{ ...usdt, wallet: e8('10000'), spotBorrow: zero, unrealised: zero }],
    haircutLoss: zero,
    orderLoss: zero,
    initial: crossInitialMargin(position),
    maintenance: crossMaintenanceMargin(position, half),
  }
  test('EX-5.10: IM 6,029.70, MM 329.70, IMR 0.6029, MMR 0.0329, available 3,970.30', () => {
    expect([sums.initial, sums.maintenance]).toEqual([e8('6029.7'), e8('329.7')])
    expect(accountRates(sums)).toEqual({
      marginBalance: e8('10000'),
      carrying: e8('10000'),
      available: e8('3970.3'),
      initialRateE4: 6029,
      maintenanceRateE4: 329,
      isFull: false,
      isBroken: false,
    })
  })
  test('several coins add up in USD, losses of orders come off', () => {
    const coin = { ...btc, wallet: e8('1'), spotBorrow: zero, unrealised: e8('-0.5') }
    const rates = accountRates({
      ...sums,
      coins: [...sums.coins, coin],
      haircutLoss: e8('400'),
      orderLoss: amount(-e8('6.54')),
    })
    expect(rates.marginBalance).toBe(e8('39400'))
    expect(rates.carrying).toBe(e8('38993.46'))
  })
  test('thresholds use the unrounded sums', () => {
    const just = accountRates({ ...sums, initial: e8('9999.99999999'), maintenance: e8('1') })
    expect([just.initialRateE4, just.isFull]).toEqual([9999, false])
    const full = accountRates({ ...sums, initial: e8('10000'), maintenance: e8('10000') })
    expect([full.isFull, full.isBroken]).toEqual([true, true])
    const empty = { ...sums, coins: [], initial: zero, maintenance: zero }
    expect(accountRates(empty)).toMatchObject({ initialRateE4: 0, isBroken: false })
    const gone = accountRates({ ...empty, maintenance: e8('1') })
    expect(gone).toMatchObject({ maintenanceRateE4: undefined, isBroken: true })
  })
  test('14.2.23: while IMR is at most 100 % MMR is below it', () => {
    const anyAmount = fc.bigInt({ min: 0n, max: 10n ** 16n }).map(amount)
    fc.assert(
      fc.property(anyAmount, anyAmount, anyAmount, (wallet, initial, part) => {
        // 14.2.14: the maintenance margin of a position is below its initial margin.
        const maintenance = amount(part < initial ? part : initial / 2n)
        const coins = [{ ...usdt, wallet, spotBorrow: zero, unrealised: zero }]
        const rates = accountRates({ ...sums, coins, initial, maintenance })
        if (rates.available >= 0n) expect(rates.isBroken).toBe(false)
      }),
    )
  })
  test('an isolated account has free coins instead of rates', () => {
    expect(
      isolatedAvailable({
        wallet: e8('100'),
        positionMargin: e8('30'),
        orderMargin: e8('20'),
        locked: e8('5'),
        bonus: e8('1'),
      }),
    ).toBe(e8('44'))
  })
})
