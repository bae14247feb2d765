// The exchange's preview of an order: its exact fee, margin and liquidation price now.

// A preview is shown only for exactly the order it was requested for, and expires soon.

import { useEffect, useState } from 'react'
import type { CancelType } from '@basis/domain/orders/order'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { CallRequest } from '@basis/protocol/calls'
import type { WirePreview } from '@basis/protocol/preview-calls'
import { previewProblem } from '../../../client/error-reactions.ts'
import { ask } from '../../../client/http.ts'
import { useSession } from '../../../client/session.ts'
import type { Message } from '../../../i18n/message-keys.ts'
import { outcomeOf, type Outcome } from '../../../actions/outcome.ts'
import { orderFields, type OrderIntent } from '../../../actions/order-requests.ts'
import type { OrderContext } from './order-context.ts'

export type OrderPreview = Outcome & {
  /** The reason if the order would end at once without a fill. */
  readonly cancelled?: CancelType
}

/** The exchange's answer: the order's effect, or why it would be refused. */
type OrderAnswer = {
  readonly preview?: OrderPreview | undefined
  readonly refusal?: Message | undefined
}

type PreviewRequest = CallRequest<'previewOrder'>

const debounceMs = 250
/** The delay between an answer and the next request, since the market moves. */
const refreshMs = 2_000
/** Timeout of a preview. */
const patienceMs = 2_000

/**
 * Requests the preview of an order; undefined without an answer, or if the order would be refused.
 */
export async function previewOf(
  request: PreviewRequest,
  instrument: Instrument,
  timeoutMs: number,
): Promise<OrderPreview | undefined> {
  return (await answerOf(request, instrument, timeoutMs)).preview
}

async function answerOf(
  request: PreviewRequest,
  instrument: Instrument,
  timeoutMs: number,
): Promise<OrderAnswer> {
  const outcome = await ask('previewOrder', request, { timeoutMs })
  if (!outcome.ok) return {}
  return { preview: readPreview(outcome.value, instrument), refusal: previewProblem(outcome.value) }
}

/** Returns the request of an order's preview; undefined for a spot pair, which has no margin. */
export const previewRequest = (
  order: OrderIntent,
  instrument: Instrument,
): PreviewRequest | undefined =>
  instrument.kind === 'Spot' ? undefined : orderFields(order, instrument)

/** Decodes a preview; undefined for an order that would be refused. */
export function readPreview(wire: WirePreview, instrument: Instrument): OrderPreview | undefined {
  if (wire.code !== 0) return undefined
  const [order] = wire.orders
  const isVain = order?.orderStatus === 'Cancelled' && Number(order.cumExecQty) === 0
  return {
    ...outcomeOf(wire, instrument, order?.positionIdx ?? 0),
    ...(isVain && order.cancelType !== undefined ? { cancelled: order.cancelType } : {}),
  }
}

type Seen = { readonly key: string; readonly answer: OrderAnswer }
const noAnswer: OrderAnswer = {}

/**
 * Returns an order's preview, requested a quarter of a second after its last change and refreshed;
 * empty without an order, before the answer, and as soon as order or position change.
 */
export function useOrderPreview(
  order: OrderIntent | undefined,
  { instrument, leverage, position }: Pick<OrderContext, 'instrument' | 'leverage' | 'position'>,
): OrderAnswer {
  const request = order === undefined ? undefined : previewRequest(order, instrument)
  const asked = request === undefined ? '' : JSON.stringify(request)
  const uid = useSession(({ user }) => user?.uid)
  const around = [uid, leverage, position?.side, position?.sizeLots, position?.entryValue].join(' ')
  const key = `${asked} ${around}`
  const [seen, setSeen] = useState<Seen>()
  useEffect(() => {
    if (asked === '') return undefined
    let isOver = false
    const refresh = async (): Promise<void> => {
      const answer = await answerOf(JSON.parse(asked) as PreviewRequest, instrument, patienceMs)
      if (isOver) return
      setSeen({ key, answer })
      timer = setTimeout(() => void refresh(), refreshMs)
    }
    let timer = setTimeout(() => void refresh(), debounceMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [asked, key, instrument])
  return seen?.key === key ? seen.answer : noAnswer
}
