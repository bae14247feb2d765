// The TP/SL attached to an open order, as the initial state and the context of its dialog (spec 4,
// TP/SL mode; spec 5, order scene).

import { priceTicks, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order, TpslLeg } from '@basis/domain/orders/order'
import { mayAttachLegs, type TpslContext, type TpslMode } from '@basis/domain/orders/tpsl'
import type { ExistingEntry, ExistingLeg } from '@basis/domain/orders/tpsl-entries'

/**
 * May an open order have TP/SL? Only a contract's order that may open a position, and none that
 * closes or protects one, or that an algorithm places and cancels by itself.
 */
export function mayAttachTpsl(order: Order, { kind }: Pick<Instrument, 'kind'>): boolean {
  const { reduceOnly, closeOnTrigger, algoId } = order
  if (kind === 'Spot' || reduceOnly || closeOnTrigger || algoId !== undefined) return false
  return mayAttachLegs(order)
}

/** Returns an order's TP/SL, each leg with the order's id; undefined if it has neither. */
export function entryOfOrder({ id, qtyLots, updatedMs, stop }: Order): ExistingEntry | undefined {
  const standing = (leg: TpslLeg | undefined): ExistingLeg | undefined =>
    leg && { ...leg, orderId: id }
  const [takeProfit, stopLoss] = [standing(stop?.takeProfit), standing(stop?.stopLoss)]
  if (takeProfit === undefined && stopLoss === undefined) return undefined
  return {
    qtyLots,
    updatedMs,
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  }
}

/** The mode of an order's TP/SL; the default for an order without any. */
export const modeOfOrder = ({ stop }: Order): TpslMode => stop?.tpslMode ?? 'Full'

/**
 * Returns the context in which the exchange checks an open order's TP/SL: its limit, or for a
 * conditional market order its trigger. A conditional order is not checked against the current
 * price.
 */
export function orderContext(
  order: Order,
  instrument: Instrument,
  lastTicks: number | undefined,
): TpslContext {
  const { side, orderType, qtyLots, stop, status } = order
  const isWaiting = status === 'Untriggered'
  const last: PriceTicks | undefined = lastTicks === undefined ? undefined : priceTicks(lastTicks)
  const trigger = isWaiting ? stop?.triggerTicks : undefined
  return {
    instrument,
    scene: 'Order',
    side,
    referenceTicks: orderType === 'Limit' ? order.priceTicks : (trigger ?? last),
    marketTicks: isWaiting ? undefined : last,
    sizeLots: qtyLots,
    isUnified: true,
  }
}
