// The preview of an order by the exchange: its fee, margin and liquidation price now, exact.

// An answer is shown for the very order it was asked for, and not for long.

import { useEffect, useState } from 'react'
import type { CancelType } from '@basis/domain/orders/order'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { CallRequest } from '@basis/protocol/calls'
import type { WirePreview } from '@basis/protocol/preview-calls'
import { previewProblem } from '../../client/error-reactions.ts'
import { ask } from '../../client/http.ts'
import type { Message } from '../../i18n/message-keys.ts'
import { outcomeOf, type Outcome } from '../../actions/outcome.ts'
import { orderFields } from '../../actions/trading.ts'
import type { TicketContext, TicketOrder } from './ticket.ts'

export type OrderPreview = Outcome & {
  /** Why the order would end at once with nothing filled, if it would. */
  readonly cancelled?: CancelType
}

/** What the exchange answers: what an order would do, or why it would be refused. */
type OrderAnswer = {
  readonly look?: OrderPreview | undefined
  readonly refusal?: Message | undefined
}

type LookRequest = CallRequest<'previewOrder'>

const debounceMs = 250
/** The market moves on: so long after an answer the next one is asked for. */
const refreshMs = 2_000
/** An answer that takes longer is not waited for. */
const patienceMs = 2_000

/** Asks the exchange what an order would do now; undefined without an answer, or when refused. */
export async function previewOf(
  request: LookRequest,
  instrument: Instrument,
  timeoutMs: number,
): Promise<OrderPreview | undefined> {
  return (await answerOf(request, instrument, timeoutMs)).look
}

async function answerOf(
  request: LookRequest,
  instrument: Instrument,
  timeoutMs: number,
): Promise<OrderAnswer> {
  const outcome = await ask('previewOrder', request, { timeoutMs })
  if (!outcome.ok) return {}
  return { look: readPreview(outcome.value, instrument), refusal: previewProblem(outcome.value) }
}

/** Returns the question about an order; undefined for a spot pair, which has no margin to show. */
export const previewRequest = (
  order: TicketOrder,
  instrument: Instrument,
): LookRequest | undefined =>
  instrument.kind === 'Spot' ? undefined : orderFields(order, instrument)

/** Reads an answer; undefined for an order that would be refused. */
export function readPreview(told: WirePreview, instrument: Instrument): OrderPreview | undefined {
  if (told.code !== 0) return undefined
  const [order] = told.orders
  const isVain = order?.orderStatus === 'Cancelled' && Number(order.cumExecQty) === 0
  return {
    ...outcomeOf(told, instrument, order?.positionIdx ?? 0),
    ...(isVain && order.cancelType !== undefined ? { cancelled: order.cancelType } : {}),
  }
}

type Seen = { readonly key: string; readonly answer: OrderAnswer }
const noAnswer: OrderAnswer = {}

/**
 * Returns the answer about an order, asked for a quarter of a second after its last change and kept
 * fresh; nothing for no order, before the answer, and as soon as order or position are others.
 */
export function useOrderPreview(
  order: TicketOrder | undefined,
  { instrument, leverage, position }: TicketContext,
): OrderAnswer {
  const request = order === undefined ? undefined : previewRequest(order, instrument)
  const asked = request === undefined ? '' : JSON.stringify(request)
  const around = [leverage, position?.side, position?.sizeLots, position?.entryValue].join(' ')
  const key = `${asked} ${around}`
  const [seen, setSeen] = useState<Seen>()
  useEffect(() => {
    if (asked === '') return undefined
    let isOver = false
    const look = async (): Promise<void> => {
      const answer = await answerOf(JSON.parse(asked) as LookRequest, instrument, patienceMs)
      if (isOver) return
      setSeen({ key, answer })
      timer = setTimeout(() => void look(), refreshMs)
    }
    let timer = setTimeout(() => void look(), debounceMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [asked, key, instrument])
  return seen?.key === key ? seen.answer : noAnswer
}
