// The listings satisfy the rules of money and margin, and have the published figures.

import { amount, rateE8, unitE8 } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  ticksToE8,
  valueUnit,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { listingFault } from '@basis/domain/instrument/listing-rules'
import { tierOf } from '@basis/domain/margin/cross-margin'
import type { ContractType } from '@basis/domain/instrument/market'
import { describe, expect, test } from 'vitest'
import { collateralCoins } from './collateral.ts'
import { listingOf, listings, listingsAt } from './listings.ts'

const instruments = listings.map(({ instrument }) => instrument)

const ofType = (type: ContractType) =>
  listings.filter(({ instrument }) => instrument.contractType === type)

function instrumentOf(symbol: string): Instrument {
  const listing = listingOf(symbol)
  if (listing === undefined) throw new Error(`${symbol} is not listed`)
  return listing.instrument
}

test('USDT perpetuals: twenty with robots, one without, and one announced', () => {
  const linear = ofType('LinearPerpetual')
  expect(linear.filter(({ hasRobots }) => hasRobots).length).toBeGreaterThanOrEqual(20)
  const quiet = linear.filter(({ hasRobots }) => !hasRobots).map(({ instrument }) => instrument)
  expect(quiet.map(({ symbol }) => symbol)).toEqual(['BSSUSDT'])
  const coming = linear.filter(({ instrument }) => instrument.status === 'PreLaunch')
  expect(coming.map(({ instrument }) => instrument.symbol)).toEqual(['OPUSDT'])
  expect(coming[0]?.instrument.launchMs).toBeGreaterThan(0)
  expect(linear.every(({ instrument }) => instrument.settleCoin === 'USDT')).toBe(true)
})

test('the 21 coins of spec 9 can be traded, and one contract has a lot above 1', () => {
  const promised =
    'BTC ETH EOS XRP BCH LTC XTZ LINK ADA DOT UNI XEM SUSHI AAVE DOGE MATIC ETC BNB FIL SOL USDT'
  const traded = new Set(instruments.flatMap(({ baseCoin, settleCoin }) => [baseCoin, settleCoin]))
  expect(promised.split(' ').filter((coin) => !traded.has(coin))).toEqual([])
  expect(instrumentOf('SHIB1000USDT').lotSizeE8).toBe(10 * 100_000_000)
})

test('at least four USDC perpetuals and six inverse ones with a contract of one dollar are listed', () => {
  const usdc = ofType('UsdcPerpetual').map(({ instrument }) => instrument)
  expect(usdc.length).toBeGreaterThanOrEqual(4)
  expect(usdc.every(({ settleCoin, quoteCoin }) => settleCoin + quoteCoin === 'USDCUSDC')).toBe(
    true,
  )
  expect(usdc.every(({ symbol, baseCoin }) => symbol === `${baseCoin}PERP`)).toBe(true)
  const inverse = ofType('InversePerpetual').map(({ instrument }) => instrument)
  expect(inverse.length).toBeGreaterThanOrEqual(6)
  for (const { symbol, baseCoin, settleCoin, quoteCoin, kind, lotSizeE8 } of inverse) {
    expect([symbol, settleCoin, quoteCoin]).toEqual([`${baseCoin}USD`, baseCoin, 'USD'])
    expect([kind, lotSizeE8]).toEqual(['Inverse', 100_000_000])
  }
  expect(new Set(instruments.map(({ symbol }) => symbol)).size).toBe(instruments.length)
})

test('at least sixty spot pairs over six quote coins, three without fees, two with a forbidden side', () => {
  const spot = instruments.filter(({ kind }) => kind === 'Spot')
  expect(spot.length).toBeGreaterThanOrEqual(60)
  expect([...new Set(spot.map(({ quoteCoin }) => quoteCoin))].toSorted()).toEqual(
    'BRL BTC EUR USDC USDE USDT'.split(' '),
  )
  const free = spot.filter(({ takerFeeE8, makerFeeE8 }) => takerFeeE8 + makerFeeE8 === 0)
  expect(free.map(({ symbol }) => symbol)).toEqual(['USDC/USDT', 'USDE/USDT', 'USDC/EUR'])
  const barred = spot.flatMap(({ symbol, banned }) =>
    banned === undefined ? [] : [symbol, banned],
  )
  expect(barred).toEqual(['XEM/USDT', 'Buy', 'EOS/USDT', 'Sell'])
  // Every other quote coin can be bought with USDT.
  for (const coin of ['USDC', 'USDE', 'BTC']) expect(listingOf(`${coin}/USDT`)).toBeDefined()
  for (const coin of ['EUR', 'BRL']) expect(listingOf(`USDT/${coin}`)).toBeDefined()
})

test('every instrument passes the listing rules of the engine', () => {
  for (const instrument of instruments) expect(listingFault(instrument)).toBeUndefined()
})

test('every coin that an account can hold counts as collateral', () => {
  const held = new Set(
    instruments.flatMap(({ kind, baseCoin, settleCoin }) =>
      kind === 'Spot' ? [baseCoin, settleCoin] : [settleCoin],
    ),
  )
  const counted = ['USDT', 'USDC', ...collateralCoins.map(({ coin }) => coin)]
  expect([...held].filter((coin) => !counted.includes(coin))).toEqual([])
})

