// The maximum quantity of either side, as the exchange reports it (rules 7).

import { useState } from 'react'
import { formatPrice, parseQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { decodeAmount } from '@basis/protocol/order'
import { useAnswer } from '../../actions/previews.ts'
import { useSession } from '../../client/session.ts'
import { coinOf, useWallet } from '../../stores/wallet.ts'
import { readTerms } from './ticket-terms.ts'
import { isLent, isProblem, limitTicks, type TicketContext, type TicketDraft } from './ticket.ts'

/**
 * Returns the request for a draft: at its limit, for a conditional market order at its trigger,
 * else at market; undefined while there is no price, and for a reduce-only order.
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
  // A conditional order is treated as if it rested at its price.
  return triggerTicks === undefined ? { ...asked, timeInForce: draft.timeInForce } : asked
}

/** Decodes the answer; undefined if it has no quantities. */
export function readMaxQty(
  { buyQty, sellQty, buyPaid, sellPaid }: CallAnswer<'maxOrderQty'>,
  instrument: Instrument,
): TicketContext['most'] {
  const [buy, sell] = [parseQty(instrument, buyQty), parseQty(instrument, sellQty)]
  if (typeof buy !== 'number' || typeof sell !== 'number') return undefined
  const isPair = buyPaid !== undefined && sellPaid !== undefined
  const paid = isPair && { Buy: decodeAmount(buyPaid), Sell: decodeAmount(sellPaid) }
  return { Buy: buy, Sell: sell, ...(paid && { paid }) }
}

/**
 * Returns the context with the exchange's answer: for a pair, the available amount is what an order
 * of the side may pay according to it (rules 12.3).
 */
export function withMost(context: TicketContext, most: TicketContext['most']): TicketContext {
  const { funds } = context
  if (funds === undefined || most?.paid === undefined) return { ...context, most }
  const { Buy: available, Sell: base } = most.paid
  return { ...context, most, funds: { ...funds, available, base } }
}

/**
 * Returns the answer for exactly this draft; undefined before it, and without an account. After a
 * fill or an order of the pair it is requested again, and the old one is shown until the answer. A
 * leader's wallet has its own call.
 */
export function useMaxOrderQty(
  draft: TicketDraft,
  { instrument, funds, position, leverage, isIsolated }: TicketContext,
  name: 'maxOrderQty' | 'maxCopyOrderQty' = 'maxOrderQty',
): TicketContext['most'] {
  const asked = funds === undefined ? undefined : maxQtyRequest(draft, instrument)
  const around = [leverage, isIsolated, position?.side, position?.sizeLots].join(' ')
  const answer = useAnswer(name, asked, `${around} ${useMoved(instrument)}`)
  const uid = useSession(({ user }) => user?.uid)
  const key = `${uid} ${JSON.stringify(asked)} ${around}`
  const [kept, setKept] = useState({ key, answer })
  if (answer !== undefined && (kept.answer !== answer || kept.key !== key)) {
    setKept({ key, answer })
  }
  const shown = answer ?? (kept.key === key ? kept.answer : undefined)
  return shown && readMaxQty(shown, instrument)
}

/** The amounts of a pair's coins that fills and orders change. */
function useMoved({ kind, baseCoin, quoteCoin }: Instrument): string {
  const wallet = useWallet()
  if (kind !== 'Spot') return ''
  return [baseCoin, quoteCoin]
    .map((name) => coinOf(wallet, name))
    .map((coin) => `${coin?.balance} ${coin?.locked} ${coin?.owed}`)
    .join(' ')
}
