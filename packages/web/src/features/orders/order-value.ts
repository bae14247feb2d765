// The value of an open order at its own price, and where it has none.

import type { Amount } from '@basis/domain/numbers/fixed'
import { valueOf, type Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'

/**
 * Returns an order's value at its limit, of a market order that waits at its trigger, in 1e-8 of
 * the coin that values are told in; undefined where it has neither, as a trailing stop before its
 * activation: an inverse contract is worth nothing nameable at a price of 0.
 */
export function orderValue(
  { orderType, priceTicks, stop, qtyLots }: Order,
  instrument: Instrument,
): Amount | undefined {
  const ticks = orderType === 'Market' && stop !== undefined ? stop.triggerTicks : priceTicks
  return ticks > 0 ? valueOf(instrument, ticks, qtyLots) : undefined
}
