// Texts of a trigger: the price type it uses, and the direction in which that price reaches it.

import type { TriggerBasis } from '@basis/domain/orders/order'
import type { MessageKey } from '../../i18n/message-keys.ts'

const words: Record<TriggerBasis, MessageKey> = {
  LastPrice: 'tpsl.byLast',
  MarkPrice: 'tpsl.byMark',
  IndexPrice: 'tpsl.byIndex',
}

export const basisWord = (basis: TriggerBasis): MessageKey => words[basis]

/** Reached by a rise, or by a fall. */
export const triggerSign = (direction: 1 | 2): string => (direction === 1 ? '≥' : '≤')
