// The value of an open order at its own price, and the activation price of a trailing one.

import type { Amount, PriceTicks } from '@basis/domain/numbers/fixed'
import { valueOf, type Instrument } from '@basis/domain/instrument/instrument'
import type { Order } from '@basis/domain/orders/order'
import type { PositionRecord } from '../../stores/positions.ts'

/**
 * Returns an order's value at its limit, for a conditional market order at its trigger, in 1e-8 of
 * the value coin; undefined if it has neither, as a trailing stop before its activation: an inverse
 * contract has no value at a price of 0.
 */
export function orderValue(
  { orderType, priceTicks, stop, qtyLots }: Order,
  instrument: Instrument,
): Amount | undefined {
  const ticks = orderType === 'Market' && stop !== undefined ? stop.triggerTicks : priceTicks
  return ticks > 0 ? valueOf(instrument, ticks, qtyLots) : undefined
}

/**
 * Returns the activation price that a trailing order waits for; undefined once it is active and for
 * any other order. For a spot plan the order has it, for a position's trailing stop the position.
 */
export function activationOf(
  { id, stop }: Pick<Order, 'id' | 'stop'>,
  positions: readonly Pick<PositionRecord, 'tpsl'>[],
): PriceTicks | undefined {
  if (stop === undefined || stop.triggerTicks > 0) return undefined
  if (stop.planType !== undefined) return stop.trailing?.activationTicks
  return positions.find(({ tpsl }) => tpsl.trailing?.orderId === id)?.tpsl.trailing?.activationTicks
}
