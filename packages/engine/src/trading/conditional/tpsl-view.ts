// The view of a position's TP/SL and trailing stop: each leg with its order.

import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { LegName } from '@basis/domain/orders/tpsl'
import { freeSizes, type TpslLegs } from '@basis/domain/orders/tpsl-entries'
import type { PositionState, OpenOrder } from '../../state/state.ts'
import type { LegView, PositionTpslView, TpslEntryView } from '../../api/views.ts'

/** Returns what stands on a position to close it. */
export function tpslView(position: PositionState): PositionTpslView {
  const { full, partial } = position.stops.tpsl
  const { tpFreeLots, slFreeLots } = freeSizes(partial, position.sizeLots)
  const trailing = trailingView(position)
  return {
    ...(full === undefined ? {} : { full: entryView(position, 0, full, position.sizeLots) }),
    partial: partial.map(({ id, legs, qtyLots: lots, parentId }) => ({
      ...entryView(position, id, legs, lots),
      ...(parentId === undefined ? {} : { parentId }),
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
): TpslEntryView {
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

function legView(orders: readonly OpenOrder[], legs: TpslLegs, name: LegName): LegView | undefined {
  const leg = legs[name]
  const order = orders.find(({ plan }) => plan?.leg === name)
  if (leg === undefined || order === undefined) return undefined
  const { triggerTicks, triggerBy, orderType, limitTicks } = leg
  return {
    orderId: order.id,
    triggerTicks,
    triggerBy,
    orderType,
    ...(limitTicks === undefined ? {} : { limitTicks }),
  }
}

function trailingView({ waiting, stops }: PositionState): PositionTpslView['trailing'] {
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
