// Spread, depth and turnover of each market in an ordinary hour. Everything is estimated in floats:
// a robot may choose a size roughly, the engine counts exactly.

import { valueUnit, type Instrument } from '@basis/domain/instrument/instrument'
import type { ContractType } from '@basis/domain/instrument/market'
import type { Listing } from '../../instruments/listings.ts'
import { quotePrice } from '../../instruments/spot/spot-coins.ts'
import { coinProfile } from '../coin-profiles.ts'
import { ladderOf, type Ladder } from './ladder.ts'

export type Liquidity = {
  /** Value traded in an ordinary day, in USDT, as every value here. */
  readonly dailyTurnover: number
  /** Takers' orders in an ordinary second, and what one of them is worth on average. */
  readonly ordersPerSecond: number
  readonly orderValue: number
  /** Between the best bid and the best ask. */
  readonly spreadTicks: number
  readonly ladder: Ladder
  /** What the quotes of a side are worth together, over the ladder's span. */
  readonly sideValue: number
  readonly spanTicks: number
  /** The quotes stay where they are until the fair price is so far from them. */
  readonly moveTicks: number
  /** A large order, which comes about every ten minutes, is worth so much at least. */
  readonly blockValue: number
  /** The standard deviation of a day's log return. */
  readonly dayDeviation: number
  /** Quotes of a side that stand far from the price for hours. */
  readonly farQuotes: number
  /** Whether it is a pair that turns over so little that few quotes make its book. */
  readonly hasShortBook: boolean
  /** The least value of an order, in USDT. */
  readonly leastValue: number
  /** What a lot is worth at a price: of contracts of a dollar at any the same. */
  readonly valueOfLot: (priceTicks: number) => number
  /** Ticks that are one ten-thousandth of the price. */
  readonly basisPointTicks: number
}

/** What a coin's other markets trade, as a share of its perpetual in USDT. */
const spotShares: Readonly<Record<string, number>> = {
  USDT: 0.12,
  USDC: 0.03,
  USDE: 0.01,
  BTC: 0.015,
  EUR: 0.015,
  BRL: 0.01,
}
/** The pairs that are traded as much as half of their perpetuals. */
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
/** A pair that turns over less has a short book. */
const smallTurnover = 60e6
const shortLevels = 16
/** From the first quote to the last, as a share of the price, where the tick allows. */
const spanShare = 0.005
/** What stands within that span on one side, as a share of what is traded in a day. */
const sideShare = 0.0365
/** The most traded coin, which the others are measured by. */
const largestTurnover = 1_000e6
const largest = { spreadShare: 0.000012, ordersPerSecond: 19 } as const
/** Orders are fewer and smaller where less is traded: by this power of it fewer. */
const rarer = 1
/** Also the least traded market has so many orders a second. */
const fewestOrders = 0.21
/** Perpetuals that turn over so much are quoted with a spread of one tick. */
const tightTurnover = 250e6
/** Of the turnover so much comes from orders of the usual sizes; the rest are large ones. */
const usualShare = 0.6
/** A large order is worth this share of a day's turnover. */
const blockShare = 0.001
/** Seconds between two moves of the quotes where most is traded, and where little is. */
const [quickMove, slowMove] = [1.8, 14] as const
/** So many places of the ladder lie within one move. */
const placesPerMove = 7
/** Where a tick is a large part of the price, quotes stand on nearly every one. */
const leastStep = 1.15

/** Returns the value traded in a day on average, in USDT; history should be given it too. */
export function dailyTurnoverOf({ coin, instrument }: Listing): number {
  const { contractType, symbol, quoteCoin } = instrument
  const share =
    contractType === undefined
      ? (largePairs[symbol] ?? spotShares[quoteCoin] ?? 0)
      : contractShares[contractType]
  return share * coinProfile(coin).dailyTurnover
}

/** The median of all days as a part of their mean, which a few busy days raise. */
const medianPart = 0.55

/** Returns the value traded in the median of all days, in USDT. */
export const medianTurnoverOf = (listing: Listing): number => medianPart * dailyTurnoverOf(listing)

/** The perpetuals in USDT, and the pairs that have whole books. */
const isMuchWatched = ({ contractType, kind }: Instrument, hasShortBook: boolean): boolean =>
  contractType === 'LinearPerpetual' || (kind === 'Spot' && !hasShortBook)

function lotValueOf(instrument: Instrument): Liquidity['valueOfLot'] {
  const lot = instrument.lotSizeE8 / 1e8
  if (instrument.kind === 'Inverse') return () => lot
  const unit = (Number(valueUnit(instrument)) / 1e8) * quotePrice(instrument.quoteCoin)
  return (priceTicks) => priceTicks * unit
}

/** Returns by which share a market's price usually moves in a day. */
export const dayDeviationOf = ({ coin }: Listing): number =>
  coinProfile(coin).annualVolatility / Math.sqrt(365)

/** Returns what one market's robots aim at while its price is near this one. */
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
