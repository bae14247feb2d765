// What this exchange lists: its instruments with their limits, bands, fees and risk tiers
// (domain.md 4.1, 8.1). The listings become ListInstrument commands; nothing else in the server
// invents a number of an instrument.

import { symbolId } from '@basis/domain/brand'
import {
  amount,
  leverageE2,
  mulDiv,
  parseDecimal,
  priceTicks,
  qtyLots,
  rateE8,
  unitE8,
  type PriceTicks,
} from '@basis/domain/fixed'
import type { Instrument, RiskTier } from '@basis/domain/instrument'
import { withDeductions } from '@basis/domain/margin'

/** An instrument and what the exchange around it knows of it. */
export type Listing = {
  readonly instrument: Instrument
  /** The asset's full name. */
  readonly displayName: string
  /** Whose price path it follows: a coin's perpetual and its spot pair share one. */
  readonly coin: string
  /** The price at which the seed's history ends and trading begins. */
  readonly genesisPriceTicks: PriceTicks
  /** Whether makers and takers of ours trade here; where they do not, only people do. */
  readonly hasRobots: boolean
}

/**
 * A table row as it is published: limit in millions, rates in percent, deduction left to the
 * recurrence.
 */
type TierRow = readonly [limitM: number, maintenance: string, initial: string, maxLeverage: string]

/** domain.md Appendix A, in full. */
const bitcoinTiers: readonly TierRow[] = [
  [2, '0.5', '1', '100'],
  [2.6, '0.56', '1.11', '90'],
  [3.2, '0.63', '1.25', '80'],
  [3.8, '0.67', '1.33', '75'],
  [4.4, '0.71', '1.43', '70'],
  [5, '0.77', '1.54', '65'],
  [5.6, '0.91', '1.82', '55'],
  [8.5, '1', '2', '50'],
  [10, '1.3', '2.22', '45'],
  [14, '1.5', '2.5', '40'],
  [20, '1.6', '2.86', '35'],
  [28, '2', '3.33', '30'],
  [38, '2.5', '4', '25'],
  [50, '2.9', '5', '20'],
  [55, '3', '5.26', '19'],
  [60, '3.5', '5.56', '18'],
  [65, '3.6', '5.88', '17'],
  [70, '3.8', '6.25', '16'],
  [75, '4', '6.67', '15'],
  [80, '4.5', '7.14', '14'],
  [85, '5', '7.69', '13'],
  [90, '5.5', '8.33', '12'],
  [95, '6', '9.09', '11'],
  [100, '6.5', '10', '10'],
  [105, '7', '11.11', '9'],
  [110, '8.5', '12.5', '8'],
  [115, '9.5', '14.29', '7'],
  [120, '10', '16.67', '6'],
  [150, '12', '20', '5'],
  [200, '14', '25', '4'],
  [250, '18', '33.33', '3'],
  [400, '30', '50', '2'],
  [600, '42', '69.93', '1.43'],
  [800, '50', '78.13', '1.28'],
  [1200, '60', '100', '1'],
]

/** From the most leverage to none: maintenance and initial rate that go with it. */
const leverageSteps: readonly (readonly [maxLeverage: string, initial: string, mm: string])[] = [
  ['100', '1', '0.5'],
  ['75', '1.33', '0.7'],
  ['50', '2', '1'],
  ['40', '2.5', '1.3'],
  ['30', '3.33', '1.7'],
  ['25', '4', '2'],
  ['20', '5', '2.5'],
  ['15', '6.67', '3.4'],
  ['12.5', '8', '4'],
  ['10', '10', '5'],
  ['8', '12.5', '6.5'],
  ['5', '20', '11'],
  ['4', '25', '14'],
  ['3', '33.33', '20'],
  ['2', '50', '32'],
  ['1', '100', '60'],
]
/** Each tier's limit as a multiple of the first. */
const limitSteps = [1, 1.5, 2, 3, 4, 6, 8, 10, 12, 16, 20, 30, 40, 50, 75, 120]

/**
 * Returns the tiers of a contract that starts at this leverage with this limit in millions of
 * value.
 */
function tiersFrom(maxLeverage: number, firstLimitM: number): readonly TierRow[] {
  return leverageSteps
    .filter(([step]) => Number(step) <= maxLeverage)
    .map(([step, initial, maintenance], k) => [
      firstLimitM * (limitSteps[k] ?? 120),
      maintenance,
      initial,
      step,
    ])
}

function riskTiers(rows: readonly TierRow[]): readonly RiskTier[] {
  return withDeductions(
    rows.map(([limitM, maintenance, initial, maxLeverage]) => ({
      limit: amount(BigInt(Math.round(limitM * 1e6)) * unitE8),
      initialRateE8: percentE8(initial),
      maintenanceRateE8: percentE8(maintenance),
      maxLeverageE2: leverageE2(Number(decimal(maxLeverage, 2))),
    })),
  )
}

