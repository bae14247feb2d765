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
import { decodeLegs, decodeTicks, encodeLegs, encodeTrailingAsked, wireLegs } from './tpsl.ts'
import {
  decimal,
  expand,
  shorten,
  signedDecimal,
  timeMs,
  type ShortKeys,
  optionalField,
} from './wire.ts'

/** How an account is margined: a contract is isolated by itself, an account is not. */
export const accountModes = ['regular', 'isolated', 'portfolio'] as const
/** In which coin a quantity is given. */
export const marketUnits = ['baseCoin', 'quoteCoin'] as const

export const positionIdx = z.literal(positionIdxs)

/** What sends orders by itself (rules 8.9). */
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
): ReturnType<typeof encodeTrailingAsked> =>
  encodeTrailingAsked(
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
    // A trailing stop has no trigger before its activation, and none that a price can reach while
    // a long's best price is no farther from 0 than its distance.
    ...(triggerDirection === 0 || triggerTicks <= 0
      ? {}
      : { triggerPrice: formatPrice(instrument, triggerTicks), triggerBy, triggerDirection }),
    ...(parentId === undefined ? {} : { parentOrderId: String(parentId) }),
    ...(tpslMode === undefined ? {} : { tpSlMode: tpslMode }),
    ...encodeLegs(instrument, stop),
    ...(stop.trailing === undefined ? {} : encodeAttachedTrailing(instrument, stop.trailing)),
  }
}

