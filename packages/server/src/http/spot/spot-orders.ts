// Spot order calls over HTTP: plain orders, and those with a plan (rules 8.7). Translation only;
// the engine decides what is accepted.

import { amount, parseDecimal, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { OrderType, TpslLeg } from '@basis/domain/orders/order'
import { spotPlanTypeOf, fieldNotAllowed } from '@basis/domain/orders/spot-plans'
import {
  legNames,
  movedOrderProblem,
  type LegName,
  type TpslRequest,
  type TpslLegRequest,
  spotLegFields,
} from '@basis/domain/orders/tpsl'
import type { TrailingRequest } from '@basis/domain/orders/trailing'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { CallRequest } from '@basis/protocol/calls'
import { decodeAmount } from '@basis/protocol/order'
import { encodeSpotOrder } from '@basis/protocol/spot/order'
import type { PlaceOrder } from '@basis/engine/commands'
import { listedPair, type Handlers, type SessionContext } from '../call-context.ts'
import { invalidField, problemRefusal } from '../guards/refusal.ts'
import { submitOrder } from '../orders/handlers.ts'
import {
  changeOf,
  newcomerGivesWay,
  orderNameOf,
  type OrderOperation,
} from '../orders/order-requests.ts'
import { optionalPrice, optionalQty, optionalSlippage, parsedQty } from '../orders/order-fields.ts'
import { readPrice, readTrigger } from '../tpsl-reading.ts'

export const spotOrderHandlers: Handlers<
  'createSpotOrder' | 'cancelSpotOrder' | 'replaceSpotOrder' | 'openSpotOrders'
> = {
  createSpotOrder: (context, request) => {
    const { instrument, command } = spotCreationOf(context, request)
    return submitOrder(context, instrument, command)
  },

  cancelSpotOrder: (context, request) => {
    const instrument = listedPair(context.parts, request.symbolId)
    return submitOrder(context, instrument, {
      kind: 'CancelOrder',
      account: context.account,
      order: orderNameOf(context, instrument.symbol, spotName(request)),
    })
  },

  replaceSpotOrder: (context, request) => {
    const instrument = listedPair(context.parts, request.symbolId)
    const order = orderNameOf(context, instrument.symbol, spotName(request))
    const { triggerPrice } = request
    const standing = context.parts.exchange.views.openOrder(context.account, order)
    const command = changeOf(context, {
      order,
      ...optionalQty(instrument, { qty: request.origQty }, 'origQty'),
      ...optionalPrice(instrument, request.price),
      ...(triggerPrice === undefined
        ? {}
        : { triggerTicks: readPrice(instrument, 'triggerPrice', triggerPrice) }),
      ...changedLegs(instrument, request, standing?.stop ?? {}),
    })
    const wrong = standing && movedOrderProblem(standing, command, instrument)
    if (wrong !== undefined) throw problemRefusal(underSpotField(wrong))
    return submitOrder(context, instrument, command)
  },

  openSpotOrders: ({ parts, account }, { symbolId: name }) => {
    const listed = name === undefined ? undefined : listedPair(parts, name).symbol
    const { views } = parts.exchange
    const list = views.openOrders(account).flatMap((order) => {
      const instrument = views.instrument(order.symbol)
      if (instrument?.kind !== 'Spot') return []
      return listed === undefined || order.symbol === listed
        ? [encodeSpotOrder(order, instrument)]
        : []
    })
    return { value: { list } }
  },
}

const spotName = (request: { readonly orderId?: string; readonly clientOrderId?: string }) => ({
  ...(request.orderId === undefined ? {} : { orderId: request.orderId }),
  ...(request.clientOrderId === undefined ? {} : { orderLinkId: request.clientOrderId }),
})

/** Returns the problem of a leg under the name that spot requests have for its trigger. */
function underSpotField(wrong: Problem): Problem {
  const leg = legNames.find((name) => name === wrong.field)
  return leg === undefined ? wrong : { ...wrong, field: spotLegFields[leg].trigger }
}

type Creation = CallRequest<'createSpotOrder'>

/** Reads a new spot order. Throws Refused. */
export function spotCreationOf(
  { parts, account }: SessionContext,
  request: Creation,
): OrderOperation & { readonly command: PlaceOrder } {
  const instrument = listedPair(parts, request.symbolId)
  const view = parts.exchange.views.symbol(instrument.symbol)
  const plan = spotPlanTypeOf(request.planType ?? 0)
  const { triggerPrice } = request
  if (plan === undefined && triggerPrice !== undefined) {
    throw problemRefusal(fieldNotAllowed(0, 'triggerPrice'))
  }
  const trailing = readSpotTrailing(instrument, request)
  if (plan === undefined && trailing !== undefined) {
    throw problemRefusal(fieldNotAllowed(0, trailing.field))
  }
  const command: PlaceOrder = {
    kind: 'PlaceOrder',
    account,
    symbol: instrument.symbol,
    selfTrade: newcomerGivesWay,
    side: request.side === 'BUY' ? 'Buy' : 'Sell',
    orderType: orderTypeOf(request),
    timeInForce: request.timeInForce ?? 'GoodTillCancel',
    ...spotSize(instrument, request),
    ...optionalPrice(instrument, request.price),
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    linkId: request.clientOrderId ?? '',
    ...optionalSlippage(request),
    ...(request.isLeverage === 1 ? { isLeverage: true as const } : {}),
    ...(view === undefined || triggerPrice === undefined
      ? {}
      : readTrigger(view, { triggerPrice })),
    ...readSpotLegs(instrument, request),
    ...(trailing === undefined ? {} : { trailing: trailing.asked }),
    ...(plan === undefined ? {} : { plan }),
  }
  return { instrument, command }
}

/**
 * Returns the order type: that of the request, or the only one of its plan; legs of OCO and TP/SL
 * have their own.
 */
function orderTypeOf({ type, planType = 0 }: Creation): OrderType {
  if (type !== undefined) return type === 'LIMIT' ? 'Limit' : 'Market'
  if (planType === 0 || planType === 1) throw invalidField('type', 'is required')
  return planType === 8 ? 'Limit' : 'Market'
}

/** Returns the size of a spot order: a quantity of base coin, or an amount of quote coin. */
function spotSize(
  instrument: Instrument,
  request: Creation,
): Pick<PlaceOrder, 'qtyLots' | 'quoteAmount'> {
  const { origQty, amount: spent, marketUnit } = request
  const isByAmount = spent !== undefined
  if (marketUnit !== undefined && (marketUnit === 'quoteCoin') !== isByAmount) {
    throw invalidField('marketUnit', 'must be quoteCoin with amount and baseCoin with origQty')
  }
  if (!isByAmount) {
    if (origQty === undefined) throw invalidField('origQty', 'or amount is required')
    return { qtyLots: parsedQty(instrument, origQty, 'origQty') }
  }
  if (origQty !== undefined) throw invalidField('amount', 'must stand alone, without origQty')
  if ((request.planType ?? 0) === 0 && request.type !== 'MARKET') {
    throw invalidField('amount', 'is for market orders; limit orders name origQty')
  }
  if ((spent.split('.')[1] ?? '').length > 8) {
    throw invalidField('amount', 'must have at most 8 decimals')
  }
  return { qtyLots: qtyLots(0), quoteAmount: amount(decodeAmount(spent)) }
}

/** Reads the trailing terms of an order, and the field that named them. */
function readSpotTrailing(
  instrument: Instrument,
  { trailingPercentage: rate, trailingValue: value, activationPrice }: Creation,
): { readonly asked: TrailingRequest; readonly field: string } | undefined {
  if (rate !== undefined && value !== undefined) {
    throw invalidField('trailingValue', 'must stand alone, without trailingPercentage')
  }
  if ((rate ?? value ?? activationPrice) === undefined) return undefined
  const rateE4 = rate === undefined ? undefined : parseDecimal(rate, 2)
  if (rate !== undefined && rateE4 === undefined) {
    throw invalidField('trailingPercentage', 'must have at most 2 decimals')
  }
  const activation =
    activationPrice === undefined
      ? {}
      : { activationTicks: readPrice(instrument, 'activationPrice', activationPrice) }
  if (rateE4 !== undefined) {
    return { asked: { rateE4: Number(rateE4), ...activation }, field: 'trailingPercentage' }
  }
  if (value === undefined) return { asked: activation, field: 'activationPrice' }
  const distanceTicks = readPrice(instrument, 'trailingValue', value)
  return { asked: { distanceTicks, ...activation }, field: 'trailingValue' }
}

/** Reads the legs of a plan, or those attached to a limit order. */
function readSpotLegs(instrument: Instrument, request: Creation): { readonly tpsl?: TpslRequest } {
  const takeProfit = readSpotLeg(instrument, 'takeProfit', {
    trigger: request.tpTriggerPrice,
    limit: request.tpLimitPrice,
    type: request.tpOrderType,
  })
  const stopLoss = readSpotLeg(instrument, 'stopLoss', {
    trigger: request.slTriggerPrice,
    limit: request.slLimitPrice,
    type: request.slOrderType,
  })
  if (takeProfit === undefined && stopLoss === undefined) return {}
  return {
    tpsl: {
      mode: 'Partial',
      ...(takeProfit === undefined ? {} : { takeProfit }),
      ...(stopLoss === undefined ? {} : { stopLoss }),
    },
  }
}

type LegTexts = {
  readonly trigger: string | undefined
  readonly limit: string | undefined
  readonly type: Creation['tpOrderType'] | undefined
}

function readSpotLeg(
  instrument: Instrument,
  name: LegName,
  { trigger, limit, type }: LegTexts,
): TpslLegRequest | undefined {
  const fields = spotLegFields[name]
  if (trigger === undefined) {
    if (limit === undefined && type === undefined) return undefined
    throw invalidField(
      fields.trigger,
      `is required with ${limit === undefined ? 'its order type' : fields.limit}`,
    )
  }
  const isLimit = type === undefined ? limit !== undefined : type === 'LIMIT'
  return {
    triggerTicks: readPrice(instrument, fields.trigger, trigger),
    triggerBy: 'LastPrice',
    orderType: isLimit ? 'Limit' : 'Market',
    ...(limit === undefined ? {} : { limitTicks: readPrice(instrument, fields.limit, limit) }),
  }
}

/**
 * Returns legs with another trigger or limit; what a request does not name stays, including the
 * type.
 */
function changedLegs(
  instrument: Instrument,
  request: CallRequest<'replaceSpotOrder'>,
  standing: Partial<Record<LegName, TpslLeg | undefined>>,
): { readonly tpsl?: TpslRequest } {
  const legs: { -readonly [Name in LegName]?: TpslLegRequest } = {}
  for (const name of legNames) {
    const fields = spotLegFields[name]
    const [trigger, limit] = [request[fields.trigger], request[fields.limit]]
    if (trigger === undefined && limit === undefined) continue
    const leg = standing[name]
    const field = trigger === undefined ? fields.limit : fields.trigger
    if (leg === undefined) throw problemRefusal(problem('triggerNotAllowed', field))
    const limitTicks =
      limit === undefined ? leg.limitTicks : readPrice(instrument, fields.limit, limit)
    legs[name] = {
      ...leg,
      triggerTicks:
        trigger === undefined
          ? priceTicks(leg.triggerTicks)
          : readPrice(instrument, fields.trigger, trigger),
      ...(limitTicks === undefined ? {} : { limitTicks }),
    }
  }
  return Object.keys(legs).length === 0 ? {} : { tpsl: { mode: 'Partial', ...legs } }
}
