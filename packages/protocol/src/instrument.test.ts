// Instruments of every family are encoded and decoded without a change (spec 3; rules 1.1, 11).

import { symbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceE8, rateE8, unitE8 } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { withDeductions } from '@basis/domain/margin/cross-margin'
import { expect, test } from 'vitest'
import {
  contractSymbol,
  decodeInstrument,
  decodeMarginPercents,
  encodeInstrument,
} from './instrument.ts'
import { btcUsdt } from '@basis/domain/testing/instruments'

const perpetual: Instrument = {
  ...btcUsdt,
  riskTiers: withDeductions([
    {
      limit: amount(2_000_000n * unitE8),
      initialRateE8: rateE8(1_000_000),
      maintenanceRateE8: rateE8(500_000),
      maxLeverageE2: leverageE2(10_000),
    },
    {
      limit: amount(2_600_000n * unitE8),
      initialRateE8: rateE8(1_110_000),
      maintenanceRateE8: rateE8(560_000),
      maxLeverageE2: leverageE2(9_000),
    },
  ]),
  impactNotional: amount(50_000n * unitE8),
  depthMergeTimes: [1, 5, 10],
}
const inverse = {
  ...perpetual,
  symbol: symbolId('BTCUSD'),
  kind: 'Inverse',
  contractType: 'InversePerpetual',
  quoteCoin: 'USD',
  settleCoin: 'BTC',
  lotSizeE8: 100_000_000,
  minNotional: amount(0n),
} as const satisfies Instrument
const usdc = {
  ...perpetual,
  symbol: symbolId('BTCPERP'),
  contractType: 'UsdcPerpetual',
  quoteCoin: 'USDC',
  settleCoin: 'USDC',
} as const satisfies Instrument
const listedMs = Date.UTC(2026, 8, 11, 8)
const quarterly = {
  ...inverse,
  symbol: symbolId('BTCUSDZ26'),
  contractType: 'InverseFutures',
  fundingIntervalMin: 0,
  launchMs: listedMs,
  deliveryMs: Date.UTC(2026, 11, 25, 8),
} as const satisfies Instrument
const weekly = {
  ...perpetual,
  symbol: symbolId('BTCUSDT-04DEC26'),
  contractType: 'LinearFutures',
  fundingIntervalMin: 0,
  launchMs: listedMs,
  deliveryMs: Date.UTC(2026, 11, 4, 8),
} as const satisfies Instrument

test.each([perpetual, inverse, usdc, quarterly, weekly])(
  '$symbol is encoded and decoded without a change',
  (each) => {
    const wire = encodeInstrument(each, 3)
    expect(contractSymbol.safeParse(JSON.parse(JSON.stringify(wire))).success).toBe(true)
    expect(decodeInstrument(wire)).toEqual(each)
  },
)

// Tick 0.1, lot 0.001: 19,999,998 ticks, 1,190,000 and 500,000 lots, at least 5 USDT.
test('a contract has its limits of prices, quantities and leverage under the names of spec 3', () => {
  expect(encodeInstrument(perpetual)).toMatchObject({
    symbol: 'BTCUSDT',
    baseCurrency: 'BTC',
    quoteCurrency: 'USDT',
    coinName: 'USDT',
    contractType: 'LinearPerpetual',
    contractStatus: 'Trading',
    minPrice: '0.1',
    maxPrice: '1999999.8',
    minQty: '0.001',
    maxNewOrderQty: '1190.000',
    maxNewMarketOrderQty: '500.000',
    minNotionalValue: '5',
    tickSize: '0.1',
    tickSizeFraction: 1,
    lotSize: '0.001',
    lotFraction: 3,
    obDepthMergeTimes: '1,5,10',
    minLeverageE2: 100,
    maxLeverageE2: 10_000,
    riskLimits: [
      { symbol: 'BTCUSDT', limit: '2000000', maxLeverageE2: 10_000, isLowestRisk: true },
      { symbol: 'BTCUSDT', limit: '2600000', maxLeverageE2: 9_000, isLowestRisk: false },
    ],
  })
})

test('display name, alias, quarter and tag of each family', () => {
  const names = [perpetual, usdc, inverse, quarterly, weekly].map((each) => {
    const { displayName, symbolAlias, quarter, symbolTags } = encodeInstrument(each)
    return [displayName, symbolAlias, quarter, ...symbolTags]
  })
  expect(names).toEqual([
    ['BTC/USDT', 'BTCUSDT', '', 'perpetual'],
    ['BTC-PERP', 'BTC-PERP', '', 'perpetual'],
    ['BTC/USD', 'BTCUSD', '', 'perpetual'],
    ['BTCUSDZ26', 'BTCUSD1225', 'Z26', 'expiry'],
    ['BTCUSDT-04DEC26', 'BTCUSDT-04DEC26', '', 'expiry'],
  ])
})

