// Calls of the page of combinations: what is polled, and acts whose refusals are told.

import type { CallAnswer, CallName, CallRequest } from '@basis/protocol/calls'
import { reactTo } from '../../client/error-reactions.ts'
import { ask } from '../../client/http.ts'

/** Asks what is shown; throws where the question fails. */
export async function askShown<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  signal: AbortSignal,
): Promise<CallAnswer<Name>> {
  const outcome = await ask(name, request, { signal })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

/** Asks for a change; returns its answer, undefined where it was refused, which is told. */
export async function act<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
): Promise<CallAnswer<Name> | undefined> {
  const outcome = await ask(name, request)
  if (outcome.ok) return outcome.value
  reactTo(outcome.error)
  return undefined
}
