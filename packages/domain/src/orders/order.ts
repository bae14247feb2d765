// Orders as clients and engine share them: sides, types, times in force, statuses and fields.

import type { AccountId, OrderId, SymbolId } from '../numbers/brand.ts'
import type { Amount, PriceTicks, QtyLots } from '../numbers/fixed.ts'
import type { Slippage } from './slippage.ts'
import type { AttachedTrailing } from './trailing.ts'

/** A client's order id: up to 45 letters, digits, dashes and underscores. */
export const linkIdPattern = /^[A-Za-z0-9_-]{1,45}$/

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

/** Self-trade prevention; the taker's mode applies (rules 8.4). */
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

/** The kind of a stop order (spec 4); `Order` is a plain order with attached TP/SL. */
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

/** Whether an order's trigger follows the price, so that nobody sets it. */
export const isTrailing = (stop: { readonly stopType: StopOrderType } | undefined): boolean =>
  stop?.stopType === 'TrailingStop' || stop?.stopType === 'TrailingProfit'

/**
 * The plan types of waiting spot orders (spec 4): conditional, trailing stop, trailing profit,
 * stop-limit, OCO, TP/SL.
 */
export const spotPlanTypes = [1, 4, 5, 8, 10, 11] as const
export type SpotPlanType = (typeof spotPlanTypes)[number]

/** A take-profit or stop-loss attached to an order or set on a position (rules 8.5). */
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

/** The fields that only stop orders and orders with TP/SL have. */
export type StopTerms = TpslLegs & {
  readonly stopType: StopOrderType
  /** 0 for plain orders, and while the trigger of an active trailing stop cannot be reached. */
  readonly triggerTicks: PriceTicks
  readonly triggerBy: TriggerBasis
  /** 1 if a rise triggers it, 2 if a fall does; 0 if there is no trigger. */
  readonly triggerDirection: 0 | 1 | 2
  /** The entry of the partial TP/SL list that it belongs to; both legs share the ID. */
  readonly entryId?: number | undefined
  /** The order that it was attached to. */
  readonly parentId?: number | undefined
  /** The distance of a trailing stop; absent if it is a rate. */
  readonly trailTicks?: PriceTicks | undefined
  readonly tpslMode?: 'Full' | 'Partial' | undefined
  /** The trailing stop for the position that the order opens; for a plan its own. */
  readonly trailing?: AttachedTrailing | undefined
  /** The plan type of a waiting spot order (8.7). */
  readonly planType?: SpotPlanType | undefined
  /** The leg of a plan that has triggered. */
  readonly fired?: 'takeProfit' | 'stopLoss' | undefined
  /** Set if the order ended before its trigger was reached; no other field shows this. */
  readonly endedUntriggered?: true | undefined
}

/** Whether it waits on two prices, as spot OCO and TP/SL orders do (spec 4: plan types 10, 11). */
export const waitsOnLegs = ({ status, stop }: Pick<Order, 'status' | 'stop'>): boolean =>
  status === 'Untriggered' && (stop?.planType === 10 || stop?.planType === 11)

/** An order's price, quantity and trigger before its first change; 0 for no trigger. */
export type EnteredTerms = {
  readonly priceTicks: PriceTicks
  readonly qtyLots: QtyLots
  readonly triggerTicks: PriceTicks
}

/** An order, from placed to final. Amounts in 1e-8 of the settle (fee) coin. */
export type Order = {
  readonly id: OrderId
  /** The client's own id; empty when it gave none. */
  readonly linkId: string
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly side: Side
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  /** The limit price; for a market order the worst price it may be filled at. */
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
  /** Incremented with every change of this order (reliability O3). */
  readonly updateNo: number
  readonly stop?: StopTerms | undefined
  /** The algorithmic order that placed it. */
  readonly algoId?: number | undefined
  /** The terms as first entered; absent if they have not changed. */
  readonly entered?: EnteredTerms | undefined
  /** The amount of the quote coin of a spot order by amount, instead of a quantity. */
  readonly quoteAmount?: Amount | undefined
  /** Whether a spot order may borrow what it pays (rules 12.1). */
  readonly isLeverage?: boolean | undefined
  /** Under market-maker protection (rules 9.6). */
  readonly isMmp?: boolean | undefined
  /** The slippage limit of a market order. */
  readonly slippage?: Slippage | undefined
  /** The self-trade mode; absent if orders of the same account may trade with each other. */
  readonly selfTrade?: Exclude<SelfTradeMode, 'None'> | undefined
}

const finalStatuses: ReadonlySet<OrderStatus> = new Set([
  'Filled',
  'Cancelled',
  'PartiallyFilledCanceled',
  'Rejected',
])

/** The maximum of operations in one command, and so of items in a batch. */
export const maxBatchItems = 20

/** Whether an order in this status can no longer change. */
export const isFinal = (status: OrderStatus): boolean => finalStatuses.has(status)

export const oppositeSide = (side: Side): Side => (side === 'Buy' ? 'Sell' : 'Buy')
/** +1 for Buy and long, −1 for Sell and short: the `s` of docs/rules. */
export const sideSign = (side: Side): 1 | -1 => (side === 'Buy' ? 1 : -1)
