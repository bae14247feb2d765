// Requests that set or cancel take-profit, stop-loss and trailing stop of a position (spec 7,
// set-tp-sl-ts, cancel, cancel-totally).

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { PositionIdx } from '@basis/domain/orders/position'
import type { CallRequest } from '@basis/protocol/calls'
import { encodeTrailingRequest } from '@basis/protocol/tpsl'
import { message, type Message } from '../i18n/message-keys.ts'
import { notify, type NoticeDraft } from '../shell/notices.ts'
import { nameOf } from '../stores/catalogue.ts'
import { isPushed } from '../client/connection.ts'
import { ask, type Outcome } from '../client/http.ts'
import { newLinkId, once } from './intents.ts'
import { applyPositionReceipt } from '../stores/positions.ts'
import { tpslRequest, type TpslChange, type TpslTarget } from './tpsl-request.ts'
import { done, failed, ignored, type ActionOutcome } from './action-outcome.ts'

/** Sets or changes TP/SL of a position. They are orders and announced as such. */
export async function setTpsl(
  target: TpslTarget,
  instrument: Instrument,
  change: TpslChange,
): Promise<ActionOutcome> {
  const { symbol } = target
  const outcome = await sendProtection(tpslRequest(target, instrument, change))
  if (outcome?.ok !== true || isPushed()) return notified(outcome, message('notices.setTpFailure'))
  return notified(outcome, message('notices.setTpFailure'), {
    title: message('notices.setTpSuccess'),
    body: message('notices.verbatim', { text: nameOf(symbol) }),
  })
}

/** Positions whose trailing stop is being set by this page. */
const trailingRequests = new Set<string>()

/** Whether the answer to a request of this page will report the position's trailing stop. */
export const isTrailingRequested = (symbol: string, positionIdx: PositionIdx): boolean =>
  trailingRequests.has(`${symbol} ${positionIdx}`)

/** Sets or changes the trailing stop of a position; only the answer tells its terms. */
export async function setTrailing(
  { symbol, positionIdx }: TpslTarget,
  instrument: Instrument,
  terms: Parameters<typeof encodeTrailingRequest>[0],
): Promise<ActionOutcome> {
  const request = { symbol, positionIdx, ...encodeTrailingRequest(terms, instrument) }
  const outcome = await sendProtection(request, `${symbol} ${positionIdx}`)
  if (outcome?.ok !== true) return notified(outcome, message('notices.setTpFailure'))
  const { trailingStop, trailValuePercentageE4: rateE4, tsStopOrderId } = outcome.value.position
  if (trailingStop !== undefined || rateE4 !== undefined) {
    const rate = { decimal: formatTrimmed(BigInt(rateE4 ?? 0), 2) }
    const by =
      trailingStop === undefined
        ? message('strategies.rulePercent', { value: rate })
        : { decimal: trailingStop }
    const body = message('notices.trailingSetBody', { symbol: nameOf(symbol), by })
    return notified(outcome, message('notices.setTpFailure'), {
      title: message('notices.trailingSet'),
      body,
      // The first is that of the history's notice; the second makes each change an event.
      keys: [`order ${tsStopOrderId} set 1`, `trailing ${newLinkId()}`],
    })
  }
  if (isPushed()) return done
  return notified(outcome, message('notices.setTpFailure'), {
    title: message('notices.setTpSuccess'),
    body: message('notices.verbatim', { text: nameOf(symbol) }),
  })
}

/** Sends the request; `trailing` is the position whose trailing stop it sets. */
function sendProtection(request: CallRequest<'setTpSlTs'>, trailing?: string) {
  // A second press does no work, so that it leaves the first one's trailing stop as it is.
  return once(`protection ${JSON.stringify(request)}`, async () => {
    if (trailing !== undefined) trailingRequests.add(trailing)
    try {
      const outcome = await ask('setTpSlTs', request)
      if (outcome.ok) applyPositionReceipt(outcome.value.position, outcome.seq)
      return outcome
    } finally {
      if (trailing !== undefined) trailingRequests.delete(trailing)
    }
  })
}

/** Cancels one entry of the partial list, both its legs. */
export async function cancelEntry(symbol: string, orderId: string): Promise<ActionOutcome> {
  const outcome = await once(`cancelEntry ${orderId}`, () =>
    ask('cancelOrder', { symbol, orderId, type: 'TpSlOcoStopOrder' }),
  )
  if (outcome?.ok === true && isPushed()) return done
  return notified(outcome, message('notices.cancelFailureTitle'), {
    title: message('notices.cancelSuccess'),
  })
}

/** Cancels the whole partial list; the full TP/SL and the trailing stop stay. */
export async function cancelAllEntries(
  symbol: string,
  positionIdx: PositionIdx,
): Promise<ActionOutcome> {
  const outcome = await once(`cancelEntries ${symbol} ${positionIdx}`, () =>
    ask('cancelTotally', { symbol, positionIdx, type: 'PartialTpSlConditional' }),
  )
  if (outcome?.ok === true && isPushed()) return done
  return notified(outcome, message('notices.cancelAllFailure'), {
    title: message('notices.cancelAllTpSl'),
    body: message('notices.cancelAllTpSlBody', { symbol }),
  })
}

type Success = Pick<NoticeDraft, 'title' | 'body' | 'keys'>

function notified(
  outcome: Outcome<unknown> | undefined,
  failure: Message,
  success?: Success,
): ActionOutcome {
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, failure)
  if (success !== undefined) {
    notify({ kind: 'protection', tone: 'success', ...success, link: { panel: 'positions' } })
  }
  return done
}
