// Sending the legs of an option strategy: the questions that every order is asked, then the legs.

import { valueOf } from '@basis/domain/instrument/instrument'
import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { sideSign } from '@basis/domain/orders/order'
import { decodeAmount } from '@basis/protocol/order'
import type { WireBatchPreview } from '@basis/protocol/preview-calls'
import { ignored, type ActionOutcome } from '../../../actions/action-outcome.ts'
import type { OrderIntent } from '../../../actions/order-requests.ts'
import { batchFields, placeStrategy } from '../../../actions/options/strategies.ts'
import { orderWords } from '../../../actions/words/order-words.ts'
import { ask } from '../../../client/http.ts'
import { uidNow } from '../../../client/session.ts'
import { message, type Message } from '../../../i18n/message-keys.ts'
import { instrumentOf } from '../../../stores/catalogue.ts'
import { walletNow } from '../../../stores/wallet.ts'
import { orderContextNow } from '../../outcome/question/order-context.ts'
import { orderPriceTicks } from '../../outcome/question/order-estimates.ts'
import { isJudgedConfirmed } from '../../outcome/question/order-question.ts'

/** If the preview takes longer, the legs are judged by their premium alone. */
const previewTimeoutMs = 800

/**
 * Sends the legs, once they are confirmed if they need to be. They are judged together: one may be
 * paid or covered by another. `shown` is the exchange's last preview of them, if there is one.
 */
export async function sendLegs(
  intents: readonly OrderIntent[],
  shown: WireBatchPreview | undefined,
): Promise<ActionOutcome> {
  const [first, ...others] = intents
  if (first === undefined) return ignored
  const words = others.reduce(
    (all, intent) => message('notices.pair', { first: all, second: wordsOf(intent) }),
    wordsOf(first),
  )
  const uid = uidNow()
  const preview = shown ?? (await newestPreview(intents))
  // What was entered for one account is no order of another.
  if (uid !== uidNow()) return ignored
  const [premium, margin] = [premiumOf(intents), preview && marginOf(preview)]
  const isMeant = await isJudgedConfirmed(first, words, {
    side: first.side,
    // Each leg has the price of its quotes, or one between them.
    limit: undefined,
    bid: undefined,
    ask: undefined,
    cost: margin === undefined || premium > margin ? premium : margin,
    equity: walletNow()?.equity,
    isIsolated: false,
  })
  return isMeant ? placeStrategy(intents) : ignored
}

function wordsOf(intent: OrderIntent): Message {
  const instrument = instrumentOf(intent.symbol)
  return instrument === undefined
    ? message('notices.verbatim', { text: intent.symbol })
    : orderWords(intent, instrument)
}

async function newestPreview(
  intents: readonly OrderIntent[],
): Promise<WireBatchPreview | undefined> {
  const outcome = await ask('previewBatch', batchFields(intents), { timeoutMs: previewTimeoutMs })
  return outcome.ok ? outcome.value : undefined
}

/** Returns what is paid for the options less what is received, at their limits or quotes. */
function premiumOf(intents: readonly OrderIntent[]): Amount {
  let sum = 0n
  for (const intent of intents) {
    const instrument = instrumentOf(intent.symbol)
    if (instrument?.option === undefined) continue
    const price = orderPriceTicks(intent, orderContextNow(instrument))
    const value = price === undefined ? 0n : valueOf(instrument, price, intent.qtyLots)
    sum += BigInt(sideSign(intent.side)) * value
  }
  return amount(sum)
}

/** Returns the change of the margin in the account's own mode, once every leg is filled. */
function marginOf({ standings, marginMode }: WireBatchPreview): Amount | undefined {
  const own = standings.find((standing) => standing.marginMode === marginMode)
  if (own === undefined || own.code !== 0) return undefined
  const { before, after, filled = after } = own
  return amount(decodeAmount(filled.totalInitialMargin) - decodeAmount(before.totalInitialMargin))
}
