// Iceberg orders: one visible child at a time, the next on its full fill; and children that take a
// share of the market (rules 8.9).

import { priceTicks, qtyLots, type PriceTicks, type QtyLots } from '../numbers/fixed.ts'
import type { Side } from '../orders/order.ts'

/** The size of the visible child, or how many there shall be. */
export type IcebergSlice = { readonly subLots: QtyLots } | { readonly orderCount: number }

/** Where a child is placed. */
export type IcebergPricing =
  | { readonly at: 'Fixed'; readonly priceTicks: PriceTicks }
  /** The best price of its own side. */
  | { readonly at: 'Own' }
  /** Away from the best price of its own side, into the book where positive. */
  | { readonly at: 'Offset'; readonly offsetTicks: number }
  /** The best price of the other side: it takes. */
  | { readonly at: 'Taker' }

/** The best prices of a book; absent where a side is empty. */
export type BestPrices = {
  readonly bidTicks?: PriceTicks | undefined
  readonly askTicks?: PriceTicks | undefined
}

/** Returns the visible size: as asked, or the total by the count, up to a lot. */
export const icebergSliceLots = (totalLots: QtyLots, slice: IcebergSlice): QtyLots =>
  'subLots' in slice ? slice.subLots : qtyLots(Math.ceil(totalLots / slice.orderCount))

/**
 * Returns the size of the next child once nothing of the last one is left: the slice, or the rest
 * of the total; 0 when the iceberg is done.
 */
export function nextIcebergLots(
  totalLots: QtyLots,
  filledLots: QtyLots,
  slice: IcebergSlice,
): QtyLots {
  return qtyLots(Math.max(0, Math.min(icebergSliceLots(totalLots, slice), totalLots - filledLots)))
}

/** Returns the price of the next child; undefined while the side that it follows is empty. */
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
