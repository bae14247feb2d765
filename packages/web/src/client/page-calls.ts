// Calls of a page of its own: what it shows, as a query of React Query asks for it, and acts whose
// refusals are told by their reaction (spec 8).

import type { CallAnswer, CallName, CallRequest } from '@basis/protocol/calls'
import { reactTo } from './error-reactions.ts'
import { ask } from './http.ts'

/** Returns a call's answer; throws its message where it failed, for the query to try again. */
export async function askShown<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  signal?: AbortSignal,
): Promise<CallAnswer<Name>> {
  const outcome = await ask(name, request, signal === undefined ? {} : { signal })
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