type PerpetualSheet = {
  readonly coin: string
  readonly name: string
  readonly price: string
  readonly tick: string
  readonly lot: string
  readonly maxPrice: string
  readonly maxQty: string
  readonly maxMarketQty: string
  readonly tiers: readonly TierRow[]
  /** Price band ratios X and Y in percent (domain.md 8.2). */
  readonly band: readonly [x: string, y: string]
  readonly depthMergeTimes: readonly number[]
  /** Quote units; 200 ÷ IMR of tier 1 where it is absent (domain.md 2.5). */
  readonly impactNotional?: number
  readonly hasRobots?: boolean
}

function perpetual(sheet: PerpetualSheet): Listing {
  const tiers = riskTiers(sheet.tiers)
  const firstRate = BigInt(tiers[0]?.initialRateE8 ?? 0)
  const impact =
    sheet.impactNotional === undefined
      ? mulDiv(200n * unitE8, unitE8, firstRate, 'nearest')
      : BigInt(sheet.impactNotional) * unitE8
  const tick = decimal(sheet.tick, 8)
  return {
    displayName: sheet.name,
    coin: sheet.coin,
    genesisPriceTicks: priceTicks(Number(decimal(sheet.price, 8) / tick)),
    hasRobots: sheet.hasRobots ?? true,
    instrument: {
      ...steps(sheet),
      symbol: symbolId(`${sheet.coin}USDT`),
      kind: 'Linear',
      contractType: 'LinearPerpetual',
      minQtyLots: qtyLots(1),
      takerFeeE8: percentE8('0.055'),
      makerFeeE8: percentE8('0.02'),
      minLeverageE2: leverageE2(100),
      riskTiers: tiers,
      fundingIntervalMin: 480,
      impactNotional: amount(impact),
    },
  }
}

type SpotSheet = Omit<PerpetualSheet, 'tiers' | 'impactNotional' | 'hasRobots'> & {
  readonly minQtyLots: number
}

function spot(sheet: SpotSheet): Listing {
  return {
    displayName: sheet.name,
    coin: sheet.coin,
    genesisPriceTicks: priceTicks(Number(decimal(sheet.price, 8) / decimal(sheet.tick, 8))),
    hasRobots: true,
    instrument: {
      ...steps(sheet),
      symbol: symbolId(`${sheet.coin}/USDT`),
      kind: 'Spot',
      minQtyLots: qtyLots(sheet.minQtyLots),
      takerFeeE8: percentE8('0.1'),
      makerFeeE8: percentE8('0.1'),
      minLeverageE2: leverageE2(100),
      riskTiers: [],
      fundingIntervalMin: 0,
      impactNotional: amount(0n),
    },
  }
}

/** What every USDT instrument takes from its sheet; the least price is one tick. */
function steps(sheet: Omit<PerpetualSheet, 'tiers'>) {
  const tick = decimal(sheet.tick, 8)
  const lot = decimal(sheet.lot, 8)
  const lots = (text: string) => qtyLots(Number(decimal(text, 8) / lot))
  return {
    baseCoin: sheet.coin,
    quoteCoin: 'USDT',
    settleCoin: 'USDT',
    tickSizeE8: Number(tick),
    lotSizeE8: Number(lot),
    minPriceTicks: priceTicks(1),
    maxPriceTicks: priceTicks(Number(decimal(sheet.maxPrice, 8) / tick)),
    maxQtyLots: lots(sheet.maxQty),
    maxMarketQtyLots: lots(sheet.maxMarketQty),
    minNotional: amount(5n * unitE8),
    bandXE8: percentE8(sheet.band[0]),
    bandYE8: percentE8(sheet.band[1]),
    depthMergeTimes: sheet.depthMergeTimes,
    status: 'Trading',
  } as const
}

function decimal(text: string, decimals: number): bigint {
  const value = parseDecimal(text, decimals)
  if (value === undefined) throw new Error(`A listing has a number that does not fit: ${text}`)
  return value
}

const percentE8 = (text: string) => rateE8(Number(decimal(text, 6)))

const major = { band: ['1', '2'], depthMergeTimes: [1, 5, 10, 50, 100, 500] } as const
const minor = { band: ['2.5', '5'], depthMergeTimes: [1, 2, 5, 10, 50] } as const

