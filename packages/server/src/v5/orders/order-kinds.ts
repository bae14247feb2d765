// Filters of the open API's order lists: plain, conditional and TP/SL orders (open API 2, 4.4,
// 4.6).

import type { Order } from '@basis/domain/orders/order'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import { wrongParameter } from '../reading/wrong.ts'
import { stopOrderTypeWord } from '../rows/row-words.ts'

/** The stop order types that a filter of spot orders passes, as in the rows. */
const spotKinds: Readonly<Record<string, readonly string[]>> = {
  StopOrder: ['Stop', 'TrailingStop'],
  tpslOrder: ['tpslOrder'],
  OcoOrder: ['OcoOrder'],
  BidirectionalTpslOrder: ['BidirectionalTpslOrder'],
}

/** Filters that pass only orders which are not stop orders. */
const plainFilters: readonly string[] = ['Order', 'OpenOrder']

const filters: readonly string[] = [...plainFilters, ...Object.keys(spotKinds)]

/** Throws for an unknown filter: an empty answer would be read as "there are no orders". */
export function checkFilter(category: V5Category, filter: string | undefined): void {
  if (filter === undefined || filters.includes(filter)) return
  const spot = { code: 170201, message: 'Invalid orderFilter.' }
  throw wrongParameter('orderFilter', category === 'spot' ? spot : undefined)
}

/** Returns whether a filter passes an order; without a filter every order passes. */
export function isOfFilter(
  order: Order,
  category: V5Category,
  filter: string | undefined,
): boolean {
  if (filter === undefined) return true
  // A spot order that was triggered and rests in the book is listed as a plain order.
  const isResting = order.status === 'New' || order.status === 'PartiallyFilled'
  const word = category === 'spot' && isResting ? '' : stopOrderTypeWord(order)
  if (plainFilters.includes(filter)) return word === ''
  if (category === 'spot') return spotKinds[filter]?.includes(word) === true
  return filter === 'StopOrder' && word !== ''
}

/** Returns whether an order has the type that `stopOrderType` names; without one every order. */
export const isOfStopType = (order: Order, type: string | undefined): boolean =>
  type === undefined || stopOrderTypeWord(order) === type
