// Creating requests that may be sent again when their answer was lost: to the exchange a repetition
// is the same order (reliability O1, T3).

import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { ask, isOfLeftAccount, type Outcome } from '../../client/http.ts'
import { uidNow } from '../../client/session.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { newLinkId } from '../intents.ts'

/** Calls whose request creates one thing under `orderLinkId`. */
type Creation = 'createSpread' | 'createStrategy' | 'createCopyOrder' | 'createRule'

type Sending<Name extends Creation> = (
  name: Name,
  request: CallRequest<Name>,
) => Promise<Outcome<CallAnswer<Name>>>

/** A request without an answer: its client ids, and when its last answer was lost. */
type Unanswered = { readonly ids: string[]; lostMs: number }

/** By account and content. */
const unanswered = new Map<string, Unanswered>()

/**
 * How long the same content is the same request. Later it is another one: the exchange would answer
 * it with what it created then, and nothing would be placed.
 */
const REPEATED_MS = 600_000

/**
 * Sends a request that creates one or more things, each under the client id that `idOf` returns for
 * its place. If no answer comes, a notice says that it may be sent again, and a request of the same
 * account and content then has the same ids, under which the exchange answers with what it created
 * instead of creating it a second time.
 */
export async function createUnder<Answer>(
  content: string,
  send: (idOf: (place?: number) => string) => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> {
  forgetOld(unanswered)
  const key = `${uidNow() ?? ''} ${content}`
  const request = unanswered.get(key) ?? { ids: [], lostMs: Date.now() }
  unanswered.set(key, request)
  const outcome = await send((place = 0) => (request.ids[place] ??= newLinkId()))
  if (!outcome.ok && outcome.isUnknown) {
    request.lostMs = Date.now()
    if (isOfLeftAccount(outcome.error)) return outcome
    const title = message('notices.outcomeRepeatable')
    notify({ kind: 'repeatable', tone: 'warning', title })
  } else unanswered.delete(key)
  return outcome
}

/** Removes the requests of which the same content is another request by now. */
export function forgetOld(lost: Map<string, { readonly lostMs: number }>): void {
  for (const [key, { lostMs }] of lost) {
    if (Date.now() - lostMs > REPEATED_MS) lost.delete(key)
  }
}

/** The base price follows the market; with another one it is still the same order. */
const contentOf = (name: Creation, request: object): string =>
  `${name} ${JSON.stringify({ ...request, basePrice: undefined })}`

/** Sends the request of one creation under a client order id that repetitions keep. */
export const create = <Name extends Creation>(
  name: Name,
  request: CallRequest<Name>,
  send: Sending<Name> = ask,
): Promise<Outcome<CallAnswer<Name>>> =>
  createUnder(contentOf(name, request), (idOf) => send(name, { ...request, orderLinkId: idOf() }))
