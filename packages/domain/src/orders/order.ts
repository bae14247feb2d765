// Orders as everybody knows them: sides, types, times in force, statuses, and which status may
// follow which.

import type { AccountId, OrderId, SymbolId } from '../numbers/brand.ts'
import type { Amount, PriceTicks, QtyLots } from '../numbers/fixed.ts'
import type { Slippage } from './slippage.ts'
import type { AttachedTrailing } from './trailing.ts'

export const sides = ['Buy', 'Sell'] as const
export type Side = (typeof sides)[number]

export const orderTypes = ['Limit', 'Market'] as const
export type OrderType = (typeof orderTypes)[number]

export const timesInForce = [
  'GoodTillCancel',
  'ImmediateOrCancel',
  'FillOrKill',
  'PostOnly',
] as const
export type TimeInForce = (typeof timesInForce)[number]

export const triggerBases = ['LastPrice', 'IndexPrice', 'MarkPrice'] as const
export type TriggerBasis = (typeof triggerBases)[number]

/** Self-trade prevention; the taker's choice decides (rules 8.4). */
export const selfTradeModes = ['None', 'CancelMaker', 'CancelTaker', 'CancelBoth'] as const
export type SelfTradeMode = (typeof selfTradeModes)[number]

export const orderStatuses = [
  'New',
  'PartiallyFilled',
  'Filled',
  'Cancelled',
  'PartiallyFilledCanceled',
  'Rejected',
  'Untriggered',
  'Triggered',
] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Why an order was cancelled. */
export const cancelTypes = [
  'CancelByUser',
  'CancelByReduceOnly',
  'CancelByPrepareLiq',
  'CancelAllBeforeLiq',
  'CancelBySmp',
  'CancelByAdmin',
  'CancelBySettle',
  'CancelByPostOnly',
  'CancelByIoc',
  'CancelByFok',
  'CancelByPriceBand',
  'CancelByNoLiquidity',
  'CancelByTpSlTsClear',
  'CancelByOCOTpCanceledBySlTriggered',
  'CancelByOCOSlCanceledByTpTriggered',
  'CancelByInsufficientMargin',
  'CancelByTriggerRefused',
  'CancelBySlippage',
  'CancelAllBeforeAdl',
  'CancelByPmTrialMmOverEquity',
  'CancelByMmpTriggered',
  'CancelByDCP',
] as const
export type CancelType = (typeof cancelTypes)[number]

/** What kind of stop order it is (spec 4); `Order` is a plain one that brings TP/SL with it. */
export const stopOrderTypes = [
  'Order',
  'Stop',
  'TakeProfit',
  'StopLoss',
  'PartialTakeProfit',
  'PartialStopLoss',
  'TrailingStop',
  'TrailingProfit',
  'TakeProfitStopLoss',
  'TakeProfitStopLossOCO',
  'BidirectionalTpSl',
] as const
export type StopOrderType = (typeof stopOrderTypes)[number]

/**
 * The plans by which a spot order waits (spec 4): conditional, trailing stop, trailing profit,
 * stop-limit, OCO, TP/SL.
 */
export const spotPlanTypes = [1, 4, 5, 8, 10, 11] as const
export type SpotPlanType = (typeof spotPlanTypes)[number]

/** A take-profit or stop-loss as it stands: attached to an order or on a position (rules 8.5). */
export type TpslLeg = {
  readonly triggerTicks: PriceTicks
  readonly triggerBy: TriggerBasis
  readonly orderType: OrderType
  readonly limitTicks?: PriceTicks | undefined
}
export type TpslLegs = {
  readonly takeProfit?: TpslLeg | undefined
  readonly stopLoss?: TpslLeg | undefined
}

