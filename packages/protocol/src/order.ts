// Orders on the wire: the specification's names, the short keys of pushed orders, and fills (spec
// 3, 4).

import type { AlgoKind } from '@basis/domain/algo/order'
import { valueSide } from '@basis/domain/instrument/contract'
import { orderCost } from '@basis/domain/margin/cross-margin'
import { accountId, orderId, symbolId, type AccountId } from '@basis/domain/numbers/brand'
import {
  amount,
  formatTrimmed,
  parseDecimal,
  priceTicks,
  qtyLots,
  type Amount,
  type LeverageE2,
} from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  parsePrice,
  parseQty,
  priceOfValue,
  qtyAmount,
  qtyCoin,
  valueOf,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import {
  cancelTypes,
  isFinal,
  isTrailing,
  orderStatuses,
  orderTypes,
  sides,
  sideSign,
  stopOrderTypes,
  timesInForce,
  triggerBases,
  type Order,
  type StopTerms,
} from '@basis/domain/orders/order'
import { slippageUnits, type Slippage } from '@basis/domain/orders/slippage'
import { attachedTrailing, type AttachedTrailing } from '@basis/domain/orders/trailing'
import { tpslModes } from '@basis/domain/orders/tpsl'
import { positionIdxs } from '@basis/domain/orders/position'
import * as z from './schema/deferred.ts'
import { encodeSpotTerms, wireSpotTerms } from './spot/plan.ts'
import { decodeLegs, decodeTicks, encodeLegs, encodeTrailingRequest, wireLegs } from './tpsl.ts'
import {
  decimal,
  expand,
  shorten,
  signedDecimal,
  timeMs,
  type ShortKeys,
  optionalField,
} from './wire.ts'

/** The margin modes of `accountMode`: `isolated` is of one contract, not of the whole account. */
export const accountModes = ['regular', 'isolated', 'portfolio'] as const
/** The coin in which a quantity is given. */
export const marketUnits = ['baseCoin', 'quoteCoin'] as const

export const positionIdx = z.literal(positionIdxs)

/** Algorithms that place orders (rules 8.9). */
export const strategyTypes = ['TWAP', 'POV', 'Iceberg', 'ScaledOrder', 'ChaseLimit'] as const
export type StrategyType = (typeof strategyTypes)[number]
export const strategyTypeOf = {
  Twap: 'TWAP',
  Pov: 'POV',
  Iceberg: 'Iceberg',
  Scaled: 'ScaledOrder',
  Chase: 'ChaseLimit',
} as const satisfies Record<AlgoKind, StrategyType>

const encodeAttachedTrailing = (
  instrument: Instrument,
  { retracement, activationTicks }: AttachedTrailing,
): ReturnType<typeof encodeTrailingRequest> =>
  encodeTrailingRequest(
    { ...retracement, ...(activationTicks === undefined ? {} : { activationTicks }) },
    instrument,
  )

function decodeAttachedTrailing(
  wire: WireOrder,
  instrument: Instrument,
): { readonly trailing?: AttachedTrailing } {
  const distanceTicks = decodeTicks(instrument, wire.trailingStop)
  const activationTicks = decodeTicks(instrument, wire.activationPrice)
  const { trailValuePercentageE4: rateE4 } = wire
  const trailing = attachedTrailing({
    ...(distanceTicks === undefined ? {} : { distanceTicks }),
    ...(rateE4 === undefined ? {} : { rateE4 }),
    ...(activationTicks === undefined ? {} : { activationTicks }),
  })
  return trailing === undefined ? {} : { trailing }
}

function encodeStop(instrument: Instrument, stop: StopTerms | undefined) {
  if (stop === undefined) return {}
  const { stopType, triggerDirection, triggerTicks, triggerBy, parentId, tpslMode } = stop
  return {
    stopOrderType: stopType,
    // A trailing stop has no trigger before activation, nor a reachable one while a long's best
    // price is not above its distance.
    ...(triggerDirection === 0 || triggerTicks <= 0
      ? {}
      : { triggerPrice: formatPrice(instrument, triggerTicks), triggerBy, triggerDirection }),
    ...(parentId === undefined ? {} : { parentOrderId: String(parentId) }),
    ...(tpslMode === undefined ? {} : { tpSlMode: tpslMode }),
    ...encodeLegs(instrument, stop),
    ...(stop.trailing === undefined ? {} : encodeAttachedTrailing(instrument, stop.trailing)),
  }
}

