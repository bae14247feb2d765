// Several orders of contracts placed by one request: all of them or none.

import type { Instrument } from '@basis/domain/instrument/instrument'
import { ask } from '../../client/http.ts'
import { message, type Message } from '../../i18n/message-keys.ts'
import { applyReceipt } from '../../stores/orders.ts'
import { oneAtATime, type once } from '../intents.ts'
import { mayNamePositions } from '../mode-known.ts'
import { createUnder } from '../lost-answers/repeatable.ts'
import { done, ignored, notCreated } from '../action-outcome.ts'
import { orderFields } from '../order-requests.ts'
import type { ActionOutcome } from '../action-outcome.ts'
import type { OrderIntent } from '../order-requests.ts'

export type IntendedOrder = { readonly instrument: Instrument; readonly intent: OrderIntent }

/** If the exchange would refuse one order, it places none and returns that order's refusal. */
export async function placeTogether(orders: readonly IntendedOrder[]): Promise<ActionOutcome> {
  if (!(await mayNamePositions(orders.map(({ intent }) => intent)))) return ignored
  return createTogether(
    orders.map(({ intent, instrument }) => orderFields(intent, instrument)),
    { lock: oneAtATime, failure: message('notices.orderCreateFailureTitle') },
  )
}

type Sending = { readonly lock: typeof once; readonly failure: Message }

/**
 * Sends orders that are placed all or not at all; the same content after a lost answer keeps its
 * client order ids.
 */
export async function createTogether(
  fields: readonly ReturnType<typeof orderFields>[],
  { lock, failure }: Sending,
): Promise<ActionOutcome> {
  const content = `batch ${JSON.stringify(fields)}`
  const outcome = await lock(content, () =>
    createUnder(content, (idOf) =>
      ask('createBatch', {
        request: fields.map((each, place) => ({ ...each, orderLinkId: idOf(place) })),
        allOrNone: true,
      }),
    ),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) return notCreated(outcome, failure)
  for (const { result } of outcome.value.list) {
    if (result?.order !== undefined) applyReceipt(result.order, 'newed')
  }
  return done
}
