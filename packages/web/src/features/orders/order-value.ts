// The value of an open order at its own price, and where a trailing one begins to follow.

import type { Amount, PriceTicks } from '@basis/domain/numbers/fixed'
import { valueOf, type Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import type { PositionRecord } from '../../stores/positions.ts'

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

/**
 * Returns the price that a trailing order waits for before it follows; undefined for one that
 * follows already and for any other order. Of a plan of spot the order has it, of a position's
 * trailing stop the position.
 */
export function activationOf(
  { id, stop }: Pick<Order, 'id' | 'stop'>,
  positions: readonly Pick<PositionRecord, 'tpsl'>[],
): PriceTicks | undefined {
  if (stop === undefined || stop.triggerTicks > 0) return undefined
  if (stop.planType !== undefined) return stop.trailing?.activationTicks
  return positions.find(({ tpsl }) => tpsl.trailing?.orderId === id)?.tpsl.trailing?.activationTicks
}