/** An order in messages of the exchange: texts in the instrument's own decimals. */
export const wireOrder = z.object({
  orderId: z.string(),
  orderLinkId: z.string(),
  symbol: z.string(),
  side: z.enum(sides),
  orderType: z.enum(orderTypes),
  orderStatus: z.enum(orderStatuses),
  cancelType: optionalField(z.enum(cancelTypes)),
  /** The problem name of a rejected order; absent for accepted ones. */
  cxlRejReason: optionalField(z.string()),
  /** The limit price; for a market order the worst price it may be filled at. */
  price: decimal,
  qty: decimal,
  leavesQty: decimal,
  cumExecQty: decimal,
  cumExecValue: decimal,
  cumExecFee: signedDecimal,
  /** Average fill price; `0` before the first fill. */
  avgPrice: decimal,
  timeInForce: z.enum(timesInForce),
  reduceOnly: z.boolean(),
  closeOnTrigger: z.boolean(),
  positionIdx,
  orderPnl: signedDecimal,
  createdAtE3: timeMs,
  updatedAtE3: timeMs,
  /** Incremented with every change of the order. */
  updateNo: z.int(),
  /** The kind of a stop order; this and the following fields are absent for plain orders. */
  stopOrderType: optionalField(z.enum(stopOrderTypes)),
  triggerPrice: optionalField(decimal),
  triggerBy: optionalField(z.enum(triggerBases)),
  /** 1 if a rise triggers it, 2 if a fall does. */
  triggerDirection: optionalField(z.literal([1, 2])),
  parentOrderId: optionalField(z.string()),
  tpSlMode: optionalField(z.enum(tpslModes)),
  /** Price, quantity and trigger as first entered, regardless of changes. */
  origPrice: decimal,
  origQty: decimal,
  origTriggerPrice: optionalField(decimal),
  /** The distance of a trailing stop. */
  trailValue: optionalField(decimal),
  /** The cost of the open quantity at the position's leverage, taken alone (rules 3.2). */
  orderIM: optionalField(decimal),
  accountMode: z.enum(accountModes),
  /** 1 if it may borrow coins (rules 12.1). */
  isLeverage: z.literal([0, 1]),
  /** The coin of its quantity: for contracts of 1 USD the quote coin. */
  marketUnit: z.enum(marketUnits),
  /** The taker rate; for a post-only order the maker rate. */
  feeRate: signedDecimal,
  maxSlippage: optionalField(decimal),
  maxSlippageType: optionalField(z.enum(slippageUnits)),
  /** Options only: strike, delivery time, and the implied volatility of the order's price. */
  strikePrice: optionalField(decimal),
  deliveryTime: optionalField(timeMs),
  iv: optionalField(decimal),
  /** The algorithmic order that placed it. */
  strategyId: optionalField(z.string()),
  strategyType: optionalField(z.enum(strategyTypes)),
  ...wireLegs,
  /** The trailing stop attached to the order: price distance, or rate (rules 8.6). */
  trailingStop: optionalField(decimal),
  trailValuePercentageE4: optionalField(z.int()),
  activationPrice: optionalField(decimal),
  /** Spot orders only: plan, legs and status under the names of spec 3. */
  spot: optionalField(wireSpotTerms),
})
export type WireOrder = z.output<typeof wireOrder>

