// Filters of orders: plain ones, those that wait, TP/SL (open API 2, 4.4, 4.6).

import type { Order } from '@basis/domain/orders/order'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import { wrongParameter } from '../reading/wrong.ts'
import { stopOrderTypeWord } from '../rows/row-words.ts'

const filters: readonly string[] = [
  'Order',
  'StopOrder',
  'OpenOrder',
  'tpslOrder',
  'OcoOrder',
  'BidirectionalTpslOrder',
]

/** Refuses a filter that is none: it would pass nothing, and be taken for "there are no orders". */
export function checkFilter(category: V5Category, filter: string | undefined): void {
  if (filter === undefined || filters.includes(filter)) return
  const spot = { code: 170201, message: 'Invalid orderFilter.' }
  throw wrongParameter('orderFilter', category === 'spot' ? spot : undefined)
}

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
