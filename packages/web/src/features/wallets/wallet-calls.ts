// Calls of the wallets page: what is shown, and acts whose refusals mark their field or are told.

import type { CallAnswer, CallName, CallRequest } from '@basis/protocol/calls'
import type { CallFailure } from '@basis/protocol/envelope'
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

/** Asks for a change; returns why it was not done, undefined when it was. */
export async function failureOf<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
): Promise<CallFailure | undefined> {
  const outcome = await ask(name, request)
  return outcome.ok ? undefined : outcome.error
}
