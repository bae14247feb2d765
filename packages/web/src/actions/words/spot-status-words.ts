// Words for where spot orders stand, by the statuses of spec 4: those of a plan have their own.

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

/** Returns the word of a spot order's status; undefined of a contract's order. */
export function spotStatusWord(order: {
  readonly symbol: string
  readonly status: string
  readonly planType?: number | undefined
}): MessageKey | undefined {
  if (!order.symbol.includes('/')) return undefined
  const status = spotStatus(order.status, order.planType)
  return status === undefined ? undefined : words[status]
}
