// The reversal of a position as two market orders: the first closes it, the second opens the same
// size on the other side (spec 4, reverse flow; rules 6.4).

import type { QtyLots } from '../numbers/fixed.ts'
import { oppositeSide, type Side } from './order.ts'
import type { PositionIdx } from './position.ts'
import { problem, type Problem } from '../instrument/problems.ts'

/** A market order before it is placed. */
export type MarketIntent = {
  readonly orderType: 'Market'
  readonly timeInForce: 'ImmediateOrCancel'
  readonly side: Side
  readonly qtyLots: QtyLots
  readonly positionIdx: PositionIdx
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
}

/** The fields of a position that a reversal needs. */
export type Reversible = {
  readonly side: Side | 'None'
  readonly sizeLots: QtyLots
  readonly positionIdx: PositionIdx
}

/** The index of the opposite position: the other side in hedge mode, itself in one-way mode. */
export const otherIdx: Readonly<Record<PositionIdx, PositionIdx>> = { 0: 0, 1: 2, 2: 1 }

/**
 * Returns the two orders of a reversal, in sequence; a flat position is a problem. The second has
 * reduce-only and close-on-trigger cleared and may be sent only if `mayOpenReverse` allows it
 * (D-35). Leverage and margin mode stay unchanged.
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

/** Whether the second order may be sent: the first was filled in full (D-35). */
export const mayOpenReverse = (close: MarketIntent, filledLots: number): boolean =>
  filledLots === close.qtyLots
