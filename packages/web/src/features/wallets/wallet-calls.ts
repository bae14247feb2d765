// Requests of the wallets page, whose rejections mark their field or are reported as a notice.

import type { CallName, CallRequest } from '@basis/protocol/calls'
import type { CallFailure } from '@basis/protocol/envelope'
import { ask } from '../../client/http.ts'

/** Sends a change; returns why it failed, undefined if it succeeded. */
export async function failureOf<Name extends CallName>(
  name: Name,
  request: CallRequest<Name>,
): Promise<CallFailure | undefined> {
  const outcome = await ask(name, request)
  return outcome.ok ? undefined : outcome.error
}
