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
import { triggerProblem } from '@basis/domain/orders/trigger'
import type { Order } from '@basis/domain/orders/order'
import { problem, type Problem } from '@basis/domain/instrument/problems'

/** Texts of the fields; a market order has no price, and only what waits has a trigger. */
export type ReplaceDraft = {
  readonly price: string | undefined
  readonly trigger: string | undefined
  readonly qty: string
}

/** What changes; absent stays. */
export type Replacement = {
  readonly priceTicks?: PriceTicks
  readonly triggerTicks?: PriceTicks
  readonly qtyLots?: QtyLots
}

export function draftOf(order: Order, instrument: Instrument): ReplaceDraft {
  const { orderType, priceTicks, stop, status } = order
  // The legs of a spot plan, and where a trailing order would fire now, are no one trigger to type.
  const isTyped = stop?.planType === undefined || stop.planType === 1 || stop.planType === 8
  const trigger = status === 'Untriggered' && isTyped ? stop?.triggerTicks : undefined
  return {
    price: orderType === 'Limit' ? formatPrice(instrument, priceTicks) : undefined,
    trigger: trigger === undefined ? undefined : formatPrice(instrument, trigger),
    qty: formatQty(instrument, order.qtyLots),
  }
}

/**
 * Returns what would be sent, or the first problem of it: the same rules as for a new order.
 * `current` is the price of the trigger's basis, if it is known: the trigger stays on its side.
 */
export function replacementOf(
  draft: ReplaceDraft,
  order: Order,
  instrument: Instrument,
  current?: PriceTicks,
): Replacement | Problem {
  const trigger = readTrigger(draft, order, instrument, current)
  if (typeof trigger === 'object') return trigger
  if (draft.price?.trim() === '') return problem('priceRequired', 'price')
  const price = draft.price === undefined ? order.priceTicks : parsePrice(instrument, draft.price)
  if (typeof price === 'object') return price
  if (draft.qty.trim() === '') return problem('qtyRequired', 'qty')
  const qty = parseQty(instrument, draft.qty)
  if (typeof qty === 'object') return qty
  const { orderType, side, reduceOnly } = order
  const limit = orderType === 'Limit' ? { priceTicks: price } : {}
  const asked = { orderType, side, reduceOnly, ...limit, qtyLots: qty }
  const wrong = orderProblem(instrument, asked, undefined)
  if (wrong !== undefined) return wrong
  if (qty <= order.filledLots) return problem('qtyNotAboveFilled', 'qty')
  const made = {
    ...(price === order.priceTicks ? {} : { priceTicks: price }),
    ...(trigger === undefined || trigger === order.stop?.triggerTicks
      ? {}
      : { triggerTicks: trigger }),
    ...(qty === order.qtyLots ? {} : { qtyLots: qty }),
  }
  return Object.keys(made).length === 0 ? problem('orderUnchanged') : made
}

function readTrigger(
  draft: ReplaceDraft,
  { stop }: Order,
  instrument: Instrument,
  current: PriceTicks | undefined,
): PriceTicks | undefined | Problem {
  if (draft.trigger === undefined || stop === undefined) return stop?.triggerTicks
  if (draft.trigger.trim() === '') return problem('priceRequired', 'triggerPrice')
  const read = parsePrice(instrument, draft.trigger)
  if (typeof read === 'object') return { ...read, field: 'triggerPrice' }
  if (read === stop.triggerTicks || stop.triggerDirection === 0 || current === undefined) {
    return read
  }
  const asked = { priceTicks: read, direction: stop.triggerDirection, current }
  return triggerProblem(instrument, asked) ?? read
}

export const isReplacement = (made: Replacement | Problem): made is Replacement => !('name' in made)
