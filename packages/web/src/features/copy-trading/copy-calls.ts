// Requests of the copy-trading page, whose rejections are shown as `code: message` (spec 8).

import type { CallName, CallRequest } from '@basis/protocol/calls'
import { notifyUnknown } from '../../actions/action-outcome.ts'
import { oneAtATime } from '../../actions/intents.ts'
import { create } from '../../actions/lost-answers/repeatable.ts'
import { failureMessage, reactTo } from '../../client/error-reactions.ts'
import { ask } from '../../client/http.ts'
import type { Message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'

/**
 * Sends a change and reports success; returns whether it succeeded and, if rejected, the reason and
 * the field concerned. The same change cannot be pending twice; without an answer the notice says
 * that its outcome is not known.
 */
export async function attempt<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  done?: Message,
): Promise<Attempt> {
  const outcome = await oneAtATime(`${name} ${JSON.stringify(request)}`, () => ask(name, request))
  if (outcome === undefined) return { isDone: false }
  if (!outcome.ok && outcome.isUnknown) {
    notifyUnknown(outcome.error)
    return { isDone: false }
  }
  if (!outcome.ok) {
    reactTo(outcome.error)
    const { field } = outcome.error.extMap
    const named = typeof field === 'string' ? field : ''
    const refusal = { field: named, reason: failureMessage(outcome.error) }
    return { isDone: false, refusal }
  }
  if (done !== undefined) notify({ kind: `copy-${name}`, tone: 'success', title: done })
  return { isDone: true }
}

/** The result of a change. */
type Attempt = { readonly isDone: boolean; readonly refusal?: Refusal }
/** Why a change was rejected, and the field of its request concerned. */
export type Refusal = { readonly field: string; readonly reason: Message }

/** Places an order in the leader's wallet; returns whether it succeeded. */
export async function placeCopyOrder(request: CallRequest<'createCopyOrder'>): Promise<boolean> {
  const outcome = await create('createCopyOrder', request)
  if (!outcome.ok && !outcome.isUnknown) reactTo(outcome.error)
  return outcome.ok
}

/** Sends a change; returns whether it succeeded. */
export const submitChange = async <Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  done?: Message,
): Promise<boolean> => (await attempt(name, request, done)).isDone
