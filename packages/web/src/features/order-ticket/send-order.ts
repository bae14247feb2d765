// Sending the ticket: asks for a confirmation if the order needs one, then places it once.

import type { Side } from '@basis/domain/orders/order'
import { mayBeDone } from '../../actions/action-outcome.ts'
import { placeOrder } from '../../actions/trading.ts'
import { usePendingOf } from '../../platform/use-pending.ts'
import { inHedge } from '../outcome/question/order-context.ts'
import type { OrderPreview } from '../outcome/question/order-preview.ts'
import { isOrderConfirmed } from '../outcome/question/order-question.ts'
import type { SideFigures } from './ticket-figures.ts'
import { orderOf, type TicketContext, type TicketDraft } from './ticket.ts'

export type SendOrder = {
  readonly sending: Side | undefined
  /** Sends a side's order; `preview` is the exchange's last preview of it, if there is one. */
  readonly send: (
    side: Side,
    figures: SideFigures,
    preview: OrderPreview | undefined,
  ) => Promise<void>
}

/**
 * Returns the function that sends the draft as it is at the click; `onSent` is called with it once
 * it was placed, or may have been.
 */
export function useSendOrder(
  draft: TicketDraft,
  context: TicketContext,
  onSent: (draft: TicketDraft) => void,
): SendOrder {
  const [sending, during] = usePendingOf<Side>()
  const send: SendOrder['send'] = async (side, figures, preview) => {
    const order = orderOf(draft, context, side, figures.lots)
    const isInHedge = inHedge(draft, context, side)
    if (!(await isOrderConfirmed(order, isInHedge, { ...figures, preview }))) return
    const outcome = await during(side, placeOrder(order))
    if (mayBeDone(outcome)) onSent(draft)
  }
  return { sending, send }
}