test('only a quarterly future has a quarter, the letter of its month and the year', () => {
  const quarters = [perpetual, usdc, inverse, quarterly, weekly].map(
    (each) => encodeInstrument(each).quarter,
  )
  expect(quarters).toEqual(['', '', '', 'Z26', ''])
  // An option may expire with the quarter, but it is not a future.
  const option = { right: 'Call', strikeE8: priceE8(6_500_000_000_000) } as const
  expect(encodeInstrument({ ...quarterly, option }).quarter).toBe('')
})

test('tags are the kind and the sectors; labels and coins have the addresses of their icons', () => {
  expect(encodeInstrument(perpetual, 0, { sectors: ['layer1'], label: 'new' })).toMatchObject({
    symbolTags: ['perpetual', 'layer1'],
    symbolLabelIcon: '/icons/labels/new.svg',
    darkIcon: '/icons/coins/BTC-dark.svg',
    lightIcon: '/icons/coins/BTC-light.svg',
  })
  expect(encodeInstrument(weekly)).toMatchObject({ symbolTags: ['expiry'], symbolLabelIcon: '' })
})

test('flags of this exchange: only unified accounts, copy trading of USDT perpetuals, fee tags', () => {
  const flags = encodeInstrument(perpetual)
  // Every account is unified and trades all contracts in it.
  expect(flags.utaSupportOnly).toBe(true)
  // Only USDT perpetuals are copied (rules 16.1).
  expect(flags.supportCopyTrade).toBe(true)
  expect(encodeInstrument(inverse).supportCopyTrade).toBe(false)
  // Contracts have the same tag if and only if both rates are the same.
  expect(encodeInstrument(inverse).feeRateTagId).toBe(flags.feeRateTagId)
  expect(flags.feeRateTagId).toBe('0.0002/0.00055')
  const dearer = encodeInstrument({ ...perpetual, takerFeeE8: rateE8(60_000) })
  expect(dearer.feeRateTagId).toBe('0.0002/0.0006')
})

test('the first three symbols of the list are popular', () => {
  const popular = [0, 2, 3].map((rank) => encodeInstrument(perpetual, rank).isPopular)
  expect(popular).toEqual([true, true, false])
})

test('a symbol before its launch has its launch time; a closed or hidden one is not displayed', () => {
  const coming = encodeInstrument({ ...perpetual, status: 'PreLaunch', launchMs: listedMs })
  expect(coming).toMatchObject({
    isPreListing: true,
    expectStartTradingTimeE3: listedMs,
    preListingInfo: { phase: 'ComingSoon', startTimeE3: listedMs },
    contractStatus: 'Trading',
    symbolDisplay: 'show',
  })
  const trading = encodeInstrument(quarterly)
  expect(trading).toMatchObject({
    isPreListing: false,
    expectStartTradingTimeE3: 0,
    preListingInfo: null,
    startTradingTimeE3: listedMs,
    settleTimeE3: quarterly.deliveryMs,
  })
  const closed = encodeInstrument({ ...quarterly, status: 'Closed' })
  expect([closed.contractStatus, closed.symbolDisplay]).toEqual(['Closed', 'hide'])
  expect(encodeInstrument({ ...perpetual, isHidden: true }).symbolDisplay).toBe('hide')
})

test('spec 3, parsed form: margin rates are divided by 100, exactly', () => {
  expect(decodeMarginPercents(encodeInstrument(perpetual))).toEqual({
    initial: { units: 100, scale: 2 },
    initialStep: { units: 11, scale: 2 },
    maintenance: { units: 50, scale: 2 },
    maintenanceStep: { units: 6, scale: 2 },
  })
})

test('margin rates are hundredths of a percent, steps those of the second tier', () => {
  expect(encodeInstrument(perpetual)).toMatchObject({
    baseInitialMarginRateE4: 100,
    stepInitialMarginRateE4: 11,
    baseMaintenanceMarginRateE4: 50,
    stepMaintenanceMarginRateE4: 6,
    baseMaxOrdPzValue: '2000000',
    stepMaxOrdPzValue: '600000',
    maxLeverageE2: 10_000,
    section: ['1', '25', '50', '75', '100'],
  })
  const [first, second] = encodeInstrument(perpetual).riskLimits
  expect([first?.isLowestRisk, second?.mmDeduction]).toEqual([true, '1200'])
})
