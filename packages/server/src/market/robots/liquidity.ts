// How thick and how busy each market is: spread, depth and trade as they are in an ordinary hour.
// Everything is estimated in floats: a robot may choose a size roughly, the engine counts exactly.

import { valueUnit } from '@basis/domain/instrument'
import type { Listing } from '../../listings.ts'
import { coinProfile } from '../coin-profiles.ts'
import { ladderOf, type Ladder } from './ladder.ts'

export type Liquidity = {
  /** Value traded in an ordinary day, in quote units. */
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
  /** Quote units that one lot is worth at one tick. */
  readonly valueOfTickLot: number
  /** Ticks that are one ten-thousandth of the price. */
  readonly basisPointTicks: number
}

/** A coin's spot pair trades this share of what its perpetual does. */
const spotShare = 0.5
const levels = 70
/** From the first quote to the last, as a share of the price, where the tick allows. */
const spanShare = 0.005
/** The most traded coin, which the others are measured by. */
const largestTurnover = 1_000e6
const largest = { spreadShare: 0.000012, sideValue: 2.1e6, ordersPerSecond: 1.3 } as const
/** Where a tick is a large part of the price, quotes stand on nearly every one. */
const leastStep = 1.15
const leastSpread = 0.8

/** Returns the value traded in an ordinary day, in quote units; history should be given it too. */
export const dailyTurnoverOf = ({ coin, instrument }: Listing): number =>
  (instrument.kind === 'Spot' ? spotShare : 1) * coinProfile(coin).dailyTurnover

/** Returns what one market's robots aim at while its price is near this one. */
export function liquidityOf(listing: Listing, priceTicks: number): Liquidity {
  const { instrument } = listing
  const dailyTurnover = dailyTurnoverOf(listing)
  const size = dailyTurnover / largestTurnover
  const ordersPerSecond = largest.ordersPerSecond * Math.sqrt(size)
  const orderValue = dailyTurnover / 86_400 / ordersPerSecond
  const spreadTicks = Math.max(leastSpread, priceTicks * largest.spreadShare * size ** -0.35)
  const firstStep = Math.max(leastStep, spreadTicks * 0.65)
  return {
    dailyTurnover,
    ordersPerSecond,
    orderValue,
    spreadTicks,
    ladder: ladderOf(levels, firstStep, priceTicks * spanShare),
    frontValue: 1.8 * orderValue,
    sideValue: largest.sideValue * size ** 0.8,
    valueOfTickLot: Number(valueUnit(instrument)) / 1e8,
    basisPointTicks: priceTicks / 10_000,
  }
}
