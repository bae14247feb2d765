// Orders of a leader's wallet, whose rejections are shown as `code: message` (spec 8).

import type { CallRequest } from '@basis/protocol/calls'
import { create } from '../../actions/lost-answers/repeatable.ts'
import { reactTo } from '../../client/error-reactions.ts'

/** Places an order in the leader's wallet; returns whether it succeeded. */
export async function placeCopyOrder(request: CallRequest<'createCopyOrder'>): Promise<boolean> {
  const outcome = await create('createCopyOrder', request)
  if (!outcome.ok && !outcome.isUnknown) reactTo(outcome.error)
  return outcome.ok
}
