// Calls made by a page: queries for React Query.

import type { CallAnswer, CallName, CallRequest } from '@basis/protocol/calls'
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
