// Calls made by a page: queries for React Query, and requests whose failures are shown by their
// reaction (spec 8).

import type { CallAnswer, CallName, CallRequest } from '@basis/protocol/calls'
import { reactTo } from './error-reactions.ts'
import { ask } from './http.ts'

/** Returns a call's answer; throws its message if it failed, so that the query retries. */
export async function askShown<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
  signal?: AbortSignal,
): Promise<CallAnswer<Name>> {
  const outcome = await ask(name, request, signal === undefined ? {} : { signal })
  if (!outcome.ok) throw new Error(outcome.error.message)
  return outcome.value
}

/** Requests a change; returns its answer, undefined if it was refused, which the user is shown. */
export async function submitChange<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
): Promise<CallAnswer<Name> | undefined> {
  const outcome = await ask(name, request)
  if (outcome.ok) return outcome.value
  reactTo(outcome.error)
  return undefined
}
