// Names of the types of stop orders, in the open orders and in their history alike.

import type { StopOrderType } from '@basis/domain/orders/order'
import type { MessageKey } from '../../i18n/message-keys.ts'

const words: Record<StopOrderType, MessageKey | undefined> = {
  Order: undefined,
  Stop: 'orders.conditional',
  TakeProfit: 'orders.takeProfit',
  StopLoss: 'orders.stopLoss',
  PartialTakeProfit: 'orders.partialTakeProfit',
  PartialStopLoss: 'orders.partialStopLoss',
  TrailingStop: 'orders.trailingStop',
  TrailingProfit: 'orders.trailingProfit',
  TakeProfitStopLoss: 'orders.tabTpSl',
  TakeProfitStopLossOCO: 'orders.tabOco',
  BidirectionalTpSl: 'orders.tabTpSl',
}

/** The plan that has its own name among those of its type. */
const stopLimitPlan = 8

/**
 * Returns the name of a stop order's type; undefined for a plain order, also with attached TP/SL.
 */
export function stopWord(
  stopType: StopOrderType | undefined,
  planType?: number,
): MessageKey | undefined {
  if (planType === stopLimitPlan) return 'ticket.planStopLimit'
  return stopType === undefined ? undefined : words[stopType]
}

/** Whether the name already says which type of order the stop places. */
export const saysType = (planType: number | undefined): boolean => planType === stopLimitPlan
