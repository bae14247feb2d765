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
  /** Takers' orders in a second, and what one is worth on average. */
  readonly ordersPerSecond: number
  readonly orderValue: number
  /** Between the best bid and the best ask. */
  readonly spreadTicks: number
  readonly ladder: Ladder
  /** What the first quote of a side is worth, and what fifty together are. */
  readonly frontValue: number
  readonly sideValue: number
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
/** A pair that turns over less has a short book. */
const smallTurnover = 60e6
const shortLevels = 16
/** From the first quote to the last, as a share of the price, where the tick allows. */
const spanShare = 0.005
/** The most traded coin, which the others are measured by. */
const largestTurnover = 1_000e6
const largest = { spreadShare: 0.000012, sideValue: 2.1e6, ordersPerSecond: 1.3 } as const
/** Where a tick is a large part of the price, quotes stand on nearly every one. */
const leastStep = 1.15
const leastSpread = 0.8

/** Returns the value traded in an ordinary day, in USDT; history should be given it too. */
export function dailyTurnoverOf({ coin, instrument }: Listing): number {
  const { contractType, symbol, quoteCoin } = instrument
  const share =
    contractType === undefined
      ? (largePairs[symbol] ?? spotShares[quoteCoin] ?? 0)
      : contractShares[contractType]
  return share * coinProfile(coin).dailyTurnover
}

function lotValueOf(instrument: Instrument): Liquidity['valueOfLot'] {
  const lot = instrument.lotSizeE8 / 1e8
  if (instrument.kind === 'Inverse') return () => lot
  const unit = (Number(valueUnit(instrument)) / 1e8) * quotePrice(instrument.quoteCoin)
  return (priceTicks) => priceTicks * unit
}

/** Returns what one market's robots aim at while its price is near this one. */
export function liquidityOf(listing: Listing, priceTicks: number): Liquidity {
  const { instrument } = listing
  const dailyTurnover = dailyTurnoverOf(listing)
  const size = dailyTurnover / largestTurnover
  const ordersPerSecond = largest.ordersPerSecond * Math.sqrt(size)
  const orderValue = dailyTurnover / 86_400 / ordersPerSecond
  const hasShortBook = instrument.kind === 'Spot' && dailyTurnover < smallTurnover
  const spreadTicks = Math.max(leastSpread, priceTicks * largest.spreadShare * size ** -0.35)
  const firstStep = Math.max(leastStep, spreadTicks * 0.65)
  return {
    dailyTurnover,
    ordersPerSecond,
    orderValue,
    spreadTicks,
    ladder: ladderOf(hasShortBook ? shortLevels : levels, firstStep, priceTicks * spanShare),
    frontValue: 1.8 * orderValue,
    sideValue: largest.sideValue * size ** 0.8,
    valueOfLot: lotValueOf(instrument),
    hasShortBook,
    leastValue: (Number(instrument.minNotional) / 1e8) * quotePrice(instrument.quoteCoin),
    basisPointTicks: priceTicks / 10_000,
  }
}
