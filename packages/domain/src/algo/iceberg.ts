// Iceberg orders: one visible child at a time, the next after its full fill (rules 8.9).

import { priceTicks, qtyLots, type PriceTicks, type QtyLots } from '../numbers/fixed.ts'
import type { Side } from '../orders/order.ts'

/** The size of the visible child, or the number of children. */
export type IcebergSlice = { readonly subLots: QtyLots } | { readonly orderCount: number }

/** The price of each child. */
export type IcebergPricing =
  | { readonly at: 'Fixed'; readonly priceTicks: PriceTicks }
  /** The best price of the order's own side. */
  | { readonly at: 'Own' }
  /** At an offset from the best price of its own side; positive is deeper into the book. */
  | { readonly at: 'Offset'; readonly offsetTicks: number }
  /** The best price of the opposite side: the child takes. */
  | { readonly at: 'Taker' }

/** The best prices of a book; a side is absent if empty. */
export type BestPrices = {
  readonly bidTicks?: PriceTicks | undefined
  readonly askTicks?: PriceTicks | undefined
}

/** Returns the visible size: as given, or the total ÷ the count, rounded up to a lot. */
export const icebergSliceLots = (totalLots: QtyLots, slice: IcebergSlice): QtyLots =>
  'subLots' in slice ? slice.subLots : qtyLots(Math.ceil(totalLots / slice.orderCount))

/**
 * Returns the size of the next child once the last one is filled: the slice, or the rest of the
 * total; 0 when the iceberg is done. A rest after it that is less than `leastLots` would be too
 * small for an order, and the child includes it.
 */
export function nextIcebergLots(
  totalLots: QtyLots,
  filledLots: QtyLots,
  slice: IcebergSlice,
  leastLots = 0,
): QtyLots {
  const left = Math.max(0, totalLots - filledLots)
  const lots = Math.min(icebergSliceLots(totalLots, slice), left)
  return qtyLots(left - lots < leastLots ? left : lots)
}

/** Returns the price of the next child; undefined if the side that it follows is empty. */
export function icebergPrice(
  side: Side,
  pricing: IcebergPricing,
  { bidTicks, askTicks }: BestPrices,
): PriceTicks | undefined {
  if (pricing.at === 'Fixed') return pricing.priceTicks
  const isBuy = side === 'Buy'
  if (pricing.at === 'Taker') return isBuy ? askTicks : bidTicks
  const own = isBuy ? bidTicks : askTicks
  if (own === undefined || pricing.at === 'Own') return own
  const away = isBuy ? own - pricing.offsetTicks : own + pricing.offsetTicks
  return away > 0 ? priceTicks(away) : undefined
}
