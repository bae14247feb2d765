// Acts of the wallets page, whose refusals mark their field or are told.

import type { CallName, CallRequest } from '@basis/protocol/calls'
import type { CallFailure } from '@basis/protocol/envelope'
import { ask } from '../../client/http.ts'

/** Asks for a change; returns why it was not done, undefined when it was. */
export async function failureOf<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
): Promise<CallFailure | undefined> {
  const outcome = await ask(name, request)
  return outcome.ok ? undefined : outcome.error
}
