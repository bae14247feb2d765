// An order as the trader entered it, and the fields of the request that asks for it.

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { Amount, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { OrderType, Side } from '@basis/domain/orders/order'
import type { TimeInForce, TriggerBasis } from '@basis/domain/orders/order'
import type { TriggerDirection } from '@basis/domain/orders/trigger'
import type { Slippage } from '@basis/domain/orders/slippage'
import type { PositionIdx } from '@basis/domain/orders/position'
import type { TpslRequest } from '@basis/domain/orders/tpsl'
import type { TrailingRequest } from '@basis/domain/orders/trailing'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { encodeTpslRequest, encodeTrailingRequest } from '@basis/protocol/tpsl'
import { spotSymbolIdOf } from '@basis/protocol/spot/symbol'
import { positionIdxOf } from '../stores/positions.ts'

/** An order as the trader entered it; immutable. */
export type OrderIntent = {
  readonly symbol: string
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  readonly priceTicks?: PriceTicks | undefined
  readonly qtyLots: QtyLots
  /**
   * Options only: a limit given as implied volatility instead of a price, a fraction (rules 9.1).
   */
  readonly orderIv?: string
  /** Spot market orders only: an amount of the quote coin instead of the quantity. */
  readonly quoteAmount?: Amount | undefined
  readonly reduceOnly: boolean
  /** The position index; absent if the side determines it. */
  readonly positionIdx?: PositionIdx
  /** Makes the order conditional, by the last price unless `triggerBy` names another. */
  readonly triggerTicks?: PriceTicks
  readonly triggerBy?: TriggerBasis
  /** By a rise 1, by a fall 2; without it the exchange compares with its current price. */
  readonly triggerDirection?: TriggerDirection
  /** How far from the best price a market order may be filled. */
  readonly slippage?: Slippage | undefined
  /** TP/SL of the position it opens. */
  readonly tpsl?: TpslRequest
  /** Trailing stop of the position it opens. */
  readonly trailing?: TrailingRequest
  /** A spot order that may borrow the coins it pays with (rules 12.1). */
  readonly isLeverage?: boolean | undefined
  /** The plan of a spot order, or its attached TP/SL, in its call's fields. */
  readonly plan?: SpotPlanRequest
}

export type SpotPlanRequest = Partial<
  Omit<CallRequest<'createSpotOrder'>, 'symbolId' | 'side' | 'clientOrderId'>
>

/** The answer to a request about one order. */
export type OrderReceipt = CallAnswer<'createOrder'>

export const orderRequest = (intent: OrderIntent, instrument: Instrument, orderLinkId: string) => ({
  ...orderFields(intent, instrument),
  orderLinkId,
})

/** Returns the fields of a request about a contract order, without its client order id. */
export function orderFields(intent: OrderIntent, instrument: Instrument) {
  const { symbol, side, orderType, timeInForce, priceTicks, qtyLots, reduceOnly } = intent
  return {
    symbol,
    side,
    orderType,
    timeInForce,
    qty: formatQty(instrument, qtyLots),
    ...(priceTicks === undefined ? {} : { price: formatPrice(instrument, priceTicks) }),
    ...(intent.orderIv === undefined ? {} : { orderIv: intent.orderIv }),
    reduceOnly,
    positionIdx: intent.positionIdx ?? positionIdxOf(intent),
    ...slippageFields(intent),
    ...termFields(intent, instrument),
  }
}

function slippageFields({ slippage }: OrderIntent) {
  if (slippage === undefined) return {}
  const { unit, most } = slippage
  const maxSlippage = unit === 'Percent' ? formatTrimmed(BigInt(most), 2) : String(most)
  return { maxSlippage, maxSlippageType: unit }
}

function termFields(intent: OrderIntent, instrument: Instrument) {
  const { triggerTicks, triggerBy = 'LastPrice', triggerDirection, tpsl, trailing } = intent
  return {
    ...(triggerTicks === undefined
      ? {}
      : { triggerPrice: formatPrice(instrument, triggerTicks), triggerBy }),
    ...(triggerDirection === undefined ? {} : { triggerDirection }),
    ...(tpsl === undefined ? {} : encodeTpslRequest(tpsl, instrument)),
    ...(trailing === undefined ? {} : encodeTrailingRequest(trailing, instrument)),
  }
}

/** Returns the request of a new spot order; without a client order id for a preview. */
export function spotRequest(intent: OrderIntent, instrument: Instrument, linkId?: string) {
  const { symbol, side, orderType, timeInForce, priceTicks, qtyLots, quoteAmount, plan } = intent
  // The legs of OCO and TP/SL orders have their own types, a trailing order is at market.
  const hasType = plan?.planType === undefined || plan.planType <= 1
  return {
    symbolId: spotSymbolIdOf(symbol),
    side: side === 'Buy' ? ('BUY' as const) : ('SELL' as const),
    ...(hasType && { type: orderType === 'Limit' ? ('LIMIT' as const) : ('MARKET' as const) }),
    ...(quoteAmount === undefined
      ? { origQty: formatQty(instrument, qtyLots) }
      : { amount: formatTrimmed(quoteAmount, 8), marketUnit: 'quoteCoin' as const }),
    ...(priceTicks === undefined ? {} : { price: formatPrice(instrument, priceTicks) }),
    ...(plan === undefined && { timeInForce }),
    ...(intent.isLeverage === true && { isLeverage: 1 as const }),
    ...plan,
    ...(linkId === undefined ? {} : { clientOrderId: linkId }),
  }
}
