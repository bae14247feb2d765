// Sizes of quotes, whose depth grows with distance as in a real book, and of orders, with a Pareto
// tail. Both are larger, or more frequent, at round numbers.

import type { Side } from '@basis/domain/orders/order'
import type { Prng } from '@basis/domain/numbers/prng'
import { ticksAt } from './ladder.ts'
import type { Liquidity } from './liquidity.ts'

/** The depth up to a distance grows with this power of it. */
const depthPower = 0.95
/** With coarse ticks the ladder extends beyond its span, with this fraction of the size. */
const beyondShare = 0.3
const depthPeriodMs = 170_000
/** Walls stand at prices so round that few lie within a percent. */
const wallShare = 0.0015
const wallTimes = 4
/** Below this level the depth stays the same; above it depth falls with this power of it. */
const calmest = 0.8
const thinning = 0.35
/** The Pareto exponent: the share of order sizes above a value falls with this power of it. */
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

/** Returns the size of a quote in lots, not rounded yet. */
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

/** The factor on the size of quotes at a price due to its roundness. */
export function roundness(priceTicks: number): number {
  let step = 10
  while (step < priceTicks * wallShare) step *= 10
  if (priceTicks % step === 0) return wallTimes
  if (priceTicks % (step / 2) === 0) return wallTimes / 1.6
  return priceTicks % 10 === 0 ? 1.25 : 0.95
}

/** Returns a Pareto-distributed size of mean 1, truncated at the largest ones. */
export function paretoSize(random: Prng): number {
  const least = (sizeExponent - 1) / sizeExponent
  return Math.min(largestTimes, least * (1 - random.nextFloat()) ** (-1 / sizeExponent))
}

/** Returns a size as people enter it, rounded to one significant digit. */
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
