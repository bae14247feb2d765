// Tabs of the order table, the tab of each order (spec 4, order tabs), and the texts for its
// status, time in force and type.

import type { Order, OrderStatus, OrderType } from '@basis/domain/orders/order'
import type { TimeInForce } from '@basis/domain/orders/order'
import { spotStatusWord } from '../../actions/words/spot-status-words.ts'
import type { MessageKey } from '../../i18n/message-keys.ts'

export const orderTabs = [
  'activity',
  'condition',
  'tpSl',
  'trailingStop',
  'mmr',
  'oco',
  'futureSpread',
] as const
export type OrderTab = (typeof orderTabs)[number]

const tabOfStopType: Readonly<Record<string, OrderTab>> = {
  Stop: 'condition',
  TakeProfit: 'tpSl',
  StopLoss: 'tpSl',
  PartialTakeProfit: 'tpSl',
  PartialStopLoss: 'tpSl',
  TakeProfitStopLoss: 'tpSl',
  BidirectionalTpSl: 'tpSl',
  TrailingStop: 'trailingStop',
  TrailingProfit: 'trailingStop',
  MmRateClose: 'mmr',
  TakeProfitStopLossOCO: 'oco',
}

/** Spot plan types: conditional 1, trailing 4 and 5, stop-limit 8, OCO 10, TP/SL 11. */
const tabOfPlanType: Readonly<Record<number, OrderTab>> = {
  1: 'condition',
  4: 'trailingStop',
  5: 'trailingStop',
  8: 'condition',
  10: 'oco',
  11: 'tpSl',
}

/**
 * Returns an order's tab by its market, its plan type (spot), its stop order type; else activity.
 */
export function orderTab(order: {
  readonly marketType?: string | undefined
  readonly planType?: number | undefined
  readonly stopOrderType?: string | undefined
}): OrderTab {
  if (order.marketType === 'FutureSpread') return 'futureSpread'
  const byPlan = order.planType === undefined ? undefined : tabOfPlanType[order.planType]
  return byPlan ?? tabOfStopType[order.stopOrderType ?? ''] ?? 'activity'
}

/** Returns the orders of each tab, each in the given order. */
export function ordersByTab<Shown extends Pick<Order, 'symbol' | 'stop'>>(
  orders: readonly Shown[],
  marketTypeOf: (symbol: string) => string | undefined,
): ReadonlyMap<OrderTab, readonly Shown[]> {
  const byTab = new Map<OrderTab, Shown[]>()
  for (const order of orders) {
    const { symbol, stop } = order
    const { stopType: stopOrderType, planType } = stop ?? {}
    const tab = orderTab({ marketType: marketTypeOf(symbol), planType, stopOrderType })
    const held = byTab.get(tab)
    if (held === undefined) byTab.set(tab, [order])
    else held.push(order)
  }
  return byTab
}

/** The effects of an order on a position (spec 9), in the order used for sorting by side. */
const sideRanks = ['buyLong', 'closeShort', 'Buy', 'closeLong', 'sellShort', 'Sell'] as const

/** Returns an order's effect: on a side of a hedge, or on the one position of a contract. */
export function positionSideOf({
  side,
  positionIdx,
}: Pick<Order, 'side' | 'positionIdx'>): (typeof sideRanks)[number] {
  if (positionIdx === 0) return side
  if (positionIdx === 1) return side === 'Buy' ? 'buyLong' : 'closeLong'
  return side === 'Buy' ? 'closeShort' : 'sellShort'
}

/** Limit above market above conditional, then the orders that protect a position (spec 9). */
function typeRank({ orderType, stop }: Pick<Order, 'orderType' | 'stop'>): number {
  const tab = orderTab({ stopOrderType: stop?.stopType })
  if (tab === 'activity') return orderType === 'Limit' ? 0 : 1
  return 1 + orderTabs.indexOf(tab)
}

/** Returns an order's sort rank by its effect and then its type; lower ranks come first. */
export const orderRank = (order: Pick<Order, 'side' | 'positionIdx' | 'orderType' | 'stop'>) =>
  sideRanks.indexOf(positionSideOf(order)) * (orderTabs.length + 2) + typeRank(order)

const statusWords: Record<OrderStatus, MessageKey> = {
  New: 'orders.statusNew',
  PartiallyFilled: 'orders.statusPartiallyFilled',
  Filled: 'orders.statusFilled',
  Cancelled: 'orders.statusCancelled',
  PartiallyFilledCanceled: 'orders.statusPartiallyFilledCanceled',
  Rejected: 'orders.statusRejected',
  Untriggered: 'orders.statusUntriggered',
  Triggered: 'orders.statusTriggered',
}
const forceWords: Record<TimeInForce, MessageKey> = {
  GoodTillCancel: 'orders.gtc',
  ImmediateOrCancel: 'orders.ioc',
  FillOrKill: 'orders.fok',
  PostOnly: 'orders.postOnly',
}

/** Returns the text of an order's status; for spot orders that of spec 4. */
export const statusWord = (order: Pick<Order, 'symbol' | 'status' | 'stop'>): MessageKey =>
  spotStatusWord({ ...order, planType: order.stop?.planType }) ?? statusWords[order.status]
export const forceWord = (timeInForce: TimeInForce): MessageKey => forceWords[timeInForce]
export const typeWord = (orderType: OrderType): MessageKey =>
  orderType === 'Limit' ? 'orders.limit' : 'orders.market'