/** What an order has beyond a plain one; absent for plain ones. */
export type StopTerms = TpslLegs & {
  readonly stopType: StopOrderType
  /** 0 while a trailing stop that is active lies out of reach, and for plain orders. */
  readonly triggerTicks: PriceTicks
  readonly triggerBy: TriggerBasis
  /** Reached by a rise 1, by a fall 2; 0 where there is no trigger. */
  readonly triggerDirection: 0 | 1 | 2
  /** The entry of the partial list that it belongs to: one number for both of its legs. */
  readonly entryId?: number | undefined
  /** The order that it was attached to. */
  readonly parentId?: number | undefined
  /** The distance of a trailing stop; absent where it is a rate. */
  readonly trailTicks?: PriceTicks | undefined
  readonly tpslMode?: 'Full' | 'Partial' | undefined
  /** The trailing stop that the order brings for the position it opens; of a plan its own. */
  readonly trailing?: AttachedTrailing | undefined
  /** Of a spot order that waits by a plan (8.7). */
  readonly planType?: SpotPlanType | undefined
  /** Which of the legs of a plan has triggered. */
  readonly fired?: 'takeProfit' | 'stopLoss' | undefined
  /** Of an order that ended before its trigger was reached: nothing else of it tells that. */
  readonly endedUntriggered?: true | undefined
}

/** Does it wait on two prices, as OCO and TP/SL orders of spot do (spec 4: plan types 10, 11)? */
export const waitsOnLegs = ({ status, stop }: Pick<Order, 'status' | 'stop'>): boolean =>
  status === 'Untriggered' && (stop?.planType === 10 || stop?.planType === 11)

/** An order's price, quantity and trigger before its first change; 0 for no trigger. */
export type EnteredTerms = {
  readonly priceTicks: PriceTicks
  readonly qtyLots: QtyLots
  readonly triggerTicks: PriceTicks
}

/** A standing intention, from placed to final. Amounts in 1e-8 of the settle (fee) coin. */
export type Order = {
  readonly id: OrderId
  /** The client's own id; empty when it gave none. */
  readonly linkId: string
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  /** The limit; for a market order the protective price it may not pass. */
  readonly priceTicks: PriceTicks
  readonly qtyLots: QtyLots
  readonly leavesLots: QtyLots
  readonly filledLots: QtyLots
  readonly filledValue: Amount
  /** Fees paid so far, in `feeCoin`. */
  readonly fee: Amount
  readonly reduceOnly: boolean
  readonly closeOnTrigger: boolean
  readonly positionIdx: 0 | 1 | 2
  readonly status: OrderStatus
  readonly cancelType?: CancelType | undefined
  /** Trade PnL of the part that closed a position, 1e-8 settle coin. */
  readonly closedPnl: Amount
  readonly createdMs: number
  readonly updatedMs: number
  /** Grows by one with every change of this order (reliability O3). */
  readonly updateNo: number
  readonly stop?: StopTerms | undefined
  /** The algorithmic order that placed it. */
  readonly algoId?: number | undefined
  /** As it was entered; absent while nothing of it has changed. */
  readonly entered?: EnteredTerms | undefined
  /** A spot order by amount: so much of the quote coin instead of a quantity. */
  readonly quoteAmount?: Amount | undefined
  /** Of a spot order that may borrow what it pays (rules 12.1). */
  readonly isLeverage?: boolean | undefined
  /** Under market-maker protection (rules 9.6). */
  readonly isMmp?: boolean | undefined
  /** The slippage limit it was given. */
  readonly slippage?: Slippage | undefined
  /** What becomes of it where it meets its own account's order; absent where they trade. */
  readonly selfTrade?: Exclude<SelfTradeMode, 'None'> | undefined
}

const finalStatuses: ReadonlySet<OrderStatus> = new Set([
  'Filled',
  'Cancelled',
  'PartiallyFilledCanceled',
  'Rejected',
])

/** Is nothing more to come of an order in this status? */
export const isFinal = (status: OrderStatus): boolean => finalStatuses.has(status)

export const oppositeSide = (side: Side): Side => (side === 'Buy' ? 'Sell' : 'Buy')
/** +1 for Buy and long, −1 for Sell and short: the `s` of docs/rules. */
export const sideSign = (side: Side): 1 | -1 => (side === 'Buy' ? 1 : -1)
