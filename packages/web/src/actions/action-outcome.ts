// The outcome of a trader’s action, and how a refusal or a missing answer is shown once.

import type { CallRequest } from '@basis/protocol/calls'
import type { CallFailure } from '@basis/protocol/envelope'
import { message, type Message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { noteAcknowledged } from '../client/connection.ts'
import { reactTo } from '../client/error-reactions.ts'
import { isOfLeftAccount, type Outcome } from '../client/http.ts'

/** `ignored`: the same intent is already pending. */
export type ActionOutcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'failed'; readonly error: CallFailure }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'ignored' }

/** Says that no answer came; unless `title` says otherwise, the trader is to look what happened. */
export function notifyUnknown(
  error: CallFailure,
  title: Message = message('notices.outcomeOpen'),
): void {
  if (isOfLeftAccount(error)) return
  notify({ kind: 'outcome', tone: 'warning', title })
}

/**
 * Whether an action was carried out, or may have been: its form closes, since a second press could
 * carry it out again.
 */
export const mayBeDone = ({ kind }: ActionOutcome): boolean => kind === 'done' || kind === 'unknown'

export const done: ActionOutcome = { kind: 'done' }
export const ignored: ActionOutcome = { kind: 'ignored' }

/** An order refused by the exchange's rules has a row in the history, which explains why. */
export const explained = (error: CallFailure, symbol: string, orderLinkId: string) =>
  explainedBy(error, { row: 'refusal', symbol, orderLinkId })

/** The same for a change of a symbol's leverage, mode or margin. */
const changeExplained = (error: CallFailure, symbol: string) =>
  explainedBy(error, { row: 'change', symbol })

function explainedBy({ extMap }: CallFailure, asked: CallRequest<'explainRow'>) {
  if (extMap['problem'] === undefined) return {}
  return {
    link: { dialog: { kind: 'explain', call: asked }, words: message('explain.action') } as const,
  }
}

/**
 * Shows a refusal once, by its reaction; a refused change of a symbol's leverage, mode or margin
 * links to its explanation.
 */
export function failed(
  outcome: Outcome<unknown> & { ok: false },
  title: Message,
  changed?: string,
): ActionOutcome {
  if (outcome.isUnknown) {
    notifyUnknown(outcome.error)
    return { kind: 'unknown' }
  }
  const link = changed === undefined ? {} : changeExplained(outcome.error, changed)
  reactTo(outcome.error, { title, ...link })
  return { kind: 'failed', error: outcome.error }
}

/** The same for a creation: its notice about a missing answer is shown by `createUnder`. */
export const notCreated = (
  outcome: Outcome<unknown> & { ok: false },
  title: Message,
): ActionOutcome => (outcome.isUnknown ? { kind: 'unknown' } : failed(outcome, title))

/** Sends a request and records the round trip of its acknowledgement. */
export async function timed<Value>(act: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> {
  const begunMs = performance.now()
  const outcome = await act()
  if (outcome.ok) noteAcknowledged(performance.now() - begunMs)
  return outcome
}
