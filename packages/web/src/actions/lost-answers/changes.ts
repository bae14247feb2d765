// Changes of bots, copies and spreads, which have no client id: sent once until their answer, and
// not again without one.

import type { CallName, CallRequest } from '@basis/protocol/calls'
import { failureMessage, reactTo } from '../../client/error-reactions.ts'
import { ask } from '../../client/http.ts'
import type { Message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { done, ignored, mayBeDone, notifyUnknown, type ActionOutcome } from '../action-outcome.ts'
import { oneAtATime } from '../intents.ts'

/**
 * Sends a change and reports its success, which `success` names, its refusal, or that its outcome
 * is not known. The same change cannot be pending twice.
 */
export async function attempt<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  success?: Message,
): Promise<ActionOutcome> {
  const outcome = await oneAtATime(`${name} ${JSON.stringify(request)}`, () => ask(name, request))
  if (outcome === undefined) return ignored
  if (outcome.ok) {
    if (success !== undefined) notify({ kind: `change-${name}`, tone: 'success', title: success })
    return done
  }
  if (outcome.isUnknown) {
    notifyUnknown(outcome.error)
    return { kind: 'unknown' }
  }
  reactTo(outcome.error)
  return { kind: 'failed', error: outcome.error }
}

/** Why a change was rejected, and the field of its request concerned. */
export type Refusal = { readonly field: string; readonly reason: Message }

/** Returns the refusal of a change; undefined if it was not refused. */
export function refusalOf(outcome: ActionOutcome): Refusal | undefined {
  if (outcome.kind !== 'failed') return undefined
  const { field } = outcome.error.extMap
  return {
    field: typeof field === 'string' ? field : '',
    reason: failureMessage(outcome.error),
  }
}

/**
 * Sends a change; returns whether its form may close: it was made, or may have been, so that it
 * must not be sent again.
 */
export const submitChange = async <Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  success?: Message,
): Promise<boolean> => mayBeDone(await attempt(name, request, success))
