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

/** Returns what a stop is called; undefined for a plain order, also one that brings TP/SL. */
export const stopWord = (stopType: StopOrderType | undefined): MessageKey | undefined =>
  stopType === undefined ? undefined : words[stopType]

/** Reached by a rise, or by a fall. */
export const triggerSign = (direction: 1 | 2): string => (direction === 1 ? '≥' : '≤')
