// Prices of a combination: those of its legs, the fair spread, the band, half fees and what a year
// of it would yield (rules 20.2, 20.3).

import {
  divRound,
  formatDecimal,
  decimalsOfStepE8,
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

/** Returns what the near leg is taken at: the index of a spot pair, else the mark (D-S5). */
export const referenceE8 = (
  kind: InstrumentKind,
  { indexE8, markE8 }: { readonly indexE8: PriceE8; readonly markE8: PriceE8 },
): PriceE8 => (kind === 'Spot' ? indexE8 : markE8)

/** Returns a figure of either sign in ticks, rounded half up. */
const nearestTicks = ({ tickSizeE8 }: Grid, valueE8: number): SpreadTicks =>
  spreadTicks(Math.floor((2 * valueE8 + tickSizeE8) / (2 * tickSizeE8)))

/**
 * Returns what both legs of a match trade at: the near leg at its reference on the combination's
 * grid, the far leg the spread away from it, to the last digit (D-S5). EX-20.1, EX-20.2
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

/** The prices that an order may have; both are allowed. */
export type SpreadBand = { readonly low: SpreadTicks; readonly high: SpreadTicks }

/**
 * Returns the band: the larger of both legs' ratios of the near reference, around the fair spread,
 * on the ticks within it (D-S4). EX-20.4
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

/** Each leg pays half of its own rate, which may be a rebate; toward zero to 8 decimals. */
export const halfRate = (rate: RateE8): RateE8 => rateE8(Math.trunc(rate / 2))

/**
 * Returns what the spread comes to in a year, as a share of the near leg's price with 8 decimals,
 * half up: spread ÷ near × 365 ÷ days.
 */
export function annualYieldE8(spreadE8: number, nearE8: PriceE8, leftMs: number): RateE8 {
  if (nearE8 <= 0 || leftMs <= 0) return rateE8(0)
  const top = BigInt(spreadE8) * unitE8 * 365n * BigInt(dayMs)
  return rateE8(Number(divRound(top, BigInt(nearE8) * BigInt(leftMs), 'nearest')))
}

/**
 * Returns over how long a spread is earned: of two futures from the delivery of one to that of the
 * other, of what else ends until it closes (20.5).
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

/** Writes a spread price with the decimals of its grid, minus sign included. */
export function formatSpread({ tickSizeE8 }: Grid, price: SpreadTicks): string {
  const decimals = decimalsOfStepE8(tickSizeE8)
  const value = BigInt(price) * BigInt(tickSizeE8)
  return formatDecimal(value / 10n ** BigInt(8 - decimals), decimals)
}

/** Reads a spread price of either sign; what is no decimal or off the grid is refused. */
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
