// Names of the prices that a trigger may wait on: last, mark, index.

import type { TriggerBasis } from '@basis/domain/orders/order'
import type { MessageKey } from '../../i18n/message-keys.ts'

const words: Record<TriggerBasis, MessageKey> = {
  LastPrice: 'tpsl.byLast',
  MarkPrice: 'tpsl.byMark',
  IndexPrice: 'tpsl.byIndex',
}

export const basisWord = (basis: TriggerBasis): MessageKey => words[basis]
