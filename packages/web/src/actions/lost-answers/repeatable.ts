// Creating requests that may be sent again when their answer was lost: to the exchange a repetition
// is the same order (reliability O1, T3).

import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { ask, isOfLeftAccount, type Outcome } from '../../client/http.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { newLinkId } from '../intents.ts'

/** Calls whose request creates one thing under `orderLinkId`. */
type Creation = 'createSpread' | 'createStrategy' | 'createCopyOrder' | 'createRule'

type Sending<Name extends Creation> = (
  name: Name,
  request: CallRequest<Name>,
) => Promise<Outcome<CallAnswer<Name>>>

/** The client ids of requests without an answer, by content. */
const unanswered = new Map<string, string[]>()

/**
 * Sends a request that creates one or more things, each under the client id that `idOf` returns for
 * its place. If no answer comes, a notice says that it may be sent again, and a request of the same
 * content then has the same ids, under which the exchange answers with what it created instead of
 * creating it a second time.
 */
export async function createUnder<Answer>(
  content: string,
  send: (idOf: (place?: number) => string) => Promise<Outcome<Answer>>,
): Promise<Outcome<Answer>> {
  const ids = unanswered.get(content) ?? []
  unanswered.set(content, ids)
  const outcome = await send((place = 0) => (ids[place] ??= newLinkId()))
  if (!outcome.ok && outcome.isUnknown) {
    if (isOfLeftAccount(outcome.error)) return outcome
    const title = message('notices.outcomeRepeatable')
    notify({ kind: 'repeatable', tone: 'warning', title })
  } else unanswered.delete(content)
  return outcome
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
