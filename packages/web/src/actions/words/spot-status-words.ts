// Texts for the statuses of spot orders, as in spec 4; those of plan orders have their own.

import { spotStatus, type SpotStatus } from '@basis/protocol/spot/plan'
import type { MessageKey } from '../../i18n/message-keys.ts'

const words: Readonly<Record<SpotStatus, MessageKey>> = {
  NEW: 'orders.statusNew',
  PARTIALLY_FILLED: 'orders.statusPartiallyFilled',
  FILLED: 'orders.statusFilled',
  CANCELED: 'orders.statusCancelled',
  PARTIALLY_FILLED_CANCELED: 'orders.statusPartiallyFilledCanceled',
  REJECTED: 'orders.statusRejected',
  ORDER_NEW: 'orders.planNew',
  ORDER_FILLED: 'orders.planFilled',
  ORDER_CANCELED: 'orders.planCancelled',
  ORDER_REJECTED: 'orders.planRejected',
}

/** Returns the text of a spot order's status; undefined for a contract's order. */
export function spotStatusWord(order: {
  readonly symbol: string
  readonly status: string
  readonly planType?: number | undefined
}): MessageKey | undefined {
  if (!order.symbol.includes('/')) return undefined
  const status = spotStatus(order.status, order.planType)
  return status === undefined ? undefined : words[status]
}