/** The short keys of a pushed order (spec 3: "pushed with short keys, expanded on receipt"). */
export const orderShortKeys: ShortKeys<WireOrder> = {
  orderId: 'oi',
  orderLinkId: 'li',
  symbol: 's',
  side: 'sd',
  orderType: 'ot',
  orderStatus: 'st',
  cancelType: 'ct',
  cxlRejReason: 'rr',
  price: 'p',
  qty: 'q',
  leavesQty: 'lq',
  cumExecQty: 'eq',
  cumExecValue: 'ev',
  cumExecFee: 'ef',
  avgPrice: 'ap',
  timeInForce: 'tf',
  reduceOnly: 'ro',
  closeOnTrigger: 'cl',
  positionIdx: 'pi',
  orderPnl: 'pl',
  createdAtE3: 'ca',
  updatedAtE3: 'ua',
  updateNo: 'un',
  stopOrderType: 'so',
  triggerPrice: 'tp',
  triggerBy: 'tb',
  triggerDirection: 'td',
  parentOrderId: 'po',
  tpSlMode: 'tm',
  origPrice: 'op',
  origQty: 'oq',
  origTriggerPrice: 'og',
  trailValue: 'tv',
  orderIM: 'im',
  accountMode: 'am',
  isLeverage: 'il',
  marketUnit: 'mu',
  feeRate: 'fr',
  maxSlippage: 'ms',
  maxSlippageType: 'mt',
  strikePrice: 'sk',
  deliveryTime: 'dt',
  iv: 'iv',
  strategyId: 'sg',
  strategyType: 'sa',
  takeProfit: 'kp',
  tpTriggerBy: 'kb',
  tpOrderType: 'kt',
  limitTakeProfit: 'kl',
  stopLoss: 'zp',
  slTriggerBy: 'zb',
  slOrderType: 'zt',
  limitStopLoss: 'zl',
  trailingStop: 'ts',
  trailValuePercentageE4: 'te',
  activationPrice: 'ta',
  spot: 'sp',
}

export const shortenOrder = (order: WireOrder): Record<string, unknown> =>
  shorten(orderShortKeys, order)

/** Returns the order under its long names; undefined if it is not a valid order. */
export function expandOrder(short: unknown): WireOrder | undefined {
  const result = z.safeParse(wireOrder, expand(orderShortKeys, short))
  return result.success ? result.data : undefined
}

/** Data of an encoded order from outside the order. */
export type OrderContext = {
  /** The problem name of a rejected order. */
  readonly problemName?: string | undefined
  /** The position's leverage; without it an open contract order has no `orderIM`. */
  readonly leverageE2?: LeverageE2 | undefined
  /** The implied volatility of an option order's price, as decimal text. */
  readonly iv?: string | undefined
  readonly isPortfolio?: boolean
  /** The algorithm that placed the order. */
  readonly algoKind?: AlgoKind | undefined
}

export function encodeOrder(
  order: Order,
  instrument: Instrument,
  { problemName, leverageE2, iv, isPortfolio = false, algoKind }: OrderContext = {},
): WireOrder {
  const filled = qtyAmount(instrument, order.filledLots)
  return {
    orderId: String(order.id),
    orderLinkId: order.linkId,
    symbol: order.symbol,
    side: order.side,
    orderType: order.orderType,
    orderStatus: order.status,
    ...(order.cancelType === undefined ? {} : { cancelType: order.cancelType }),
    ...(problemName === undefined ? {} : { cxlRejReason: problemName }),
    price: formatPrice(instrument, order.priceTicks),
    qty: formatQty(instrument, order.qtyLots),
    leavesQty: formatQty(instrument, order.leavesLots),
    cumExecQty: formatQty(instrument, order.filledLots),
    cumExecValue: encodeAmount(order.filledValue),
    cumExecFee: encodeAmount(order.fee),
    avgPrice: formatTrimmed(BigInt(priceOfValue(instrument, order.filledValue, filled)), 8),
    timeInForce: order.timeInForce,
    reduceOnly: order.reduceOnly,
    closeOnTrigger: order.closeOnTrigger,
    positionIdx: order.positionIdx,
    orderPnl: encodeAmount(order.closedPnl),
    createdAtE3: order.createdMs,
    updatedAtE3: order.updatedMs,
    updateNo: order.updateNo,
    ...encodeStop(instrument, order.stop),
    ...encodeEntered(order, instrument),
    ...orderMargin(order, instrument, leverageE2),
    accountMode: isPortfolio ? 'portfolio' : 'regular',
    isLeverage: order.isLeverage === true ? 1 : 0,
    marketUnit: qtyCoin(instrument) === instrument.baseCoin ? 'baseCoin' : 'quoteCoin',
    feeRate: encodeRate(
      order.timeInForce === 'PostOnly' ? instrument.makerFeeE8 : instrument.takerFeeE8,
    ),
    ...encodeSlippage(order.slippage),
    ...encodeOptionOrder(instrument, iv),
    ...(order.algoId === undefined ? {} : { strategyId: String(order.algoId) }),
    ...(algoKind === undefined ? {} : { strategyType: strategyTypeOf[algoKind] }),
    ...(instrument.kind === 'Spot' ? { spot: encodeSpotTerms(order, instrument) } : {}),
  }
}