/** An order as this venue tells it: texts in the instrument's own decimals. */
export const wireOrder = z.object({
  orderId: z.string(),
  orderLinkId: z.string(),
  symbol: z.string(),
  side: z.enum(sides),
  orderType: z.enum(orderTypes),
  orderStatus: z.enum(orderStatuses),
  cancelType: optionalField(z.enum(cancelTypes)),
  /** The name of the problem that refused the order; absent for accepted ones. */
  cxlRejReason: optionalField(z.string()),
  /** The limit; for a market order the protective price it may not pass. */
  price: decimal,
  qty: decimal,
  leavesQty: decimal,
  cumExecQty: decimal,
  cumExecValue: decimal,
  cumExecFee: signedDecimal,
  /** Average price of what is filled; `0` while nothing is. */
  avgPrice: decimal,
  timeInForce: z.enum(timesInForce),
  reduceOnly: z.boolean(),
  closeOnTrigger: z.boolean(),
  positionIdx,
  orderPnl: signedDecimal,
  createdAtE3: timeMs,
  updatedAtE3: timeMs,
  /** Grows by one with every change of the order. */
  updateNo: z.int(),
  /** What kind of stop order it is; absent from plain orders, as is everything that follows. */
  stopOrderType: optionalField(z.enum(stopOrderTypes)),
  triggerPrice: optionalField(decimal),
  triggerBy: optionalField(z.enum(triggerBases)),
  /** Reached by a rise 1, by a fall 2. */
  triggerDirection: optionalField(z.literal([1, 2])),
  parentOrderId: optionalField(z.string()),
  tpSlMode: optionalField(z.enum(tpslModes)),
  /** Price, quantity and trigger as it was entered, whatever was changed since. */
  origPrice: decimal,
  origQty: decimal,
  origTriggerPrice: optionalField(decimal),
  /** The distance of a trailing stop. */
  trailValue: optionalField(decimal),
  /** What is left of it costs this at the position's leverage, by itself (rules 3.2). */
  orderIM: optionalField(decimal),
  accountMode: z.enum(accountModes),
  /** 1 where coins may be borrowed for it (rules 12.1). */
  isLeverage: z.literal([0, 1]),
  /** The coin that its quantity counts: contracts of 1 USD count the quote coin. */
  marketUnit: z.enum(marketUnits),
  /** Of a fill that takes; of a post-only order of one that makes. */
  feeRate: signedDecimal,
  maxSlippage: optionalField(decimal),
  maxSlippageType: optionalField(z.enum(slippageUnits)),
  /** Of an option: its strike, its end, and the volatility of the order's price. */
  strikePrice: optionalField(decimal),
  deliveryTime: optionalField(timeMs),
  iv: optionalField(decimal),
  /** The algorithmic order that sent it. */
  strategyId: optionalField(z.string()),
  strategyType: optionalField(z.enum(strategyTypes)),
  ...wireLegs,
  /** The trailing stop that the order brings: distance in price, or rate (rules 8.6). */
  trailingStop: optionalField(decimal),
  trailValuePercentageE4: optionalField(z.int()),
  activationPrice: optionalField(decimal),
  /** Of a spot order: its plan, its legs and its status under the names of spec 3. */
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

/** Returns the order under its long names, or undefined when it is none. */
export function expandOrder(short: unknown): WireOrder | undefined {
  const result = z.safeParse(wireOrder, expand(orderShortKeys, short))
  return result.success ? result.data : undefined
}

/** What is said of an order besides itself. */
export type OrderContext = {
  /** The reason of a refused one. */
  readonly problemName?: string | undefined
  /** Of its position; without it an open order of a contract has no `orderIM`. */
  readonly leverageE2?: LeverageE2 | undefined
  /** Of an option's price, as decimal text. */
  readonly iv?: string | undefined
  readonly isPortfolio?: boolean
  /** Of the algorithm that sent it. */
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
  const isTrailing = stop?.stopType === 'TrailingStop' || stop?.stopType === 'TrailingProfit'
  return {
    origPrice: formatPrice(instrument, entered?.priceTicks ?? order.priceTicks),
    origQty: formatQty(instrument, entered?.qtyLots ?? order.qtyLots),
    // The trigger of a trailing stop follows the price: none was entered.
    ...(trigger > 0 && !isTrailing
      ? { origTriggerPrice: formatPrice(instrument, priceTicks(trigger)) }
      : {}),
    ...(stop?.trailTicks === undefined
      ? {}
      : { trailValue: formatPrice(instrument, stop.trailTicks) }),
  }
}

/** An order that reduces, waits, has ended or pays with coins holds no margin of a contract. */
function orderMargin(order: Order, instrument: Instrument, leverage: LeverageE2 | undefined) {
  const { kind } = instrument
  const isIdle = order.reduceOnly || order.status === 'Untriggered' || order.leavesLots === 0
  if (kind === 'Spot' || isIdle || isFinal(order.status)) return { orderIM: '0' }
  // What an option's order needs hangs on its index too: the account's figures have it (9.5).
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

/**
 * Reads a told order back into the domain's shape; undefined when it is not on the instrument's
 * grid.
 */
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

/** The plan of a spot order, and which of its legs has triggered. */
function decodePlan(spot: WireOrder['spot']): Pick<StopTerms, 'planType' | 'fired'> {
  if (spot === undefined || spot.planType === 0) return {}
  const { planType, ocoTriggerBy } = spot
  if (ocoTriggerBy === 'OcoTriggerByTp') return { planType, fired: 'takeProfit' }
  return ocoTriggerBy === 'OcoTriggerBySl' ? { planType, fired: 'stopLoss' } : { planType }
}

/** What a stop order waits for, and the TP/SL that an order brings. */
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

/** One fill of an account's order. */
/**
 * How an execution came about: in the book, by a take-over at bankruptcy, by deleveraging, at
 * delivery (`Settle` of inverse contracts), by funding.
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

export const wireExecution = z.object({
  execId: z.string(),
  execType: z.enum(execTypes),
  /** Empty where no order was at work. */
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
  /** The part that closed a position. */
  closedSize: decimal,
  /** What of the order is still to fill after this; a notice waits until it is zero (spec 8). */
  leavesQty: decimal,
  execTimeE3: timeMs,
})
export type WireExecution = z.output<typeof wireExecution>

/** Writes an amount of 1e-8 units as decimal text without trailing zeros. */
export const encodeAmount = (value: Amount): string => formatTrimmed(value, 8)
/**
 * Reads an amount told by the venue; its schema has checked the form, digits beyond 8 are refused.
 */
export function decodeAmount(text: string): Amount {
  const value = parseDecimal(text, 8)
  if (value === undefined) throw new Error(`An amount has at most 8 decimals: ${text}`)
  return amount(value)
}
