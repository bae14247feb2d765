// Quantities and price bounds of copies (rules 16.2, D-56).

import { mulDiv, type LeverageE2 } from '../numbers/fixed.ts'
import type { CopySettings } from './settings.ts'

/** The result of a leader's opening command: lots, their value in quote ×1e-8, the margin used. */
export type LeaderOpening = {
  readonly lots: number
  readonly value: bigint
  readonly margin: bigint
  /** The leader's available balance before it. */
  readonly available: bigint
  /** The orders that were filled; without them the opening counts as one whole order. */
  readonly orders?: readonly OrderPart[] | undefined
}

/** How much of an order was filled before and after. */
export type OrderPart = {
  readonly qtyLots: number
  readonly beforeLots: number
  readonly afterLots: number
}

type Follower = {
  readonly available: bigint
  readonly leverageE2: LeverageE2
  /** The least order that a follower may send; 1 if undefined. */
  readonly leastLots?: number | undefined
}

/**
 * Returns the lots that a follower opens, floored to the lot: c × L ÷ P, q × r, or the same share
 * of the available balance as the leader used. EX-13.1
 */
export function openingLots(
  { mode, margin, ratioE4 }: Pick<CopySettings, 'mode' | 'margin' | 'ratioE4'>,
  leader: LeaderOpening,
  { available, leverageE2, leastLots = 1 }: Follower,
): number {
  const { lots, value } = leader
  switch (mode) {
    case 'FixedRatio':
      return copiedLots(leader, leastLots, () => ({ top: BigInt(ratioE4), bottom: 10_000n }))
    case 'FixedMargin': {
      if (margin <= 0n || value <= 0n) return 0
      const top = margin * BigInt(leverageE2) * BigInt(lots)
      const unit = 100n * value
      return copiedLots(leader, leastLots, (qtyLots) => ({ top, bottom: unit * BigInt(qtyLots) }))
    }
    case 'Proportional': {
      if (leader.available <= 0n || available <= 0n) return 0
      const top = leader.margin * available * BigInt(leverageE2)
      return copiedLots(leader, leastLots, () => ({ top, bottom: leader.available * 100n * value }))
    }
  }
}

/** The lots that a follower opens for each lot of the leader's. */
type Rate = { readonly top: bigint; readonly bottom: bigint }

/**
 * Returns the lots at a rate, which may depend on the quantity of the leader's order. Each part of
 * an order adds what the order's filled lots at the rate, floored, grow by, so that all parts
 * together are the lots of the whole order. Until the last part they grow by least orders, so that
 * no part is too small to be sent.
 */
function copiedLots(
  { lots, orders = [] }: LeaderOpening,
  leastLots: number,
  rateOf: (qtyLots: number) => Rate,
): number {
  const upTo = (part: number, qtyLots: number): bigint => {
    const { top, bottom } = rateOf(qtyLots)
    const whole = mulDiv(top, BigInt(part), bottom, 'down')
    return part === qtyLots ? whole : whole - (whole % BigInt(leastLots))
  }
  const filled = orders.reduce((sum, { beforeLots, afterLots }) => sum + afterLots - beforeLots, 0)
  if (filled <= 0) return Number(upTo(lots, lots))
  const opened = orders.reduce(
    (sum, { qtyLots, beforeLots, afterLots }) =>
      sum + upTo(afterLots, qtyLots) - upTo(beforeLots, qtyLots),
    0n,
  )
  // What the same command closed again is not opened.
  return Number(mulDiv(opened, BigInt(lots), BigInt(Math.max(filled, lots)), 'down'))
}

/** Returns the lots whose margin at the leader's price is at most this, floored to the lot. */
export function lotsOfMargin(
  margin: bigint,
  { lots, value }: Pick<LeaderOpening, 'lots' | 'value'>,
  leverageE2: LeverageE2,
): number {
  if (margin <= 0n || value <= 0n) return 0
  return Number(mulDiv(margin, BigInt(leverageE2) * BigInt(lots), 100n * value, 'down'))
}

/** Returns the margin of a value, rounded up. */
export const marginOfValue = (value: bigint, leverageE2: LeverageE2): bigint =>
  mulDiv(value, 100n, BigInt(leverageE2), 'up')

/** Returns the lots to close: the leader's closed fraction, rounded up; a full close is full. */
export function closingLots(
  size: number,
  { closed, of }: { readonly closed: number; readonly of: number },
): number {
  if (closed >= of) return size
  return Math.min(size, Number(mulDiv(BigInt(size), BigInt(closed), BigInt(of), 'up')))
}

/**
 * Returns the worst price of a copy in ticks: the leader's price plus the slippage limit, rounded
 * to the tick inside the limit. `unit` is the value of a lot at one tick.
 */
export function copyBoundTicks(
  isBuy: boolean,
  { lots, value }: Pick<LeaderOpening, 'lots' | 'value'>,
  unit: bigint,
  slippageE4: number,
): number {
  const rate = BigInt(isBuy ? 10_000 + slippageE4 : 10_000 - slippageE4)
  const bottom = BigInt(lots) * unit * 10_000n
  return Math.max(1, Number(mulDiv(value, rate, bottom, isBuy ? 'down' : 'up')))
}

/** Returns the price at a distance from the leader's, in ticks, rounded to the nearest. */
export function awayTicks(
  { lots, value }: Pick<LeaderOpening, 'lots' | 'value'>,
  unit: bigint,
  awayE4: number,
): number {
  const bottom = BigInt(lots) * unit * 10_000n
  return Math.max(1, Number(mulDiv(value, BigInt(10_000 + awayE4), bottom, 'nearest')))
}
