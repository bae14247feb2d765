// The TP/SL that an open order brings, as the form of its dialog begins with it and is held against
// (spec 4, TP/SL mode; spec 5, order scene).

import { priceTicks, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Order, TpslLeg } from '@basis/domain/orders/order'
import type { TpslContext, TpslMode } from '@basis/domain/orders/tpsl'
import type { StandingEntry, StandingLeg } from '@basis/domain/orders/tpsl-entries'

/**
 * May an open order bring TP/SL? Of a contract each that may open a position; not what closes one,
 * what protects one, or what an algorithm places and takes back by itself.
 */
export function mayBringTpsl(
  { stop, reduceOnly, closeOnTrigger, algoId }: Order,
  { kind }: Pick<Instrument, 'kind'>,
): boolean {
  if (kind === 'Spot' || reduceOnly || closeOnTrigger || algoId !== undefined) return false
  return stop === undefined || stop.stopType === 'Order' || stop.stopType === 'Stop'
}

/** Returns what an order brings, each leg known by the order; undefined where it brings neither. */
export function entryOfOrder({ id, qtyLots, updatedMs, stop }: Order): StandingEntry | undefined {
  const standing = (leg: TpslLeg | undefined): StandingLeg | undefined =>
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

/** The mode that an order's TP/SL have; that of an order without any is still to be chosen. */
export const modeOfOrder = ({ stop }: Order): TpslMode => stop?.tpslMode ?? 'Full'

/**
 * Returns what the TP/SL of an open order are held against, as the exchange holds them: its limit,
 * or where it waits to be a market order its trigger. What waits is not held against today's price.
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