const perpetualSheets: readonly PerpetualSheet[] = [
  {
    ...major,
    coin: 'BTC',
    name: 'Bitcoin',
    price: '65000',
    tick: '0.1',
    lot: '0.001',
    maxPrice: '1999999.8',
    maxQty: '1190',
    maxMarketQty: '500',
    tiers: bitcoinTiers,
    impactNotional: 50_000,
  },
  {
    ...major,
    coin: 'ETH',
    name: 'Ethereum',
    price: '3400',
    tick: '0.01',
    lot: '0.01',
    maxPrice: '199999.98',
    maxQty: '7240',
    maxMarketQty: '3000',
    tiers: tiersFrom(100, 2),
  },
  {
    ...minor,
    coin: 'SOL',
    name: 'Solana',
    price: '165',
    tick: '0.01',
    lot: '0.1',
    maxPrice: '19999.98',
    maxQty: '79700',
    maxMarketQty: '25000',
    tiers: tiersFrom(100, 1),
  },
  {
    ...minor,
    coin: 'XRP',
    name: 'XRP',
    price: '2.2',
    tick: '0.0001',
    lot: '0.1',
    maxPrice: '199.9998',
    maxQty: '3300000',
    maxMarketQty: '1600000',
    tiers: tiersFrom(75, 1),
  },
  {
    ...minor,
    coin: 'BNB',
    name: 'BNB',
    price: '640',
    tick: '0.1',
    lot: '0.01',
    maxPrice: '19999.8',
    maxQty: '12000',
    maxMarketQty: '4000',
    tiers: tiersFrom(75, 0.8),
  },
  {
    ...minor,
    coin: 'DOGE',
    name: 'Dogecoin',
    price: '0.18',
    tick: '0.00001',
    lot: '1',
    maxPrice: '19.99998',
    maxQty: '36000000',
    maxMarketQty: '12000000',
    tiers: tiersFrom(75, 0.8),
  },
  {
    ...minor,
    coin: 'ADA',
    name: 'Cardano',
    price: '0.62',
    tick: '0.0001',
    lot: '1',
    maxPrice: '199.9998',
    maxQty: '8000000',
    maxMarketQty: '2500000',
    tiers: tiersFrom(75, 0.5),
  },
  {
    ...minor,
    coin: 'LINK',
    name: 'Chainlink',
    price: '16',
    tick: '0.001',
    lot: '0.1',
    maxPrice: '1999.998',
    maxQty: '250000',
    maxMarketQty: '90000',
    tiers: tiersFrom(75, 0.4),
  },
  {
    ...minor,
    coin: 'AVAX',
    name: 'Avalanche',
    price: '24',
    tick: '0.001',
    lot: '0.1',
    maxPrice: '1999.998',
    maxQty: '170000',
    maxMarketQty: '60000',
    tiers: tiersFrom(75, 0.4),
  },
  {
    ...minor,
    coin: 'LTC',
    name: 'Litecoin',
    price: '95',
    tick: '0.01',
    lot: '0.1',
    maxPrice: '19999.98',
    maxQty: '48000',
    maxMarketQty: '16000',
    tiers: tiersFrom(75, 0.4),
  },
  {
    ...minor,
    coin: 'DOT',
    name: 'Polkadot',
    price: '4.2',
    tick: '0.001',
    lot: '0.1',
    maxPrice: '1999.998',
    maxQty: '800000',
    maxMarketQty: '250000',
    tiers: tiersFrom(50, 0.3),
  },
  {
    ...minor,
    coin: 'UNI',
    name: 'Uniswap',
    price: '8.4',
    tick: '0.001',
    lot: '0.1',
    maxPrice: '1999.998',
    maxQty: '350000',
    maxMarketQty: '120000',
    tiers: tiersFrom(50, 0.3),
  },
  {
    ...minor,
    coin: 'AAVE',
    name: 'Aave',
    price: '210',
    tick: '0.01',
    lot: '0.01',
    maxPrice: '19999.98',
    maxQty: '14000',
    maxMarketQty: '5000',
    tiers: tiersFrom(50, 0.3),
  },
  {
    ...minor,
    coin: 'SUI',
    name: 'Sui',
    price: '2.6',
    tick: '0.0001',
    lot: '1',
    maxPrice: '199.9998',
    maxQty: '1500000',
    maxMarketQty: '500000',
    tiers: tiersFrom(50, 0.3),
  },
  {
    // The quiet board: no robots, so that two people can meet here at a price of their own.
    coin: 'BSS',
    name: 'Basis Board',
    price: '10',
    tick: '0.001',
    lot: '0.1',
    maxPrice: '1999.998',
    maxQty: '100000',
    maxMarketQty: '40000',
    tiers: tiersFrom(25, 0.2),
    band: ['5', '10'],
    depthMergeTimes: [1, 2, 4, 10],
    hasRobots: false,
  },
]

const spotSheets: readonly SpotSheet[] = [
  {
    coin: 'BTC',
    name: 'Bitcoin',
    price: '65000',
    tick: '0.01',
    lot: '0.000001',
    maxPrice: '999999.98',
    maxQty: '83',
    maxMarketQty: '41',
    minQtyLots: 11,
    band: ['3', '3'],
    depthMergeTimes: [1, 10, 100, 500, 1000],
  },
  {
    coin: 'ETH',
    name: 'Ethereum',
    price: '3400',
    tick: '0.01',
    lot: '0.000001',
    maxPrice: '99999.98',
    maxQty: '880',
    maxMarketQty: '440',
    minQtyLots: 90,
    band: ['3', '3'],
    depthMergeTimes: [1, 5, 10, 50, 100],
  },
]

/** All instruments of this exchange, in the order in which it lists them. */
export const listings: readonly Listing[] = [
  ...perpetualSheets.map(perpetual),
  ...spotSheets.map(spot),
]

/** Returns a listing by its symbol. */
export function listingOf(symbol: string): Listing | undefined {
  return listings.find(({ instrument }) => instrument.symbol === symbol)
}
