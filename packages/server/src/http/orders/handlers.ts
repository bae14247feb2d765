// The order calls over HTTP: request → command → receipt. The engine decides what is accepted.

import { formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { problem } from '@basis/domain/instrument/problems'
import type { AccountId } from '@basis/domain/numbers/brand'
import type { Order } from '@basis/domain/orders/order'
import type { BatchOperation } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { encodeAmount } from '@basis/protocol/order'
import { encodeAccountOrder } from '../../exchange/encoded-state.ts'
import {
  type Handlers,
  listedContract,
  listedInstrument,
  type Parts,
  type SessionContext,
} from '../call-context.ts'
import { invalidField, problemRefusal } from '../guards/refusal.ts'
import { submit } from '../submit.ts'
import { optionalPrice } from './order-fields.ts'
import { cancellationOf, creationOf, newcomerGivesWay, replacementOf } from './order-requests.ts'
import { type Receipt, receiptOf } from './receipt.ts'

export const orderHandlers: Handlers<
  | 'createOrder'
  | 'cancelOrder'
  | 'cancelTotally'
  | 'cancelAllOrders'
  | 'replaceOrder'
  | 'openOrders'
  | 'queuePlaces'
  | 'maxOrderQty'
> = {
  createOrder: (context, request) => {
    const { instrument, command } = creationOf(context, request)
    return submitOrder(context, instrument, command)
  },

  cancelOrder: (context, request) => {
    const { instrument, command } = cancellationOf(context, request)
    return submitOrder(context, instrument, command)
  },

  cancelTotally: async ({ parts, account }, request) => {
    const { symbol } = listedContract(parts, request.symbol)
    const applied = await submit(parts, {
      kind: 'CancelPartialTpSl',
      account,
      symbol,
      positionIdx: request.positionIdx ?? 0,
    })
    return { value: { list: cancelledOf(applied, account) }, seq: applied.seq }
  },

  cancelAllOrders: async ({ parts, account }, { symbol, kind }) => {
    if (symbol !== undefined && kind !== undefined) {
      throw invalidField('kind', 'must stand alone, without symbol')
    }
    const applied = await submit(parts, {
      kind: 'CancelAllOrders',
      account,
      ...(kind === undefined ? {} : { of: kindOf[kind] }),
      ...(symbol === undefined ? {} : { symbol: listedInstrument(parts, symbol).symbol }),
    })
    return { value: { list: cancelledOf(applied, account) }, seq: applied.seq }
  },

  replaceOrder: (context, request) => {
    const { instrument, command } = replacementOf(context, request)
    return submitOrder(context, instrument, command)
  },

  openOrders: ({ parts, account }, { symbol, orderId: id, orderLinkId }) => {
    const { views } = parts.exchange
    const listed = symbol === undefined ? undefined : listedInstrument(parts, symbol).symbol
    const orders = views.openOrders(account).filter((order) => {
      if (listed !== undefined && order.symbol !== listed) return false
      if (id !== undefined && String(order.id) !== id) return false
      return orderLinkId === undefined || order.linkId === orderLinkId
    })
    return { value: { list: orders.flatMap((order) => wireOrders(parts, order)) } }
  },

  queuePlaces: ({ parts, account }, request) => {
    const instrument = listedInstrument(parts, request.symbol)
    const places = parts.exchange.views.queuePlaces(account, instrument.symbol)
    const list = places.map(({ orderId: id, aheadLots, aheadOrders }) => ({
      orderId: String(id),
      aheadQty: formatQty(instrument, aheadLots),
      aheadOrders,
    }))
    return { value: { list } }
  },

  maxOrderQty: (context, request) => ({ value: maxQtyOf(context, request) }),
}

/** Returns the largest quantities that an account may buy and sell. */
export function maxQtyOf(
  { parts, account }: SessionContext,
  { symbol, price, timeInForce, isLeverage }: CallRequest<'maxOrderQty'>,
): CallAnswer<'maxOrderQty'> {
  const instrument = listedInstrument(parts, symbol)
  const { priceTicks } = optionalPrice(instrument, price)
  const mayLend = isLeverage === 1
  const entering = { timeInForce, selfTrade: newcomerGivesWay, isLeverage: mayLend } as const
  const max = parts.exchange.views.maxQty(account, instrument.symbol, priceTicks, entering)
  if (max === undefined) throw problemRefusal(problem('priceUnavailable', 'symbol'))
  return {
    symbol: instrument.symbol,
    buyQty: formatQty(instrument, max.buyLots),
    sellQty: formatQty(instrument, max.sellLots),
    ...(max.paid && {
      buyPaid: encodeAmount(max.paid.buy),
      sellPaid: encodeAmount(max.paid.sell),
    }),
  }
}

const kindOf = { linear: 'Linear', inverse: 'Inverse', spot: 'Spot' } as const

/** Submits a command about one order and returns the state of the order after it. */
export async function submitOrder(
  context: SessionContext,
  instrument: Instrument,
  command: BatchOperation,
): Promise<Receipt> {
  const applied = await submit(context.parts, command)
  const { events, seq } = applied
  return { ...receiptOf(context, { instrument, command }, applied, events), seq }
}

/** Returns the orders of an account that a command cancelled. */
const cancelledOf = ({ events }: ApplyResult, account: AccountId) =>
  events.flatMap((event) =>
    event.kind === 'OrderCanceled' && event.order.account === account
      ? [{ orderId: String(event.order.id), orderLinkId: event.order.linkId }]
      : [],
  )

function wireOrders(parts: Parts, order: Order) {
  const instrument = parts.exchange.views.instrument(order.symbol)
  const { views } = parts.exchange
  return instrument === undefined ? [] : [encodeAccountOrder(views, order, instrument)]
}
