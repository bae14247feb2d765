// The view of a position's TP/SL and trailing stop: each leg with its order.

import { orderId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { LegName } from '@basis/domain/orders/tpsl'
import type { TpslLegs } from '@basis/domain/orders/order'
import { freeSizes } from '@basis/domain/orders/tpsl-entries'
import type { ExistingEntry, ExistingLeg, ExistingTpsl } from '@basis/domain/orders/tpsl-entries'
import type { PositionState, OpenOrder } from '../../state/state.ts'

/** Returns a position's TP/SL and trailing stop. */
export function tpslView(position: PositionState): ExistingTpsl {
  const { full, partial } = position.stops.tpsl
  const { tpFreeLots, slFreeLots } = freeSizes(partial, position.sizeLots)
  const trailing = trailingView(position)
  return {
    ...(full === undefined ? {} : { full: entryView(position, 0, full, position.sizeLots) }),
    partial: partial.map(({ id, legs, qtyLots: lots, parentId }) => ({
      ...entryView(position, id, legs, lots),
      ...(parentId === undefined ? {} : { parentId: orderId(parentId) }),
    })),
    tpFreeLots: qtyLots(tpFreeLots),
    slFreeLots: qtyLots(slFreeLots),
    ...(trailing === undefined ? {} : { trailing }),
  }
}

function entryView(
  { waiting }: PositionState,
  entryId: number,
  legs: TpslLegs,
  lots: number,
): ExistingEntry {
  const orders = waiting.filter(({ plan }) => plan?.leg !== undefined && plan.entryId === entryId)
  const takeProfit = legView(orders, legs, 'takeProfit')
  const stopLoss = legView(orders, legs, 'stopLoss')
  return {
    qtyLots: qtyLots(lots),
    updatedMs: Math.max(0, ...orders.map(({ updatedMs }) => updatedMs)),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  }
}

function legView(
  orders: readonly OpenOrder[],
  legs: TpslLegs,
  name: LegName,
): ExistingLeg | undefined {
  const leg = legs[name]
  const order = orders.find(({ plan }) => plan?.leg === name)
  if (leg === undefined || order === undefined) return undefined
  return { ...leg, orderId: order.id }
}

function trailingView({ waiting, stops }: PositionState): ExistingTpsl['trailing'] {
  const order = waiting.find(({ plan }) => plan?.stopType === 'TrailingStop')
  if (stops.trailing === undefined || order === undefined) return undefined
  const { terms, isActive, triggerTicks } = stops.trailing
  const { activationTicks, retracement } = terms
  return {
    orderId: order.id,
    ...retracement,
    ...(activationTicks === undefined ? {} : { activationTicks }),
    ...(isActive ? { triggerTicks: priceTicks(Math.max(0, triggerTicks)) } : {}),
  }
}
