// Terms of spot orders on the wire: their status (spec 4), plan, legs and amounts (spec 3).

import {
  formatPrice,
  formatQty,
  qtyAmount,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { formatTrimmed, type Amount, type PriceTicks } from '@basis/domain/numbers/fixed'
import {
  spotPlanTypes,
  stopOrderTypes,
  type Order,
  type OrderType,
  type SpotPlanType,
  type TpslLeg,
} from '@basis/domain/orders/order'
import { slippageUnits } from '@basis/domain/orders/slippage'
import { averagePriceE8 } from '@basis/domain/instrument/pnl'
import * as z from '../schema/deferred.ts'
import { decimal, optionalField } from '../wire.ts'

export const spotTypes = ['LIMIT', 'MARKET'] as const

export const spotStatuses = [
  'NEW',
  'PARTIALLY_FILLED',
  'FILLED',
  'CANCELED',
  'PARTIALLY_FILLED_CANCELED',
  'REJECTED',
  'ORDER_NEW',
  'ORDER_FILLED',
  'ORDER_CANCELED',
  'ORDER_REJECTED',
] as const
export type SpotStatus = (typeof spotStatuses)[number]

/** Returns the displayed status for the server's status; undefined if it is unknown. */
export function spotStatus(word: string, planType = 0): SpotStatus | undefined {
  const isPlan = spotPlanTypes.some((plan) => plan === planType)
  switch (word) {
    case 'Filled':
      return 'FILLED'
    case 'PartiallyFilledCanceled':
      return 'PARTIALLY_FILLED_CANCELED'
    case 'PartiallyFilled':
      return 'PARTIALLY_FILLED'
    case 'Deactivated':
      return 'ORDER_CANCELED'
    case 'Cancelled':
      return isPlan ? 'ORDER_CANCELED' : 'CANCELED'
    case 'Triggered':
      return 'ORDER_FILLED'
    case 'Rejected':
      return isPlan ? 'ORDER_REJECTED' : 'REJECTED'
    case 'Untriggered':
      return 'ORDER_NEW'
    case 'New':
      return 'NEW'
    default:
      return undefined
  }
}

/** The triggered leg of an OCO order, TP/SL order or attached TP/SL. */
const ocoTriggers = ['OcoTriggerByUnknown', 'OcoTriggerByTp', 'OcoTriggerBySl'] as const

/** The origin of an order that is not a plain one. */
const specialTrades = [
  'None',
  'Conditional',
  'StopLimit',
  'TrailingStop',
  'TrailingProfit',
  'Oco',
  'Tpsl',
  'BidirectionalTpsl',
  'Strategy',
] as const

/** The additional fields of a spot order (spec 3). */
export const wireSpotTerms = z.object({
  createType: z.enum(['CreateByUser', 'CreateByTpsl', 'CreateByStrategy']),
  specialTradeFrom: z.enum(specialTrades),
  /** The status of spec 4. */
  status: z.enum(spotStatuses),
  /** 0 for a plain order; the others are `spotPlanTypes`. */
  planType: z.literal([0, ...spotPlanTypes]),
  stopOrderType: optionalField(z.enum(stopOrderTypes)),
  /** The limit, or the fill price of a market order. */
  quotePrice: decimal,
  /** Its value in the quote coin: as entered, at its limit, or as filled. */
  amount: decimal,
  /** quoteCoin for an order entered by amount. */
  marketUnit: z.enum(['baseCoin', 'quoteCoin']),
  /** The quantity in the unit in which it was entered. */
  orderQtyForView: decimal,
  activationPrice: optionalField(decimal),
  triggerPrice: optionalField(decimal),
  ocoTriggerBy: optionalField(z.enum(ocoTriggers)),
  tpTriggerPrice: optionalField(decimal),
  tpLimitPrice: optionalField(decimal),
  tpOrderType: optionalField(z.enum(spotTypes)),
  slTriggerPrice: optionalField(decimal),
  slLimitPrice: optionalField(decimal),
  slOrderType: optionalField(z.enum(spotTypes)),
  trailingPercentage: optionalField(decimal),
  trailingValue: optionalField(decimal),
  maxSlippage: optionalField(decimal),
  maxSlippageType: optionalField(z.enum(slippageUnits)),
})
export type WireSpotTerms = z.output<typeof wireSpotTerms>

/** The fields of a request for a plan and a slippage limit. */
export const spotPlanRequest = {
  planType: optionalField(z.literal([0, ...spotPlanTypes])),
  triggerPrice: optionalField(decimal),
  trailingPercentage: optionalField(decimal),
  trailingValue: optionalField(decimal),
  activationPrice: optionalField(decimal),
  tpTriggerPrice: optionalField(decimal),
  tpLimitPrice: optionalField(decimal),
  tpOrderType: optionalField(z.enum(spotTypes)),
  slTriggerPrice: optionalField(decimal),
  slLimitPrice: optionalField(decimal),
  slOrderType: optionalField(z.enum(spotTypes)),
  maxSlippage: optionalField(decimal),
  maxSlippageType: optionalField(z.enum(slippageUnits)),
} as const

/** The fields of a spot plan that can be changed. */
export const spotPlanChange = {
  triggerPrice: spotPlanRequest.triggerPrice,
  tpTriggerPrice: spotPlanRequest.tpTriggerPrice,
  tpLimitPrice: spotPlanRequest.tpLimitPrice,
  slTriggerPrice: spotPlanRequest.slTriggerPrice,
  slLimitPrice: spotPlanRequest.slLimitPrice,
} as const

export const encodeSpotAmount = (value: Amount): string => formatTrimmed(value, 8)
export const spotTypeOf = (type: OrderType): (typeof spotTypes)[number] =>
  type === 'Limit' ? 'LIMIT' : 'MARKET'

const specialOfPlan: Readonly<Record<SpotPlanType, (typeof specialTrades)[number]>> = {
  1: 'Conditional',
  4: 'TrailingStop',
  5: 'TrailingProfit',
  8: 'StopLimit',
  10: 'Oco',
  11: 'Tpsl',
}

/** Encodes the spot-only fields: plan, status, and how it was entered. */
export function encodeSpotTerms(order: Order, instrument: Instrument): WireSpotTerms {
  const { stop, status, slippage } = order
  const planType = stop?.planType ?? 0
  return {
    ...originOf(order, planType),
    // Every status of the exchange has one of spec 4.
    status: spotStatus(status, planType) ?? 'NEW',
    planType,
    ...(stop === undefined ? {} : { stopOrderType: stop.stopType }),
    ...amountsOf(order, instrument),
    ...(stop === undefined ? {} : encodePlan(instrument, stop, planType)),
    ...(slippage === undefined
      ? {}
      : {
          maxSlippage: formatTrimmed(BigInt(slippage.most), slippage.unit === 'Percent' ? 2 : 0),
          maxSlippageType: slippage.unit,
        }),
  }
}

function originOf(
  { stop, algoId }: Order,
  planType: 0 | SpotPlanType,
): Pick<WireSpotTerms, 'createType' | 'specialTradeFrom'> {
  if (algoId !== undefined) return { createType: 'CreateByStrategy', specialTradeFrom: 'Strategy' }
  if (stop?.stopType === 'BidirectionalTpSl') {
    return { createType: 'CreateByTpsl', specialTradeFrom: 'BidirectionalTpsl' }
  }
  const specialTradeFrom = planType === 0 ? 'None' : specialOfPlan[planType]
  return { createType: 'CreateByUser', specialTradeFrom }
}

function amountsOf(order: Order, instrument: Instrument) {
  const { quoteAmount, orderType, priceTicks, qtyLots, filledValue, filledLots } = order
  const isLimit = orderType === 'Limit'
  const filled = qtyAmount(instrument, filledLots)
  const average = formatTrimmed(BigInt(averagePriceE8(filledValue, filled)), 8)
  const whole = isLimit ? valueOf(instrument, priceTicks, qtyLots) : filledValue
  return {
    quotePrice: isLimit ? formatPrice(instrument, priceTicks) : average,
    amount: encodeSpotAmount(quoteAmount ?? whole),
    marketUnit: quoteAmount === undefined ? ('baseCoin' as const) : ('quoteCoin' as const),
    orderQtyForView:
      quoteAmount === undefined ? formatQty(instrument, qtyLots) : encodeSpotAmount(quoteAmount),
  }
}

function encodePlan(
  instrument: Instrument,
  stop: NonNullable<Order['stop']>,
  planType: 0 | SpotPlanType,
): Partial<WireSpotTerms> {
  const { takeProfit, stopLoss, trailing, triggerTicks, fired } = stop
  const price = (ticks: PriceTicks): string => formatPrice(instrument, ticks)
  const retracement = trailing?.retracement
  const hasLegs = planType === 10 || planType === 11
  return {
    ...(hasLegs || planType === 0 || triggerTicks <= 0
      ? {}
      : { triggerPrice: price(triggerTicks) }),
    ...(trailing?.activationTicks === undefined
      ? {}
      : { activationPrice: price(trailing.activationTicks) }),
    ...(retracement === undefined
      ? {}
      : 'rateE4' in retracement
        ? { trailingPercentage: formatTrimmed(BigInt(retracement.rateE4), 2) }
        : { trailingValue: price(retracement.distanceTicks) }),
    ...(hasLegs
      ? {
          ocoTriggerBy:
            fired === undefined
              ? 'OcoTriggerByUnknown'
              : fired === 'takeProfit'
                ? 'OcoTriggerByTp'
                : 'OcoTriggerBySl',
        }
      : {}),
    ...(takeProfit === undefined ? {} : encodeTakeProfit(takeProfit, price)),
    ...(stopLoss === undefined ? {} : encodeStopLoss(stopLoss, price)),
  }
}

type WritePrice = (ticks: PriceTicks) => string

const encodeTakeProfit = ({ triggerTicks, limitTicks, orderType }: TpslLeg, price: WritePrice) => ({
  tpTriggerPrice: price(triggerTicks),
  ...(limitTicks === undefined ? {} : { tpLimitPrice: price(limitTicks) }),
  tpOrderType: spotTypeOf(orderType),
})

const encodeStopLoss = ({ triggerTicks, limitTicks, orderType }: TpslLeg, price: WritePrice) => ({
  slTriggerPrice: price(triggerTicks),
  ...(limitTicks === undefined ? {} : { slLimitPrice: price(limitTicks) }),
  slOrderType: spotTypeOf(orderType),
})
