// The legs of an option strategy, sent as one command that is executed entirely or not at all.

import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { instrumentOf } from '../../stores/catalogue.ts'
import { createTogether } from '../batches/batch-orders.ts'
import { once } from '../intents.ts'
import { ignored, type ActionOutcome } from '../action-outcome.ts'
import { mayNamePositions } from '../mode-known.ts'
import { orderFields, type OrderIntent } from '../order-requests.ts'

/** Returns the legs as one request without client order ids, for a preview. */
export function batchFields(intents: readonly OrderIntent[]) {
  const request = intents.flatMap((intent) => {
    const instrument = instrumentOf(intent.symbol)
    return instrument === undefined ? [] : [orderFields(intent, instrument)]
  })
  return { request, allOrNone: true }
}

/** Sends the legs, all or none; one may be the perpetual, in one-way or hedge mode. */
export async function placeStrategy(intents: readonly OrderIntent[]): Promise<ActionOutcome> {
  if (!(await mayNamePositions(intents))) return ignored
  const { request } = batchFields(intents)
  if (request.length < intents.length) return ignored
  const outcome = await createTogether(request, {
    lock: once,
    failure: message('options.sentFailure'),
  })
  if (outcome.kind === 'done') {
    const title = message('options.sent', { count: request.length })
    notify({ kind: 'strategySent', tone: 'success', title })
  }
  return outcome
}