const encodeOptionOrder = ({ option, deliveryMs = 0 }: Instrument, iv: string | undefined) =>
  option === undefined
    ? {}
    : {
        strikePrice: formatTrimmed(BigInt(option.strikeE8), 8),
        deliveryTime: deliveryMs,
        ...(iv === undefined ? {} : { iv }),
      }

const encodeRate = (rate: number): string => formatTrimmed(BigInt(rate), 8)

function encodeEntered(order: Order, instrument: Instrument) {
  const { entered, stop } = order
  const trigger = entered?.triggerTicks ?? stop?.triggerTicks ?? 0
  return {
    origPrice: formatPrice(instrument, entered?.priceTicks ?? order.priceTicks),
    origQty: formatQty(instrument, entered?.qtyLots ?? order.qtyLots),
    // The trigger of a trailing stop follows the price, so none was entered.
    ...(trigger > 0 && !isTrailing(stop)
      ? { origTriggerPrice: formatPrice(instrument, priceTicks(trigger)) }
      : {}),
    ...(stop?.trailTicks === undefined
      ? {}
      : { trailValue: formatPrice(instrument, stop.trailTicks) }),
  }
}

/** Reducing, waiting, final and spot orders use no margin of a contract. */
function orderMargin(order: Order, instrument: Instrument, leverage: LeverageE2 | undefined) {
  const { kind } = instrument
  const isIdle = order.reduceOnly || order.status === 'Untriggered' || order.leavesLots === 0
  if (kind === 'Spot' || isIdle || isFinal(order.status)) return { orderIM: '0' }
  // An option order's margin also depends on the index; it is in the account's figures (9.5).
  if (leverage === undefined || instrument.option !== undefined) return {}
  const value = valueOf(instrument, order.priceTicks, order.leavesLots)
  const sign = valueSide(kind, sideSign(order.side))
  return { orderIM: encodeAmount(orderCost(sign, value, leverage, instrument.takerFeeE8)) }
}

function encodeSlippage(slippage: Slippage | undefined) {
  if (slippage === undefined) return {}
  const { unit, most } = slippage
  const maxSlippage = formatTrimmed(BigInt(most), unit === 'Percent' ? 2 : 0)
  return { maxSlippage, maxSlippageType: unit }
}

