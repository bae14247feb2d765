// The events that may play a tone or show a browser notification, derived from notices and orders.

import type { SignalEvent } from '@basis/protocol/account'
import { isFinal } from '@basis/domain/orders/order'
import type { NoticeDraft } from '../../shell/notices.ts'
import type { OrderHappening } from '../../stores/orders.ts'

const byKind: Readonly<Record<string, SignalEvent>> = {
  tradeExecuted: 'orderFilled',
  stopFired: 'stopTriggered',
  stopFilled: 'stopTriggered',
  liquidation: 'marginWarning',
  deleveraged: 'marginWarning',
  replenished: 'marginWarning',
  priceAlert: 'alert',
  orderPartlyPlaced: 'orderRejected',
}

/** Returns the event of a notice; undefined for one without sound. */
export function eventOfNotice({ kind, title }: NoticeDraft): SignalEvent | undefined {
  // Every way of placing an order reports its rejection under this title.
  if (title.key === 'notices.orderCreateFailureTitle') return 'orderRejected'
  if (title.key === 'notices.partlyFilled') return 'orderPartlyFilled'
  return byKind[kind]
}

/** Returns whether an order was filled in part and stays open, for which there is no notice. */
export const isPartOf = ({ before, order, isForced }: OrderHappening): boolean =>
  !isForced &&
  !isFinal(order.status) &&
  order.filledLots > 0 &&
  (before === undefined || order.filledLots > before.filledLots)
