// Changes of open orders: price, quantity, triggers and attached TP/SL, each by one request.

import type { PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { Order, TpslLeg, TpslLegs } from '@basis/domain/orders/order'
import { legNames, spotLegFields, type TpslRequest } from '@basis/domain/orders/tpsl'
import type { ExistingEntry } from '@basis/domain/orders/tpsl-entries'
import type { CallRequest } from '@basis/protocol/calls'
import { encodeTpslRequest } from '@basis/protocol/tpsl'
import { spotSymbolIdOf } from '@basis/protocol/spot/symbol'
import { message } from '../../i18n/message-keys.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { ask, type Outcome } from '../../client/http.ts'
import { once } from '../intents.ts'
import { tpslRequest } from '../tpsl-request.ts'
import { applyReceipt } from '../../stores/orders.ts'
import { applyPositionReceipt, positionOf } from '../../stores/positions.ts'
import { done, failed, ignored, timed, type ActionOutcome } from '../action-outcome.ts'
import type { OrderReceipt } from '../order-requests.ts'

export type OrderChange = {
  readonly priceTicks?: PriceTicks
  /** The total, including the filled part. */
  readonly qtyLots?: QtyLots
  /** Of a conditional order. */
  readonly triggerTicks?: PriceTicks
  /** Of a spot order with two triggers; an absent leg is unchanged. */
  readonly legs?: TpslLegs
  /**
   * TP/SL attached to a contract's order; an absent leg is unchanged, the trigger 0 removes one.
   */
  readonly tpsl?: TpslRequest
}

/** Changes price, quantity, trigger or attached TP/SL of an open order. */
export async function replaceOrder(order: Order, change: OrderChange): Promise<ActionOutcome> {
  const instrument = instrumentOf(order.symbol)
  if (instrument === undefined) return ignored
  const { priceTicks, qtyLots, triggerTicks } = change
  const isMoved = priceTicks !== undefined || triggerTicks !== undefined
  if (isMoved && pairOf(order) !== undefined) return moveProtection(order, change)
  const legs = JSON.stringify([change.legs, change.tpsl])
  const key = ['replace', order.id, priceTicks, qtyLots, triggerTicks, legs].join(' ')
  const outcome = await once(key, () => timed(() => sendReplace(order, instrument, change)))
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('notices.orderModifyFailureTitle'))
  const { order: fresh } = outcome.value
  if (fresh !== undefined) applyReceipt(fresh, 'replaced')
  return done
}

function sendReplace(
  order: Order,
  instrument: Instrument,
  change: OrderChange,
): Promise<Outcome<OrderReceipt>> {
  if (instrument.kind !== 'Spot') {
    return ask('replaceOrder', replaceRequest(order, instrument, change))
  }
  const { qty, ...prices } = changedFields(instrument, change)
  return ask('replaceSpotOrder', {
    symbolId: spotSymbolIdOf(order.symbol),
    orderId: String(order.id),
    ...prices,
    ...legFields(change, instrument),
    ...(qty === undefined ? {} : { origQty: qty }),
  })
}

/** Returns the request to change a contract's order. */
export const replaceRequest = (order: Order, instrument: Instrument, change: OrderChange) => ({
  symbol: order.symbol,
  orderId: String(order.id),
  ...changedFields(instrument, change),
  ...(change.tpsl && encodeTpslRequest(change.tpsl, instrument)),
})

function changedFields(instrument: Instrument, change: OrderChange) {
  const { priceTicks, qtyLots: lots, triggerTicks } = change
  const price = (ticks: PriceTicks): string => formatPrice(instrument, ticks)
  return {
    ...(priceTicks === undefined ? {} : { price: price(priceTicks) }),
    ...(lots === undefined ? {} : { qty: formatQty(instrument, lots) }),
    ...(triggerTicks === undefined ? {} : { triggerPrice: price(triggerTicks) }),
  }
}

function legFields({ legs = {} }: OrderChange, instrument: Instrument): Record<string, string> {
  const text = (ticks: PriceTicks): string => formatPrice(instrument, ticks)
  const fields = legNames.flatMap((name) => {
    const leg = legs[name]
    if (leg === undefined) return []
    const { trigger, limit } = spotLegFields[name]
    const { triggerTicks, limitTicks } = leg
    return [
      [trigger, text(triggerTicks)],
      ...(limitTicks === undefined ? [] : [[limit, text(limitTicks)]]),
    ] as const
  })
  return Object.fromEntries(fields)
}

type LegChange = Pick<OrderChange, 'triggerTicks' | 'priceTicks' | 'qtyLots'>

/**
 * Changes an existing take-profit or stop-loss of a position (set-tp-sl-ts); absent fields are
 * unchanged.
 */
export async function moveProtection(order: Order, change: LegChange): Promise<ActionOutcome> {
  const instrument = instrumentOf(order.symbol)
  const request = instrument && protectionRequest(order, instrument, change)
  if (request === undefined) return ignored
  const outcome = await once(`protect ${JSON.stringify(request)}`, () =>
    timed(() => ask('setTpSlTs', request)),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('notices.orderModifyFailureTitle'))
  applyPositionReceipt(outcome.value.position, outcome.seq)
  return done
}

/** The entry with both legs that an order belongs to; undefined for a leg without a counterpart. */
function pairOf({ id, symbol, positionIdx }: Order): ExistingEntry | undefined {
  return positionOf(symbol, positionIdx)?.tpsl.partial.find(
    ({ takeProfit, stopLoss }) =>
      takeProfit !== undefined &&
      stopLoss !== undefined &&
      (takeProfit.orderId === id || stopLoss.orderId === id),
  )
}

/**
 * Returns the request to change a take-profit or stop-loss. For a pair both legs are sent: a leg
 * changed alone would leave the pair and survive the other leg's fill (8.5).
 */
export function protectionRequest(
  order: Order,
  instrument: Instrument,
  change: LegChange,
): CallRequest<'setTpSlTs'> | undefined {
  const { stop, symbol, positionIdx, orderType, id: orderId } = order
  if (stop === undefined) return undefined
  const { triggerTicks = stop.triggerTicks, priceTicks: limitTicks = order.priceTicks } = change
  const mode = stop.stopType.startsWith('Partial') ? 'Partial' : 'Full'
  const name = stop.stopType.endsWith('TakeProfit') ? 'takeProfit' : 'stopLoss'
  const leg: TpslLeg = {
    triggerTicks,
    triggerBy: stop.triggerBy,
    orderType,
    ...(orderType === 'Limit' ? { limitTicks } : {}),
  }
  const pair = pairOf(order)
  const { takeProfit, stopLoss } = pair ?? {}
  const terms = { mode, takeProfit, stopLoss, [name]: leg, qtyLots: change.qtyLots } as const
  const before = pair ?? { [name]: { orderId } }
  return tpslRequest({ symbol, positionIdx }, instrument, { terms, before })
}
