// The most that either side may ask for, as the exchange says it (rules 7).

import { formatPrice, parseQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { useAnswer } from '../../actions/previews.ts'
import { readTerms } from './ticket-terms.ts'
import { isLent, isProblem, limitTicks, type TicketContext, type TicketDraft } from './ticket.ts'

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
  const { triggerTicks } = readTerms(draft.terms, instrument)
  const ticks = limit ?? triggerTicks
  const lent = isLent(draft, instrument) ? { isLeverage: 1 } : {}
  if (ticks === undefined) return { symbol, ...lent }
  const asked = { symbol, ...lent, price: formatPrice(instrument, ticks) }
  // What waits is asked about as if it rested there.
  return triggerTicks === undefined ? { ...asked, timeInForce: draft.timeInForce } : asked
}

/** Reads the answer; undefined, as before it came, where it names no quantities. */
export function readMaxQty(
  { buyQty, sellQty }: CallAnswer<'maxOrderQty'>,
  instrument: Instrument,
): TicketContext['most'] {
  const [buy, sell] = [parseQty(instrument, buyQty), parseQty(instrument, sellQty)]
  return typeof buy === 'number' && typeof sell === 'number' ? { Buy: buy, Sell: sell } : undefined
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
