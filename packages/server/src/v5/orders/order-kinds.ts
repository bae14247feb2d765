// Filters of orders: plain ones, those that wait, TP/SL (open API 2, 4.4, 4.6).

import type { Order } from '@basis/domain/orders/order'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import { stopOrderTypeWord } from '../rows/row-words.ts'

/** Has this order the kind that a filter names? None passes all. */
export function isOfFilter(
  order: Order,
  category: V5Category,
  filter: string | undefined,
): boolean {
  if (filter === undefined) return true
  // What has been triggered rests in the book of a pair like any other order.
  const isResting = order.status === 'New' || order.status === 'PartiallyFilled'
  const word = category === 'spot' && isResting ? '' : stopOrderTypeWord(order)
  if (filter === 'Order' || filter === 'OpenOrder') return word === ''
  if (category !== 'spot') return filter === 'StopOrder' && word !== ''
  if (filter === 'StopOrder') return word === 'Stop' || word === 'TrailingStop'
  return word === filter.charAt(0).toLowerCase() + filter.slice(1) || word === filter
}

/** Has it the type that `stopOrderType` names? */
export const isOfStopType = (order: Order, type: string | undefined): boolean =>
  type === undefined || stopOrderTypeWord(order) === type
