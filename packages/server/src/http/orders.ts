// Order calls over HTTP: request → command → receipt. Translation only; the engine decides what is
// accepted.

import { orderId, symbolId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { amount, parseDecimal, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Amount, LeverageE2, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  parsePrice,
  parseQty,
  qtyCoin,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { valueSide } from '@basis/domain/instrument/contract'
import { orderCost } from '@basis/domain/margin/cross-margin'
import { sideSign, type Order } from '@basis/domain/orders/order'
import type { Slippage } from '@basis/domain/orders/slippage'
import { movedOrderProblem, settledQuantities } from '@basis/domain/orders/tpsl'
import { problem } from '@basis/domain/instrument/problems'
import { splitOrderFailedCode } from '@basis/protocol/errors'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { parseLeverageE2 } from '@basis/protocol/instrument'
import { encodeAmount } from '@basis/protocol/order'
import { decodeQtyX, encodeQtyX } from '@basis/protocol/wire'
import type { BatchAct, Command, OrderName, PlaceOrder, ReplaceOrder } from '@basis/engine/commands'
import type { ApplyResult } from '@basis/engine/engine'
import type { Event } from '@basis/engine/events'
import { optionPrice } from '@basis/domain/options/black76'
import { optionInputs } from '../options/forwards.ts'
import { encodeAccountOrder } from '../exchange/encoded-state.ts'
import {
  listedContract,
  listedInstrument,
  type Handlers,
  type Parts,
  type PartlyDone,
  type SessionContext,
} from './call-context.ts'
import { asAsked, invalidField, problemRefusal } from './guards/refusal.ts'
import { readPrice, readTpsl, readTpslChange, readTrailing, readTrigger } from './tpsl-reading.ts'

type Receipt = {
  readonly value: CallAnswer<'createOrder'>
  readonly seq: number
  readonly partly?: PartlyDone
}

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
    return act(context, instrument, command)
  },

  cancelOrder: (context, request) => {
    const { instrument, command } = cancellationOf(context, request)
    return act(context, instrument, command)
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
    return act(context, instrument, command)
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

/** A parsed request about one order: the command for the engine. */
export type OrderAct = { readonly instrument: Instrument; readonly command: BatchAct }

/** Reads a new order. Throws Refused, as do the two below. */
export function creationOf(context: SessionContext, request: CallRequest<'createOrder'>): OrderAct {
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
  const volatility = Number(text)
  if (!(volatility > 0) || volatility > 10) throw invalidField('orderIv', 'must be above 0, to 10')
  const price = optionPrice({ ...inputs, volatility })
  return priceTicks(Math.max(1, Math.round((price * 1e8) / instrument.tickSizeE8)))
}

export function cancellationOf(
  context: SessionContext,
  request: CallRequest<'cancelOrder'>,
): OrderAct {
  const instrument = listedInstrument(context.parts, request.symbol)
  const order = orderNameOf(context, instrument.symbol, request)
  const entry = request.type === 'TpSlOcoStopOrder' ? { entry: true as const } : {}
  return { instrument, command: { kind: 'CancelOrder', account: context.account, order, ...entry } }
}

export function replacementOf(
  context: SessionContext,
  request: CallRequest<'replaceOrder'>,
): OrderAct {
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

/** Returns the orders of an account that a command cancelled. */
const cancelledOf = ({ events }: ApplyResult, account: AccountId) =>
  events.flatMap((event) =>
    event.kind === 'OrderCanceled' && event.order.account === account
      ? [{ orderId: String(event.order.id), orderLinkId: event.order.linkId }]
      : [],
  )

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

/** Submits a command about one order and returns the state of the order after it. */
export async function act(
  context: SessionContext,
  instrument: Instrument,
  command: BatchAct,
): Promise<Receipt> {
  const applied = await submit(context.parts, command)
  const { events, seq } = applied
  return { ...receiptOf(context, { instrument, command }, applied, events), seq }
}

/** Returns the state of an order after an act on it, and the quantity that could not be placed. */
export function receiptOf(
  { parts, account }: SessionContext,
  { instrument, command }: OrderAct,
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

/** Submits a command. Throws its problem if it was refused. */
export async function submit(parts: Parts, command: Command): Promise<ApplyResult> {
  const applied = await parts.exchange.submit(command)
  const { problem: wrong, seq } = applied
  if (wrong !== undefined) throw problemRefusal(asAsked(command, wrong), seq)
  return applied
}

function lastOrder(events: readonly Event[], id: number | undefined): Order | undefined {
  const last = events.findLast((event) => 'order' in event && event.order.id === id)
  return last !== undefined && 'order' in last ? last.order : undefined
}

function wireOrders(parts: Parts, order: Order) {
  const instrument = parts.exchange.views.instrument(order.symbol)
  const { views } = parts.exchange
  return instrument === undefined ? [] : [encodeAccountOrder(views, order, instrument)]
}

/**
 * Returns the name by which the engine finds the order. One id is enough; two must name the same
 * order, and the symbol must be the order's (reliability O6). Foreign and unknown ids get the same
 * message (O5).
 */
export function orderNameOf(
  { parts, account }: SessionContext,
  symbol: SymbolId,
  request: { readonly orderId?: string; readonly orderLinkId?: string },
): OrderName {
  const { orderId: idText, orderLinkId } = request
  if (idText === undefined && orderLinkId === undefined) {
    throw invalidField('orderId', 'or orderLinkId is required')
  }
  const name: OrderName =
    idText === undefined ? { linkId: orderLinkId ?? '' } : { orderId: orderId(Number(idText)) }
  const field = idText === undefined ? 'orderLinkId' : 'orderId'
  const order = parts.exchange.views.openOrder(account, name)
  if (order === undefined) return name
  if (order.symbol !== symbol) throw problemRefusal(problem('orderNotFound', field))
  if (idText !== undefined && orderLinkId !== undefined && order.linkId !== orderLinkId) {
    throw invalidField('orderLinkId', 'must be the one of the order that orderId names')
  }
  return name
}

type QtyFields = {
  readonly qty?: string | undefined
  readonly qtyX?: ScaledQty
}
type ScaledQty = string | number | undefined
type SizeFields = { readonly tpSizeX?: ScaledQty; readonly slSizeX?: ScaledQty }

/** Reads qty, qtyX or both, which must agree. Throws the problem of an invalid quantity. */
export function optionalQty(
  instrument: Instrument,
  { qty, qtyX }: QtyFields,
  field = 'qty',
): { readonly qtyLots?: QtyLots } {
  const plain = qty === undefined ? undefined : parsedQty(instrument, qty, field)
  const scaled = readQtyX(instrument, qtyX, 'qtyX') ?? plain
  if (plain !== undefined && plain !== scaled) {
    const rule = instrument.kind === 'Inverse' ? 'what qty is' : 'qty × 100000000, and qty is'
    throw invalidField('qtyX', `must be ${rule}, ${qty}`)
  }
  return scaled === undefined ? {} : { qtyLots: scaled }
}

/** Reads a quantity in the scale of `qtyX`; zero counts as absent (spec 5). */
export function readQtyX(
  instrument: Instrument,
  asked: ScaledQty,
  field: 'qtyX' | 'tpSizeX' | 'slSizeX',
): QtyLots | undefined {
  if (asked === undefined || Number(asked) === 0) return undefined
  const read = decodeQtyX(instrument, String(asked))
  if (typeof read === 'number') return read
  throw problemRefusal({ ...read, field })
}

export function parsedQty(instrument: Instrument, text: string, field: string): QtyLots {
  const parsed = parseQty(instrument, text)
  if (typeof parsed === 'number') return parsed
  throw problemRefusal({ ...parsed, field })
}

/**
 * Returns the order's quantity, or that of its TP/SL, which must cover the whole order (spec 5).
 */
function requiredQty(
  instrument: Instrument,
  { tpSizeX, slSizeX, ...fields }: QtyFields & SizeFields,
): QtyLots {
  const { qtyLots } = optionalQty(instrument, fields)
  const settled = settledQuantities({
    qtyLots,
    tpLots: readQtyX(instrument, tpSizeX, 'tpSizeX'),
    slLots: readQtyX(instrument, slSizeX, 'slSizeX'),
  })
  if ('name' in settled) throw problemRefusal(settled)
  const { orderLots = qtyLots, tpslLots = qtyLots } = settled
  if (orderLots === undefined) throw invalidField('qty', 'or qtyX is required')
  if (tpslLots === orderLots) return orderLots
  throw invalidField(tpSizeX === undefined ? 'slSizeX' : 'tpSizeX', 'must be what qty is')
}

export function optionalPrice(
  instrument: Instrument,
  text: string | undefined,
): { readonly priceTicks?: PriceTicks } {
  if (text === undefined) return {}
  const parsed = parsePrice(instrument, text)
  if (typeof parsed !== 'number') throw problemRefusal(parsed)
  return { priceTicks: parsed }
}

type SlippageFields = {
  readonly maxSlippage?: string
  readonly maxSlippageType?: Slippage['unit']
}

/** Reads a slippage limit: whole ticks, or percent with two decimals (rules 8.3). */
export function optionalSlippage({ maxSlippage: text, maxSlippageType: unit }: SlippageFields): {
  readonly slippage?: Slippage
} {
  if (text === undefined && unit === undefined) return {}
  if (text === undefined) throw invalidField('maxSlippage', 'is required with maxSlippageType')
  if (unit === undefined) throw invalidField('maxSlippageType', 'is required with maxSlippage')
  const decimals = unit === 'Percent' ? 2 : 0
  const most = parseDecimal(text, decimals)
  if (most !== undefined) return { slippage: { unit, most: Number(most) } }
  throw invalidField(
    'maxSlippage',
    unit === 'Percent' ? 'must have at most 2 decimals' : 'must be a whole number of ticks',
  )
}

/** The request's leverage must be the position's: an order does not change it (reliability O6). */
function assertLeverageAgrees(
  { parts, account }: SessionContext,
  instrument: Instrument,
  request: Pick<CallRequest<'createOrder'>, 'leverage' | 'leverageE2' | 'positionIdx'>,
): void {
  const { leverage, leverageE2 } = request
  if (leverage === undefined && leverageE2 === undefined) return
  const held: LeverageE2 | undefined = parts.exchange.views.leverage(
    account,
    symbolId(instrument.symbol),
    request.positionIdx,
  )
  if (held === undefined) return
  if (leverage !== undefined && parseLeverageE2(leverage) !== held) {
    throw invalidField('leverage', `must be what the position has, ${held / 100}`)
  }
  if (leverageE2 !== undefined && leverageE2 !== held) {
    throw invalidField('leverageE2', `must be what the position has, ${held}`)
  }
}

/**
 * Throws Refused if an order costs more than the margin designated for it (spec 3): its margin and
 * both fees at its limit, at market at current prices (rules 3.2).
 */
function assertDesignated(
  { parts, account }: SessionContext,
  { instrument, command }: { readonly instrument: Instrument; readonly command: PlaceOrder },
  request: Pick<CallRequest<'createOrder'>, 'designatedMargin' | 'designatedMarginE8'>,
): void {
  const most = designatedOf(request)
  const { kind, settleCoin, riskTiers } = instrument
  if (most === undefined || command.reduceOnly || kind === 'Spot') return
  const [tier] = riskTiers
  if (tier !== undefined && most > tier.limit) {
    const max = `${encodeAmount(tier.limit)} ${settleCoin}`
    throw invalidField('designatedMargin', `must be at most ${max}`)
  }
  const { views } = parts.exchange
  const leverage = views.leverage(account, instrument.symbol, command.positionIdx)
  if (leverage === undefined) return
  const sign = valueSide(kind, sideSign(command.side))
  const value = valueOfOrder(parts, instrument, command)
  const cost = orderCost(sign, value, leverage, instrument.takerFeeE8)
  if (cost <= most) return
  const words = `${encodeAmount(cost)} ${settleCoin}`
  throw invalidField('designatedMargin', `must be at least what the order costs, ${words}`)
}

function designatedOf({
  designatedMargin: text,
  designatedMarginE8: scaled,
}: Pick<CallRequest<'createOrder'>, 'designatedMargin' | 'designatedMarginE8'>) {
  const plain = text === undefined ? undefined : parseDecimal(text, 8)
  if (text !== undefined && plain === undefined) {
    throw invalidField('designatedMargin', 'must have at most 8 decimals')
  }
  if (scaled === undefined) return plain
  if (plain !== undefined && plain !== BigInt(scaled)) {
    throw invalidField('designatedMarginE8', `must be designatedMargin × 100000000, ${plain}`)
  }
  return BigInt(scaled)
}

/** Returns the value of an order at its limit; of a market order that of its fills now. */
function valueOfOrder(parts: Parts, instrument: Instrument, command: PlaceOrder): Amount {
  const { priceTicks, qtyLots: lots, account } = command
  if (priceTicks !== undefined) return valueOf(instrument, priceTicks, lots)
  let value = 0n
  for (const { order, fill } of parts.exchange.preview(command).fills) {
    if (order.account === account && order.side === command.side) value += fill.value
  }
  return amount(value)
}
