// Order requests read into commands for the engine.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem } from '@basis/domain/instrument/problems'
import { orderId, type SymbolId } from '@basis/domain/numbers/brand'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import { movedOrderProblem } from '@basis/domain/orders/tpsl'
import type { BatchOperation, OrderName, PlaceOrder, ReplaceOrder } from '@basis/engine/commands'
import type { CallRequest } from '@basis/protocol/calls'
import { optionInputs, ticksOfVolatility } from '../../options/forwards.ts'
import { listedContract, listedInstrument, type SessionContext } from '../call-context.ts'
import { invalidField, problemRefusal } from '../guards/refusal.ts'
import { readPrice, readTpsl, readTpslChange, readTrailing, readTrigger } from '../tpsl-reading.ts'
import { assertDesignated, assertLeverageAgrees } from './agreed-terms.ts'
import { optionalPrice, optionalQty, optionalSlippage, requiredQty } from './order-fields.ts'

/** A parsed request about one order: the command for the engine. */
export type OrderOperation = { readonly instrument: Instrument; readonly command: BatchOperation }

/** Reads a new order. Throws Refused, as do the two below. */
export function creationOf(
  context: SessionContext,
  request: CallRequest<'createOrder'>,
): OrderOperation {
  const instrument = listedContract(context.parts, request.symbol)
  assertLeverageAgrees(context, instrument, request)
  const trailing = readTrailing(instrument, request)
  const command: PlaceOrder = {
    kind: 'PlaceOrder',
    account: context.account,
    symbol: instrument.symbol,
    selfTrade: newcomerGivesWay,
    side: request.side,
    orderType: request.orderType,
    timeInForce: request.timeInForce ?? 'GoodTillCancel',
    qtyLots: requiredQty(instrument, request),
    ...priceAskedOf(context, instrument, request),
    reduceOnly: request.reduceOnly ?? false,
    closeOnTrigger: request.closeOnTrigger ?? false,
    positionIdx: request.positionIdx ?? 0,
    linkId: request.orderLinkId ?? '',
    ...(request.mmp === true ? { mmp: true } : {}),
    ...optionalSlippage(request),
    ...triggerOf(context, instrument, request),
    ...readTpsl(instrument, request),
    ...(trailing === undefined ? {} : { trailing }),
  }
  assertDesignated(context, { instrument, command }, request)
  return { instrument, command }
}

/**
 * Returns the limit price of a request, or that of its volatility, which takes precedence (9.1).
 */
const priceAskedOf = (
  context: SessionContext,
  instrument: Instrument,
  { price, orderIv }: Partial<Pick<CallRequest<'createOrder'>, 'price' | 'orderIv'>>,
): Pick<PlaceOrder, 'priceTicks'> =>
  orderIv === undefined
    ? optionalPrice(instrument, price)
    : { priceTicks: priceOfIv(context, instrument, orderIv) }

/** Returns the tick nearest to the price of a volatility. */
function priceOfIv({ parts }: SessionContext, instrument: Instrument, text: string): PriceTicks {
  const { exchange } = parts
  const inputs = optionInputs(exchange.views, instrument)
  if (inputs === undefined) throw invalidField('orderIv', 'is for options that have an index')
  const ticks = ticksOfVolatility(instrument, inputs, Number(text))
  if (ticks === undefined) throw invalidField('orderIv', 'must be above 0, to 10')
  return ticks
}

export function cancellationOf(
  context: SessionContext,
  request: CallRequest<'cancelOrder'>,
): OrderOperation {
  const instrument = listedInstrument(context.parts, request.symbol)
  const order = orderNameOf(context, instrument.symbol, request)
  const entry = request.type === 'TpSlOcoStopOrder' ? { entry: true as const } : {}
  return { instrument, command: { kind: 'CancelOrder', account: context.account, order, ...entry } }
}

export function replacementOf(
  context: SessionContext,
  request: CallRequest<'replaceOrder'>,
): OrderOperation {
  const instrument = listedInstrument(context.parts, request.symbol)
  const order = orderNameOf(context, instrument.symbol, request)
  const standing = context.parts.exchange.views.openOrder(context.account, order)
  const command = changeOf(context, {
    order,
    ...optionalQty(instrument, request),
    ...priceAskedOf(context, instrument, request),
    ...(request.triggerPrice === undefined
      ? {}
      : { triggerTicks: readPrice(instrument, 'triggerPrice', request.triggerPrice) }),
    ...readTpslChange(instrument, request, standing?.stop),
  })
  const wrong = standing && movedOrderProblem(standing, command, instrument)
  if (wrong !== undefined) throw problemRefusal(wrong)
  return { instrument, command }
}

/** An own incoming order is cancelled, not the resting one (rules 8.4). */
export const newcomerGivesWay = 'CancelTaker'

type Change = Omit<ReplaceOrder, 'kind' | 'account'>

export function changeOf({ account }: SessionContext, change: Change): ReplaceOrder {
  const { qtyLots: qty, priceTicks, triggerTicks, tpsl } = change
  if ((qty ?? priceTicks ?? triggerTicks ?? tpsl) === undefined) {
    throw invalidField('qty', 'or price is required: what is to change')
  }
  return { kind: 'ReplaceOrder', account, ...change }
}

function triggerOf(
  { parts }: SessionContext,
  { symbol }: Instrument,
  request: CallRequest<'createOrder'>,
): Pick<PlaceOrder, 'trigger'> {
  const { triggerPrice, triggerBy, triggerDirection } = request
  if ((triggerPrice ?? triggerBy ?? triggerDirection) === undefined) return {}
  const view = parts.exchange.views.symbol(symbol)
  return view === undefined ? {} : readTrigger(view, request)
}

type IdsAsked = { readonly orderId?: string; readonly orderLinkId?: string }

/** Returns the name by which the engine finds an order of this symbol, as `nameOfOpen`. */
export const orderNameOf = (
  { parts, account }: SessionContext,
  symbol: SymbolId,
  request: IdsAsked,
): OrderName => nameOfOpen(request, symbol, (name) => parts.exchange.views.openOrder(account, name))

/**
 * Returns the name by which the engine finds the order. One id is enough; two must name the same
 * order, and the symbol, if one is named, must be the order's (reliability O6). Foreign and unknown
 * ids get the same message (O5).
 */
export function nameOfOpen(
  { orderId: idText, orderLinkId }: IdsAsked,
  symbol: SymbolId | undefined,
  find: (name: OrderName) => Pick<Order, 'symbol' | 'linkId'> | undefined,
): OrderName {
  if (idText === undefined && orderLinkId === undefined) {
    throw invalidField('orderId', 'or orderLinkId is required')
  }
  const name: OrderName =
    idText === undefined ? { linkId: orderLinkId ?? '' } : { orderId: orderId(Number(idText)) }
  const field = idText === undefined ? 'orderLinkId' : 'orderId'
  const order = find(name)
  if (order === undefined) return name
  if (symbol !== undefined && order.symbol !== symbol) {
    throw problemRefusal(problem('orderNotFound', field))
  }
  if (idText !== undefined && orderLinkId !== undefined && order.linkId !== orderLinkId) {
    throw invalidField('orderLinkId', 'must be the one of the order that orderId names')
  }
  return name
}
