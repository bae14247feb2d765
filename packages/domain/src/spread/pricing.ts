// Prices of a combination: its leg prices, the fair spread, the band, half fees and the annual
// yield (rules 20.2, 20.3).

import {
  divRound,
  formatSteps,
  parseDecimal,
  rateE8,
  formatTrimmed,
  unitE8,
  priceE8,
  type PriceE8,
  type RateE8,
} from '../numbers/fixed.ts'
import { dayMs } from '../instrument/candle.ts'
import type { Instrument, InstrumentKind } from '../instrument/instrument.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import { spreadTicks, type Combination, type SpreadTicks } from './combination.ts'

type Grid = Pick<Combination, 'tickSizeE8'>

/** Returns the near leg's reference price: the index of a spot pair, else the mark (D-S5). */
export const referenceE8 = (
  kind: InstrumentKind,
  { indexE8, markE8 }: { readonly indexE8: PriceE8; readonly markE8: PriceE8 },
): PriceE8 => (kind === 'Spot' ? indexE8 : markE8)

/** Returns a value of either sign in ticks, rounded half up. */
const nearestTicks = ({ tickSizeE8 }: Grid, valueE8: number): SpreadTicks =>
  spreadTicks(Math.floor((2 * valueE8 + tickSizeE8) / (2 * tickSizeE8)))

/**
 * Returns the leg prices of a match: the near leg at its reference on the combination's grid, the
 * far leg exactly the spread away from it (D-S5). EX-20.1, EX-20.2
 */
export function legPrices(
  grid: Grid,
  reference: PriceE8,
  price: SpreadTicks,
): { readonly far: PriceE8; readonly near: PriceE8 } {
  const near = nearestTicks(grid, reference) * grid.tickSizeE8
  return { near: priceE8(near), far: priceE8(near + price * grid.tickSizeE8) }
}

/** Returns far mark minus near reference, on the grid. */
export const fairSpreadTicks = (grid: Grid, farE8: PriceE8, nearE8: PriceE8): SpreadTicks =>
  nearestTicks(grid, farE8 - nearE8)

/** The allowed prices of an order, both ends included. */
export type SpreadBand = { readonly low: SpreadTicks; readonly high: SpreadTicks }

/**
 * Returns the band around the fair spread: the larger ratio of the two legs, of the near reference,
 * rounded to ticks within it (D-S4). EX-20.4
 */
export function spreadBand(
  { tickSizeE8 }: Grid,
  marks: { readonly farE8: PriceE8; readonly nearE8: PriceE8 },
  ratios: readonly RateE8[],
): SpreadBand {
  const { farE8, nearE8 } = marks
  const reach = Number((BigInt(nearE8) * BigInt(Math.max(...ratios))) / unitE8)
  const fair = farE8 - nearE8
  return {
    low: spreadTicks(Math.ceil((fair - reach) / tickSizeE8)),
    high: spreadTicks(Math.floor((fair + reach) / tickSizeE8)),
  }
}

/** Each leg pays half of its own rate, which may be a rebate; rounded toward zero to 8 decimals. */
export const halfRate = (rate: RateE8): RateE8 => rateE8(Math.trunc(rate / 2))

/**
 * Returns the annual yield of the spread, as a share of the near leg's price with 8 decimals, half
 * up: spread ÷ near × 365 ÷ days.
 */
export function annualYieldE8(spreadE8: number, nearE8: PriceE8, leftMs: number): RateE8 {
  if (nearE8 <= 0 || leftMs <= 0) return rateE8(0)
  const top = BigInt(spreadE8) * unitE8 * 365n * BigInt(dayMs)
  return rateE8(Number(divRound(top, BigInt(nearE8) * BigInt(leftMs), 'nearest')))
}

/**
 * Returns the time over which a spread is earned: from one future's delivery to the other's, or
 * until the combination closes (20.5).
 */
export const earnedOverMs = (
  closesMs: number,
  [far, near]: readonly [far: Delivering, near: Delivering],
  nowMs: number,
): number =>
  far.deliveryMs === undefined || near.deliveryMs === undefined
    ? closesMs - nowMs
    : far.deliveryMs - near.deliveryMs

type Delivering = Pick<Instrument, 'deliveryMs'>

/** Formats a spread price with the decimals of its grid, with a minus sign if negative. */
export const formatSpread = ({ tickSizeE8 }: Grid, price: SpreadTicks): string =>
  formatSteps(price, tickSizeE8)

/** Parses a spread price of either sign; rejects texts that are not decimals or off the grid. */
export function parseSpread({ tickSizeE8 }: Grid, text: string): SpreadTicks | Problem {
  const value = /^-?\d{1,20}(\.\d+)?$/.test(text) ? parseDecimal(text, 8) : undefined
  if (value === undefined && !/^-?\d{1,20}\.\d+$/.test(text)) {
    return problem('priceInvalid', 'price', { value: text.slice(0, 40) })
  }
  if (value === undefined || value % BigInt(tickSizeE8) !== 0n) {
    const step = formatTrimmed(BigInt(tickSizeE8), 8)
    return problem('tickSizeFixNumTips', 'price', { step })
  }
  return spreadTicks(Number(value / BigInt(tickSizeE8)))
}
