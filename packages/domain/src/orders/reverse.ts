// A position's reversal as two market orders: the first closes it, the second opens as much on the
// other side (spec 4, reverse flow; rules 6.4).

import type { QtyLots } from '../numbers/fixed.ts'
import { oppositeSide, type Side } from './order.ts'
import type { PositionIdx } from './position.ts'
import { problem, type Problem } from '../instrument/problems.ts'

/** A market order that is meant, before it is placed. */
export type MarketIntent = {
  readonly orderType: 'Market'
  readonly timeInForce: 'ImmediateOrCancel'
  readonly side: Side
  readonly qtyLots: QtyLots
  readonly positionIdx: PositionIdx
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
}

/** What there is to reverse. */
export type Reversible = {
  readonly side: Side | 'None'
  readonly sizeLots: QtyLots
  readonly positionIdx: PositionIdx
}

/**
 * In hedge mode the other side is a position of its own; a one-way position is its own other side.
 */
export const otherIdx: Readonly<Record<PositionIdx, PositionIdx>> = { 0: 0, 1: 2, 2: 1 }

/**
 * Returns the two orders of a reversal, in their order; a flat position has none to reverse. The
 * second has reduce-only and close-on-trigger cleared and may be sent only when `mayOpenReverse`
 * says so (D-35). Leverage and margin mode are the position's and stay.
 */
export function reversal(
  position: Reversible,
): readonly [close: MarketIntent, open: MarketIntent] | Problem {
  if (position.side === 'None' || position.sizeLots === 0) {
    return problem('reduceOnlyWithoutPosition', 'symbol')
  }
  const close: MarketIntent = {
    orderType: 'Market',
    timeInForce: 'ImmediateOrCancel',
    side: oppositeSide(position.side),
    qtyLots: position.sizeLots,
    positionIdx: position.positionIdx,
    reduceOnly: true,
    closeOnTrigger: true,
  }
  const open = {
    ...close,
    positionIdx: otherIdx[position.positionIdx],
    reduceOnly: false,
    closeOnTrigger: false,
  }
  return [close, open]
}

/** May the second order follow: was the first one filled in full (D-35)? */
export const mayOpenReverse = (close: MarketIntent, filledLots: number): boolean =>
  filledLots === close.qtyLots
