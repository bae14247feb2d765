// The preview of a change of an isolated position's margin, requested shortly after the last key
// press.

import { zero, type Amount } from '@basis/domain/numbers/fixed'
import type { PositionIdx } from '@basis/domain/orders/position'
import { previewProblem } from '../../client/error-reactions.ts'
import { useAnswer } from '../../actions/previews.ts'
import type { Message } from '../../i18n/message-keys.ts'

export type MarginPreview = {
  /** Empty if no price within the limits liquidates the position. */
  readonly liqPriceAfter: string
  /** Why it would be rejected. */
  readonly problem: Message | undefined
}

/** Returns the preview of exactly this change; undefined without a change and before the answer. */
export function useMarginPreview(asked: {
  readonly symbol: string
  readonly positionIdx: PositionIdx
  readonly change: Amount
}): MarginPreview | undefined {
  const { symbol, positionIdx, change } = asked
  const answer = useAnswer(
    'preAddMargin',
    change === zero ? undefined : { symbol, positionIdx, addToPositionBalanceE8: String(change) },
  )
  return answer && { liqPriceAfter: answer.liqPriceAfter, problem: previewProblem(answer) }
}
