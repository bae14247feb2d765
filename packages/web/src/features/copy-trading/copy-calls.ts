// Orders of a leader's wallet, whose rejections are shown as `code: message` (spec 8).

import type { Amount } from '@basis/domain/numbers/fixed'
import type { CallRequest } from '@basis/protocol/calls'
import type { WireCopyPosition } from '@basis/protocol/copy/calls'
import { isCloseIntended } from '../../actions/closing.ts'
import { submitChange } from '../../actions/lost-answers/changes.ts'
import { create } from '../../actions/lost-answers/repeatable.ts'
import { orderFields, type OrderIntent } from '../../actions/order-requests.ts'
import { orderWords } from '../../actions/words/order-words.ts'
import { reactTo } from '../../client/error-reactions.ts'
import { message } from '../../i18n/message-keys.ts'
import type { OrderContext } from '../outcome/question/order-context.ts'
import { isJudgedConfirmed } from '../outcome/question/order-question.ts'

/** Places an order in the leader's wallet; returns whether it succeeded. */
export async function placeCopyOrder(request: CallRequest<'createCopyOrder'>): Promise<boolean> {
  const outcome = await create('createCopyOrder', request)
  if (!outcome.ok && !outcome.isUnknown) reactTo(outcome.error)
  return outcome.ok
}

/**
 * Sends an order of the leader's wallet, once it is confirmed if it needs to be; returns whether it
 * succeeded. `context` is that of the wallet: the account's previews would judge by other money.
 */
export async function sendLeaderOrder(
  order: OrderIntent,
  context: OrderContext,
  cost: Amount | undefined,
): Promise<boolean> {
  const { instrument, bid, ask, funds, isIsolated } = context
  const isMeant = await isJudgedConfirmed(order, orderWords(order, instrument), {
    side: order.side,
    limit: order.priceTicks,
    bid: order.triggerTicks ?? bid,
    ask: order.triggerTicks ?? ask,
    cost,
    equity: funds?.equity,
    isIsolated,
  })
  if (!isMeant) return false
  const { orderIv: _noOption, ...asked } = orderFields(order, instrument)
  return placeCopyOrder(asked)
}

/**
 * Closes a position of a wallet at market, once it is confirmed if market orders are to be; without
 * `walletId` of the leader's own. Returns whether it was closed, or may have been.
 */
export async function closeCopied(
  { symbol, positionIdx, size }: WireCopyPosition,
  walletId?: string,
): Promise<boolean> {
  const title = message('positions.closeMarketOf', { symbol })
  const body = message('notices.verbatim', { text: `${symbol} ${size}` })
  if (!(await isCloseIntended(title, body))) return false
  const idx = positionIdx === 2 ? 2 : 1
  const wallet = walletId === undefined ? {} : { walletId }
  return submitChange('closeAllCopy', { symbol, positionIdx: idx, ...wallet })
}
