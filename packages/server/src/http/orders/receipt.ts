// The answer to an order call: the order after the command, and the part of a split order that was
// not placed.

import {
  formatPrice,
  formatQty,
  type Instrument,
  qtyCoin,
} from '@basis/domain/instrument/instrument'
import { qtyLots } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import type { ApplyResult } from '@basis/engine/engine'
import type { Event } from '@basis/engine/events'
import type { CallAnswer } from '@basis/protocol/calls'
import { splitOrderFailedCode } from '@basis/protocol/errors'
import { encodeQtyX } from '@basis/protocol/wire'
import { encodeAccountOrder } from '../../exchange/encoded-state.ts'
import type { PartlyDone, SessionContext } from '../call-context.ts'
import { problemRefusal } from '../guards/refusal.ts'
import type { OrderOperation } from './order-requests.ts'

export type Receipt = {
  readonly value: CallAnswer<'createOrder'>
  readonly seq: number
  readonly partly?: PartlyDone
}

/** Returns the order after a command about it, and the quantity that could not be placed. */
export function receiptOf(
  { parts, account }: SessionContext,
  { instrument, command }: OrderOperation,
  { orderId: id, failedLots = 0 }: Pick<ApplyResult, 'orderId' | 'failedLots'>,
  events: readonly Event[],
): Omit<Receipt, 'seq'> {
  const order =
    lastOrder(events, id) ??
    (id === undefined ? undefined : parts.exchange.views.openOrder(account, { orderId: id }))
  const linkId = order?.linkId ?? ('linkId' in command ? command.linkId : '')
  return {
    value: {
      orderId: id === undefined ? '' : String(id),
      orderLinkId: linkId,
      symbol: instrument.symbol,
      price: order === undefined ? '' : formatPrice(instrument, order.priceTicks),
      ...(order === undefined
        ? {}
        : { order: encodeAccountOrder(parts.exchange.views, order, instrument) }),
      create_order_failed_qty_x: encodeQtyX(instrument, qtyLots(failedLots)),
    },
    ...(failedLots > 0 ? { partly: splitFailed(instrument, failedLots, events) } : {}),
  }
}

/** Returns the quantity of a split order that was not placed, and why its next part was refused. */
function splitFailed(
  instrument: Instrument,
  failedLots: number,
  events: readonly Event[],
): PartlyDone {
  const qty = formatQty(instrument, qtyLots(failedLots))
  const refused = events.findLast((event) => event.kind === 'OrderRejected')
  const { message: reason, extMap } = refused
    ? problemRefusal(refused.problem)
    : { message: '', extMap: {} }
  const message = `qty: ${qty} ${qtyCoin(instrument)} of the split order could not be placed`
  return {
    code: splitOrderFailedCode,
    message: reason === '' ? message : `${message}: ${reason}`,
    extMap,
  }
}

function lastOrder(events: readonly Event[], id: number | undefined): Order | undefined {
  const last = events.findLast((event) => 'order' in event && event.order.id === id)
  return last !== undefined && 'order' in last ? last.order : undefined
}
