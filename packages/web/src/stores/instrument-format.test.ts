// Prices, quantities and amounts in the format of an instrument.

import { expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceTicks, qtyLots, rateE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { formatFor } from '../i18n/format.ts'
import { instrumentFormat } from './instrument-format.ts'

const spot: Instrument = {
  symbol: symbolId('BTC/USDT'),
  kind: 'Spot',
  baseCoin: 'BTC',
  quoteCoin: 'USDT',
  settleCoin: 'USDT',
  tickSizeE8: 1_000_000,
  lotSizeE8: 100,
  minPriceTicks: priceTicks(1),
  maxPriceTicks: priceTicks(99_999_999),
  minQtyLots: qtyLots(1),
  maxQtyLots: qtyLots(100_000_000),
  maxMarketQtyLots: qtyLots(50_000_000),
  minNotional: amount(500_000_000n),
  takerFeeE8: rateE8(100_000),
  makerFeeE8: rateE8(100_000),
  bandXE8: rateE8(3_000_000),
  bandYE8: rateE8(5_000_000),
  minLeverageE2: leverageE2(100),
  riskTiers: [],
  fundingIntervalMin: 480,
  impactNotional: amount(0n),
  depthMergeTimes: [1],
  status: 'Trading',
}

test('the balance of a coin is cut to whole lots, never rounded up', () => {
  const words = instrumentFormat(spot, formatFor('en-US', 'utc'))
  expect(words.base(amount(19_978_956n))).toBe('0.199789')
  expect(words.base(amount(99n))).toBe('0.000000')
  expect(words.base(undefined)).toBe('--')
})

test('a size in a narrow column has at most six characters and is never rounded up', () => {
  const english = instrumentFormat(spot, formatFor('en-US', 'utc'))
  const shortened = (qty: string) => english.shortQty(Math.round(Number(qty) * 1e6))
  expect(['11.239999', '129.129', '1234.9', '0.012399', '97.55'].map(shortened)).toEqual([
    '11.239',
    '129.12',
    '1,234',
    '0.0123',
    '97.550',
  ])
  expect(['123999', '12345678'].map(shortened)).toEqual(['123K', '12.34M'])
  // A size that would be cut to zero is written in full.
  expect(shortened('0.000012')).toBe('0.000012')
  const german = instrumentFormat(spot, formatFor('de-DE', 'utc'))
  expect(german.shortQty(11_239_999)).toBe('11,239')
})

test('an average of option prices has cents, though their ticks are whole dollars', () => {
  const option = { ...spot, tickSizeE8: 500_000_000, option: {} } as Instrument
  const words = instrumentFormat(option, formatFor('en-US', 'utc'))
  expect([words.priceE8(65_047_500_000), words.price(130)]).toEqual(['650.48', '650'])
})