describe.each(instruments)('$symbol', (instrument) => {
  test('a tick times a lot is a whole number of 1e-8 quote coin, except of an inverse contract', () => {
    if (instrument.kind === 'Inverse') return expect(valueUnit(instrument)).toBe(0n)
    return expect(valueUnit(instrument)).toBeGreaterThan(0n)
  })

  test('M10: prices and quantities are safe integers in a plausible range', () => {
    const listing = listingOf(instrument.symbol)
    const start = listing?.startPriceTicks ?? 0
    expect(start).toBeGreaterThan(1000)
    expect(instrument.maxPriceTicks).toBeGreaterThan(10 * start)
    expect(Number.isSafeInteger(ticksToE8(instrument, instrument.maxPriceTicks))).toBe(true)
    expect(instrument.maxPriceTicks).toBeLessThan(2 ** 30)
    // The largest order's price times quantity stays exact (reliability M10).
    expect(Number.isSafeInteger(instrument.maxPriceTicks * instrument.maxQtyLots)).toBe(true)
    for (const lots of [instrument.maxQtyLots, instrument.maxMarketQtyLots]) {
      expect(Number.isSafeInteger(lots)).toBe(true)
      expect(lots).toBeGreaterThan(instrument.minQtyLots)
    }
    expect(instrument.maxMarketQtyLots).toBeLessThan(instrument.maxQtyLots)
  })

  test('risk tiers rise, linear ones end at leverage 1, and their deductions make the margin continuous', () => {
    const { riskTiers } = instrument
    expect(riskTiers.length === 0).toBe(instrument.kind === 'Spot')
    riskTiers.forEach((tier, k) => {
      const before = riskTiers[k - 1]
      if (before === undefined) return
      expect(tier.limit).toBeGreaterThan(before.limit)
      expect(tier.maintenanceRateE8).toBeGreaterThan(before.maintenanceRateE8)
      expect(tier.initialRateE8).toBeGreaterThan(before.initialRateE8)
      expect(tier.maxLeverageE2).toBeLessThan(before.maxLeverageE2)
      const at = (rate: number, deduction: bigint) =>
        (before.limit * BigInt(rate)) / unitE8 - deduction
      expect(at(tier.maintenanceRateE8, tier.deduction)).toBe(
        at(before.maintenanceRateE8, before.deduction),
      )
    })
    for (const tier of riskTiers) {
      expect(tier.maintenanceRateE8).toBeLessThan(tier.initialRateE8)
    }
    if (instrument.kind === 'Linear') expect(riskTiers.at(-1)?.maxLeverageE2).toBe(100)
  })
})

test('BTCUSDT has the published figures (rules 8.1)', () => {
  const btc = instrumentOf('BTCUSDT')
  expect(formatPrice(btc, btc.minPriceTicks)).toBe('0.1')
  expect(formatPrice(btc, btc.maxPriceTicks)).toBe('1999999.8')
  expect(formatQty(btc, btc.minQtyLots)).toBe('0.001')
  expect(formatQty(btc, btc.maxQtyLots)).toBe('1190.000')
  expect(formatQty(btc, btc.maxMarketQtyLots)).toBe('500.000')
  expect(btc.minNotional).toBe(5n * unitE8)
  expect([btc.takerFeeE8, btc.makerFeeE8]).toEqual([55_000, 20_000])
  expect([btc.bandXE8, btc.bandYE8]).toEqual([1_000_000, 2_000_000])
  expect(btc.fundingIntervalMin).toBe(480)
  expect(btc.impactNotional).toBe(50_000n * unitE8)
})

test('the risk table of BTCUSDT has the published deductions', () => {
  const deductions = [
    0, 1_200, 3_020, 4_300, 5_820, 8_460, 15_460, 20_500, 46_000, 66_000, 80_000, 160_000, 300_000,
    452_000, 502_000, 777_000, 837_000, 967_000, 1_107_000, 1_482_000, 1_882_000, 2_307_000,
    2_757_000, 3_232_000, 3_732_000, 5_307_000, 6_407_000, 6_982_000, 9_382_000, 12_382_000,
    20_382_000, 50_382_000, 98_382_000, 146_382_000, 226_382_000,
  ]
  const { riskTiers } = instrumentOf('BTCUSDT')
  expect(riskTiers.map(({ deduction }) => Number(deduction / unitE8))).toEqual(deductions)
  expect(tierOf(riskTiers, amount(2_400_000n * unitE8)).maxLeverageE2).toBe(9_000)
})

test('rules 3.1: an operator’s taker rates apply to contracts only, by symbol, then by settle coin', () => {
  const rates = new Map([
    ['BTCUSDT', rateE8(10_000)],
    ['USDC', rateE8(50_000)],
    ['USDT', rateE8(45_000)],
  ])
  const listed = new Map(
    listingsAt(Date.UTC(2026, 2, 20), rates).map(({ instrument }) => [
      instrument.symbol,
      instrument,
    ]),
  )
  const feesOf = (symbol: string) => {
    const { takerFeeE8, makerFeeE8 } = listed.get(symbol as Instrument['symbol']) ?? {}
    return [takerFeeE8, makerFeeE8]
  }
  // A maker pays no more than a taker.
  expect(feesOf('BTCUSDT')).toEqual([10_000, 10_000])
  expect(feesOf('ETHUSDT')).toEqual([45_000, 20_000])
  expect(feesOf('BTCPERP')).toEqual([50_000, 20_000])
  expect(feesOf('BTCUSD')).toEqual([55_000, 20_000])
  expect(feesOf('BTCUSDT-27MAR26')).toEqual([45_000, 20_000])
  expect(feesOf('BTC/USDT')).toEqual([100_000, 100_000])
  for (const instrument of listed.values()) expect(listingFault(instrument)).toBeUndefined()
})
