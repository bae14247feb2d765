// The most that either side may ask for, as the exchange says it (rules 7).

import { qtyLots } from '@basis/domain/numbers/fixed'
import type { QtyLots } from '@basis/domain/numbers/fixed'
import { formatPrice, parseQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { useAnswer } from '../../actions/previews.ts'
import { termTicks } from './ticket-terms.ts'
import { isProblem, limitTicks, type TicketContext, type TicketDraft } from './ticket.ts'

/**
 * Returns the question for a draft: at its limit, of a market order that waits at its trigger, else
 * at market; undefined while there is no price, and for what only reduces a position.
 */
export function maxQtyRequest(
  draft: TicketDraft,
  instrument: Instrument,
): CallRequest<'maxOrderQty'> | undefined {
  const { symbol, kind } = instrument
  if (draft.reduceOnly && kind !== 'Spot') return undefined
  const limit = limitTicks(draft, instrument)
  if (isProblem(limit)) return undefined
  const ticks = limit ?? termTicks(draft.terms, instrument).triggerTicks
  return ticks === undefined ? { symbol } : { symbol, price: formatPrice(instrument, ticks) }
}

/** Reads the answer. */
export function readMaxQty(
  { buyQty, sellQty }: CallAnswer<'maxOrderQty'>,
  instrument: Instrument,
): TicketContext['most'] {
  const lots = (text: string): QtyLots => {
    const read = parseQty(instrument, text)
    return typeof read === 'number' ? read : qtyLots(0)
  }
  return { Buy: lots(buyQty), Sell: lots(sellQty) }
}

/** Returns the answer for this very draft; undefined before it, and without an account. */
export function useMaxOrderQty(
  draft: TicketDraft,
  { instrument, funds, position, leverage, isIsolated }: TicketContext,
): TicketContext['most'] {
  const asked = funds === undefined ? undefined : maxQtyRequest(draft, instrument)
  const around = [leverage, isIsolated, position?.side, position?.sizeLots].join(' ')
  const answer = useAnswer('maxOrderQty', asked, around)
  return answer && readMaxQty(answer, instrument)
}
