// Spread, depth and turnover of each market in a usual hour. Estimated in floats: a robot's sizes
// may be approximate, the engine's arithmetic is exact.

import { valueUnit, type Instrument } from '@basis/domain/instrument/instrument'
import type { ContractType } from '@basis/domain/instrument/market'
import type { Listing } from '../../instruments/listings.ts'
import { quotePrice } from '../../instruments/spot/spot-coins.ts'
import { coinProfile } from '../coin-profiles.ts'
import { ladderOf, type Ladder } from './ladder.ts'

export type Liquidity = {
  /** Value traded in a usual day, in USDT like every value here. */
  readonly dailyTurnover: number
  /** Takers' orders per second in usual conditions, and their average value. */
  readonly ordersPerSecond: number
  readonly orderValue: number
  /** Between the best bid and the best ask. */
  readonly spreadTicks: number
  readonly ladder: Ladder
  /** The total value of a side's quotes over the ladder's span. */
  readonly sideValue: number
  readonly spanTicks: number
  /** Quotes stay until the fair price is this far from them. */
  readonly moveTicks: number
  /** The minimum value of a large order, one of which comes about every ten minutes. */
  readonly blockValue: number
  /** The standard deviation of a daily log return. */
  readonly dayDeviation: number
  /** Number of quotes per side that stay far from the price for hours. */
  readonly farQuotes: number
  /** Whether the pair's turnover is so low that its book has few quotes. */
  readonly hasShortBook: boolean
  /** The minimum value of an order, in USDT. */
  readonly leastValue: number
  /** A lot's value at a price; constant for contracts of a dollar. */
  readonly valueOfLot: (priceTicks: number) => number
  /** One basis point of the price, in ticks. */
  readonly basisPointTicks: number
}

/** Turnover of a coin's other markets, as a share of its perpetual in USDT. */
const spotShares: Readonly<Record<string, number>> = {
  USDT: 0.12,
  USDC: 0.03,
  USDE: 0.01,
  BTC: 0.015,
  EUR: 0.015,
  BRL: 0.01,
}
/** Pairs with half their perpetual's turnover. */
const largePairs: Readonly<Record<string, number>> = { 'BTC/USDT': 0.5, 'ETH/USDT': 0.5 }
const contractShares: Readonly<Record<ContractType, number>> = {
  Option: 0,
  LinearPerpetual: 1,
  LinearFutures: 0.04,
  UsdcPerpetual: 0.12,
  UsdcFutures: 0.03,
  InversePerpetual: 0.2,
  InverseFutures: 0.05,
}
const levels = 70
const [farQuotes, fewFarQuotes] = [198, 12] as const
/** A pair with less turnover has a short book. */
const smallTurnover = 60e6
const shortLevels = 16
/** The span of the quotes as a share of the price, if the tick size allows. */
const spanShare = 0.005
/** A side's depth within that span, as a share of a day's turnover. */
const sideShare = 0.0365
/** The turnover of the most traded coin, which others are compared to. */
const largestTurnover = 1_000e6
const largest = { spreadShare: 0.000012, ordersPerSecond: 19 } as const
/** Markets with less turnover have fewer and smaller orders; their number falls with this power. */
const rarer = 1
/** The fewest orders per second, for the least traded markets. */
const fewestOrders = 0.21
/** Perpetuals with at least this turnover are quoted with a spread of one tick. */
const tightTurnover = 250e6
/** The share of turnover from orders of usual size; the rest are large orders. */
const usualShare = 0.6
/** A large order's value as a share of a day's turnover. */
const blockShare = 0.001
/** Seconds between moves of the quotes in the most and in the least traded markets. */
const [quickMove, slowMove] = [1.8, 14] as const
/** Number of ladder levels within one move. */
const placesPerMove = 7
/** If a tick is a large part of the price, nearly every tick has a quote. */
const leastStep = 1.15

/** Returns the average value traded per day, in USDT; also to be used for the history. */
export function dailyTurnoverOf({ coin, instrument }: Listing): number {
  const { contractType, symbol, quoteCoin } = instrument
  const share =
    contractType === undefined
      ? (largePairs[symbol] ?? spotShares[quoteCoin] ?? 0)
      : contractShares[contractType]
  return share * coinProfile(coin).dailyTurnover
}

/** The median day's turnover as a fraction of the mean, which a few busy days raise. */
const medianPart = 0.55

/** Returns the median value traded per day, in USDT. */
export const medianTurnoverOf = (listing: Listing): number => medianPart * dailyTurnoverOf(listing)

/** Perpetuals in USDT, and pairs with full books. */
const isMuchWatched = ({ contractType, kind }: Instrument, hasShortBook: boolean): boolean =>
  contractType === 'LinearPerpetual' || (kind === 'Spot' && !hasShortBook)

function lotValueOf(instrument: Instrument): Liquidity['valueOfLot'] {
  const lot = instrument.lotSizeE8 / 1e8
  if (instrument.kind === 'Inverse') return () => lot
  const unit = (Number(valueUnit(instrument)) / 1e8) * quotePrice(instrument.quoteCoin)
  return (priceTicks) => priceTicks * unit
}

/** Returns the standard deviation of a market's daily return. */
export const dayDeviationOf = ({ coin }: Listing): number =>
  coinProfile(coin).annualVolatility / Math.sqrt(365)

/** Returns the targets of a market's robots while its price is near this one. */
export function liquidityOf(listing: Listing, priceTicks: number): Liquidity {
  const { instrument } = listing
  const dailyTurnover = dailyTurnoverOf(listing)
  const size = dailyTurnover / largestTurnover
  const ordersPerSecond = Math.max(fewestOrders, largest.ordersPerSecond * size ** rarer)
  const orderValue = (usualShare * dailyTurnover) / 86_400 / ordersPerSecond
  const dayDeviation = dayDeviationOf(listing)
  const hasShortBook = instrument.kind === 'Spot' && dailyTurnover < smallTurnover
  const isTight = instrument.kind !== 'Spot' && dailyTurnover >= tightTurnover
  const usualSpread = priceTicks * largest.spreadShare * size ** -0.35
  const spreadTicks = isTight ? 1 : Math.max(1, usualSpread)
  const moveSeconds = Math.min(slowMove, quickMove * size ** -0.45)
  const freely = priceTicks * dayDeviation * Math.sqrt(moveSeconds / 86_400)
  const moveTicks = Math.max(0.8 * spreadTicks, freely)
  const firstStep = Math.max(leastStep, spreadTicks * 0.65, moveTicks / placesPerMove)
  const spanTicks = priceTicks * spanShare
  return {
    dailyTurnover,
    ordersPerSecond,
    orderValue,
    spreadTicks,
    ladder: ladderOf(hasShortBook ? shortLevels : levels, firstStep, spanTicks),
    sideValue: sideShare * dailyTurnover,
    spanTicks,
    moveTicks,
    blockValue: blockShare * dailyTurnover,
    dayDeviation,
    farQuotes: isMuchWatched(instrument, hasShortBook) ? farQuotes : fewFarQuotes,
    valueOfLot: lotValueOf(instrument),
    hasShortBook,
    leastValue: (Number(instrument.minNotional) / 1e8) * quotePrice(instrument.quoteCoin),
    basisPointTicks: priceTicks / 10_000,
  }
}