/** Decodes an order from a message; undefined if it is off the instrument's grid. */
export function decodeOrder(
  wire: WireOrder,
  instrument: Instrument,
  account: AccountId = accountId(0),
): Order | undefined {
  const price = parsePrice(instrument, wire.price)
  const lots = [wire.qty, wire.leavesQty, wire.cumExecQty].map((text) => parseQty(instrument, text))
  const [qty, leaves, filled] = lots
  if (typeof price !== 'number' || typeof qty !== 'number') return undefined
  if (typeof leaves !== 'number' || typeof filled !== 'number') return undefined
  return {
    id: orderId(Number(wire.orderId)),
    linkId: wire.orderLinkId,
    account,
    symbol: symbolId(wire.symbol),
    side: wire.side,
    orderType: wire.orderType,
    timeInForce: wire.timeInForce,
    priceTicks: priceTicks(price),
    qtyLots: qtyLots(qty),
    leavesLots: qtyLots(leaves),
    filledLots: qtyLots(filled),
    filledValue: decodeAmount(wire.cumExecValue),
    fee: decodeAmount(wire.cumExecFee),
    reduceOnly: wire.reduceOnly,
    closeOnTrigger: wire.closeOnTrigger,
    positionIdx: wire.positionIdx,
    status: wire.orderStatus,
    ...(wire.cancelType === undefined ? {} : { cancelType: wire.cancelType }),
    closedPnl: decodeAmount(wire.orderPnl),
    createdMs: wire.createdAtE3,
    updatedMs: wire.updatedAtE3,
    updateNo: wire.updateNo,
    ...(wire.strategyId === undefined ? {} : { algoId: Number(wire.strategyId) }),
    ...(wire.spot?.marketUnit === 'quoteCoin'
      ? { quoteAmount: decodeAmount(wire.spot.amount) }
      : {}),
    ...(wire.isLeverage === 1 ? { isLeverage: true } : {}),
    ...decodeStop(wire, instrument),
  }
}

/** The plan of a spot order, and the leg that has triggered. */
function decodePlan(spot: WireOrder['spot']): Pick<StopTerms, 'planType' | 'fired'> {
  if (spot === undefined || spot.planType === 0) return {}
  const { planType, ocoTriggerBy } = spot
  if (ocoTriggerBy === 'OcoTriggerByTp') return { planType, fired: 'takeProfit' }
  return ocoTriggerBy === 'OcoTriggerBySl' ? { planType, fired: 'stopLoss' } : { planType }
}

/** The trigger of a stop order, and the TP/SL attached to an order. */
function decodeStop(wire: WireOrder, instrument: Instrument): { readonly stop?: StopTerms } {
  const { stopOrderType: stopType, triggerPrice, triggerBy, triggerDirection, tpSlMode } = wire
  if (stopType === undefined) return {}
  return {
    stop: {
      stopType,
      triggerTicks: decodeTicks(instrument, triggerPrice) ?? priceTicks(0),
      triggerBy: triggerBy ?? 'LastPrice',
      triggerDirection: triggerDirection ?? 0,
      ...(tpSlMode === undefined ? {} : { tpslMode: tpSlMode }),
      ...decodeLegs(instrument, wire),
      ...decodeAttachedTrailing(wire, instrument),
      ...decodePlan(wire.spot),
    },
  }
}

/**
 * The type of an execution: a trade in the book, a take-over at bankruptcy, deleveraging, delivery
 * (`Settle` of inverse contracts), funding.
 */
export const execTypes = [
  'Trade',
  'BustTrade',
  'AdlTrade',
  'Delivery',
  'Settle',
  'Funding',
  'FutureSpread',
] as const
export type ExecType = (typeof execTypes)[number]

/** One execution of an account's order or position. */
export const wireExecution = z.object({
  execId: z.string(),
  execType: z.enum(execTypes),
  /** Empty if the execution has no order. */
  orderId: z.string(),
  orderLinkId: z.string(),
  symbol: z.string(),
  side: z.enum(sides),
  orderType: z.enum(orderTypes),
  execPrice: decimal,
  execQty: decimal,
  execValue: decimal,
  execFee: signedDecimal,
  feeCoin: z.string(),
  feeRate: signedDecimal,
  isMaker: z.boolean(),
  /** The part that closed an existing position. */
  closedSize: decimal,
  /** The order's unfilled quantity after this; a notice waits until it is zero (spec 8). */
  leavesQty: decimal,
  execTimeE3: timeMs,
})
export type WireExecution = z.output<typeof wireExecution>

/** Formats an amount of 1e-8 units as decimal text without trailing zeros. */
export const encodeAmount = (value: Amount): string => formatTrimmed(value, 8)
/**
 * Parses an amount from the exchange; its schema has checked the form, digits beyond 8 are
 * rejected.
 */
export function decodeAmount(text: string): Amount {
  const value = parseDecimal(text, 8)
  if (value === undefined) throw new Error(`An amount has at most 8 decimals: ${text}`)
  return amount(value)
}
