// Sizes: of quotes, so that depth grows with the distance as in a real book, and of orders, whose
// tail is Pareto's. Both are larger, or more often, at round numbers.

import type { Side } from '@basis/domain/orders/order'
import type { Prng } from '@basis/domain/numbers/prng'
import { ticksAt } from './ladder.ts'
import type { Liquidity } from './liquidity.ts'

/** What stands up to a distance grows by this power of it. */
const depthPower = 0.95
/** Where ticks are coarse, the ladder reaches beyond its span: with so much less. */
const beyondShare = 0.3
const depthPeriodMs = 170_000
/** Walls stand at prices whose last digits are so round that few lie within a percent. */
const wallShare = 0.0015
const wallTimes = 4
/** Below this level a calmer market is no deeper; above it depth falls by this power of it. */
const calmest = 0.8
const thinning = 0.35
/** Order sizes have this tail: the share above a value falls with this power of it. */
const sizeExponent = 1.5
const largestTimes = 150

export type QuotePlace = {
  readonly side: Side
  readonly place: number
  readonly priceTicks: number
  readonly timeMs: number
  readonly level: number
  readonly liquidity: Liquidity
}

type Chance = {
  readonly random: Prng
  readonly noise: (name: number, position: number) => number
}

/** Returns the size of a quote in lots, not yet whole. */
export function quoteLots(at: QuotePlace, { random, noise }: Chance): number {
  const { sideValue, spanTicks, ladder, valueOfLot } = at.liquidity
  const from = ticksAt(ladder, Math.max(0, at.place))
  const to = ticksAt(ladder, Math.max(0, at.place) + 1)
  const beyond = from > spanTicks ? beyondShare : 1
  const share = ((to / spanTicks) ** depthPower - (from / spanTicks) ** depthPower) * beyond
  const breath = Math.exp(0.22 * noise(at.side === 'Buy' ? 2 : 3, at.timeMs / depthPeriodMs))
  // The mean of exp(0.62 x) for bell-shaped x is 1.21.
  const own = Math.exp(0.62 * bell(random)) / 1.21
  const value = sideValue * share * breath * own * roundness(at.priceTicks)
  return value / Math.max(calmest, at.level) ** thinning / valueOfLot(at.priceTicks)
}

/** How many times as much stands at a price for its roundness. */
export function roundness(priceTicks: number): number {
  let step = 10
  while (step < priceTicks * wallShare) step *= 10
  if (priceTicks % step === 0) return wallTimes
  if (priceTicks % (step / 2) === 0) return wallTimes / 1.6
  return priceTicks % 10 === 0 ? 1.25 : 0.95
}

/** Returns a size by Pareto's law with mean 1, cut where the largest are. */
export function paretoSize(random: Prng): number {
  const least = (sizeExponent - 1) / sizeExponent
  return Math.min(largestTimes, least * (1 - random.nextFloat()) ** (-1 / sizeExponent))
}

/** Returns a size as people type it: one digit and zeros. */
export function rounded(lots: number): number {
  if (lots < 1) return 1
  const step = 10 ** Math.floor(Math.log10(lots))
  return Math.round(lots / step) * step
}

/** Returns a bell-shaped float of mean 0 and variance 1. */
export function bell(random: Prng): number {
  const { nextFloat } = random
  return (nextFloat() + nextFloat() + nextFloat() + nextFloat() - 2) * Math.sqrt(3)
}
