// Creating requests that may be sent again when their answer was lost: to the exchange a repetition
// is the same order (reliability O1, T3).

import type { CallAnswer, CallRequest } from '@basis/protocol/calls'
import { ask, type Outcome } from '../../client/http.ts'
import { message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { newLinkId } from '../intents.ts'

type Creation = 'createSpread' | 'createStrategy' | 'createCopyOrder'

type Sending<Name extends Creation> = (
  name: Name,
  request: CallRequest<Name>,
) => Promise<Outcome<CallAnswer<Name>>>

/** The base price follows the market; with another one it is still the same order. */
const contentOf = (name: Creation, request: object): string =>
  `${name} ${JSON.stringify({ ...request, basePrice: undefined })}`

/** The client order ids of requests without an answer, by call and content. */
const unanswered = new Map<string, string>()

/**
 * Sends a creating request under a client order id of its own. If no answer comes, a notice says
 * that it may be sent again, and the same request then has the same id, under which the exchange
 * answers with what it created instead of creating a second one.
 */
export async function create<Name extends Creation>(
  name: Name,
  request: CallRequest<Name>,
  send: Sending<Name> = ask,
): Promise<Outcome<CallAnswer<Name>>> {
  const content = contentOf(name, request)
  const orderLinkId = unanswered.get(content) ?? newLinkId()
  unanswered.set(content, orderLinkId)
  const outcome = await send(name, { ...request, orderLinkId })
  if (!outcome.ok && outcome.isUnknown) {
    const title = message('notices.outcomeRepeatable')
    notify({ kind: 'repeatable', tone: 'warning', title })
  } else unanswered.delete(content)
  return outcome
}
