// Changing an open order decides here: what may be typed, and what would be sent.

import type { PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  parsePrice,
  parseQty,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { orderProblem } from '@basis/domain/orders/order-rules'
import type { Order } from '@basis/domain/orders/order'
import { problem, type Problem } from '@basis/domain/instrument/problems'

export type ReplaceDraft = { readonly price: string; readonly qty: string }

/** What changes; absent stays. */
export type Replacement = { readonly priceTicks?: PriceTicks; readonly qtyLots?: QtyLots }

export function draftOf(order: Order, instrument: Instrument): ReplaceDraft {
  return {
    price: formatPrice(instrument, order.priceTicks),
    qty: formatQty(instrument, order.qtyLots),
  }
}

/** Returns what would be sent, or the first problem of it: the same rules as for a new order. */
export function replacementOf(
  draft: ReplaceDraft,
  order: Order,
  instrument: Instrument,
): Replacement | Problem {
  if (draft.price.trim() === '') return problem('priceRequired', 'price')
  const price = parsePrice(instrument, draft.price)
  if (typeof price === 'object') return price
  if (draft.qty.trim() === '') return problem('qtyRequired', 'qty')
  const qty = parseQty(instrument, draft.qty)
  if (typeof qty === 'object') return qty
  const { orderType, side, reduceOnly } = order
  const asked = { orderType, side, reduceOnly, priceTicks: price, qtyLots: qty }
  const wrong = orderProblem(instrument, asked, undefined)
  if (wrong !== undefined) return wrong
  if (qty <= order.filledLots) return problem('qtyNotAboveFilled', 'qty')
  if (price === order.priceTicks && qty === order.qtyLots) return problem('orderUnchanged')
  return {
    ...(price === order.priceTicks ? {} : { priceTicks: price }),
    ...(qty === order.qtyLots ? {} : { qtyLots: qty }),
  }
}

export const isReplacement = (made: Replacement | Problem): made is Replacement => !('name' in made)
