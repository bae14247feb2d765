// Acts of the copy-trading page, whose refusals are told as `code: message` (spec 8).

import type { CallName, CallRequest } from '@basis/protocol/calls'
import { failureMessage, reactTo } from '../../client/error-reactions.ts'
import { ask } from '../../client/http.ts'
import type { Message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'

/**
 * Asks for a change and tells what was done; returns whether it was, and of a refusal the field
 * that it means.
 */
export async function attempt<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  done?: Message,
): Promise<Attempt> {
  const outcome = await ask(name, request)
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

/** What a change came to. */
type Attempt = { readonly isDone: boolean; readonly refusal?: Refusal }
/** Why a change was refused, and at which field of its request. */
export type Refusal = { readonly field: string; readonly reason: Message }

/** Asks for a change; returns whether it was done. */
export const act = async <Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  done?: Message,
): Promise<boolean> => (await attempt(name, request, done)).isDone
