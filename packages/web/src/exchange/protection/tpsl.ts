// What stands on a position to close it: take-profit, stop-loss, trailing stop (spec 7,
// set-tp-sl-ts, cancel, cancel-totally).

import type { PositionIdx } from '@basis/domain/position'
import type { CallRequest } from '@basis/protocol/calls'
import { message, type Message } from '../../i18n/message-keys.ts'
import { notify } from '../../shell/notices.ts'
import { ask, type Outcome } from '../http.ts'
import { once } from '../intents/intents.ts'
import { takePositions } from '../positions.ts'
import { done, failed, ignored, type ActOutcome } from '../trading.ts'

/** Sets or changes TP/SL or the trailing stop of a position. */
export async function setProtection(request: CallRequest<'setTpSlTs'>): Promise<ActOutcome> {
  const key = `protection ${JSON.stringify(request)}`
  const outcome = await once(key, () => ask('setTpSlTs', request))
  if (outcome?.ok === true) takePositions([outcome.value.position], false)
  return told(outcome, message('notices.setTpFailure'), {
    title: message('notices.setTpSuccess'),
  })
}

/** Cancels one entry of the partial list, both its legs. */
export async function cancelEntry(symbol: string, orderId: string): Promise<ActOutcome> {
  const outcome = await once(`cancelEntry ${orderId}`, () =>
    ask('cancelOrder', { symbol, orderId, type: 'TpSlOcoStopOrder' }),
  )
  return told(outcome, message('notices.cancelFailureTitle'), {
    title: message('notices.cancelSuccess'),
  })
}

/** Cancels the whole partial list; the full TP/SL and the trailing stop stay. */
export async function cancelAllEntries(
  symbol: string,
  positionIdx: PositionIdx,
): Promise<ActOutcome> {
  const outcome = await once(`cancelEntries ${symbol} ${positionIdx}`, () =>
    ask('cancelTotally', { symbol, positionIdx, type: 'PartialTpSlConditional' }),
  )
  return told(outcome, message('notices.cancelAllFailure'), {
    title: message('notices.cancelAllTpSl'),
    body: message('notices.cancelAllTpSlBody', { symbol }),
  })
}

function told(
  outcome: Outcome<unknown> | undefined,
  failure: Message,
  success: { readonly title: Message; readonly body?: Message },
): ActOutcome {
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, failure)
  notify({ kind: 'protection', tone: 'success', ...success })
  return done
}
