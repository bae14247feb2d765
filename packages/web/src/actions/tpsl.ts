// Requests that set or cancel take-profit, stop-loss and trailing stop of a position (spec 7,
// set-tp-sl-ts, cancel, cancel-totally).

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { PositionIdx } from '@basis/domain/orders/position'
import type { CallRequest } from '@basis/protocol/calls'
import { message, type Message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { nameOf } from '../stores/catalogue.ts'
import { isPushed } from '../client/connection.ts'
import { ask, type Outcome } from '../client/http.ts'
import { once } from './intents.ts'
import { applyPositions } from '../stores/positions.ts'
import { done, failed, ignored, type ActOutcome } from './trading.ts'

/**
 * Sets or changes TP/SL or the trailing stop of a position. Take-profit and stop-loss are orders,
 * which tell of themselves; how a trailing stop follows is known by the answer alone.
 */
export async function setProtection(request: CallRequest<'setTpSlTs'>): Promise<ActOutcome> {
  const key = `protection ${JSON.stringify(request)}`
  const outcome = await once(key, () => ask('setTpSlTs', request))
  if (outcome?.ok !== true) return told(outcome, message('notices.setTpFailure'))
  const { position } = outcome.value
  applyPositions([position], false)
  const { symbol } = request
  const { trailingStop, trailValuePercentageE4: rateE4 } = position
  const isTrailing = 'trailingStop' in request || 'trailValuePercentageE4' in request
  const isSet = trailingStop !== undefined || rateE4 !== undefined
  if (isTrailing && isSet) {
    const by = trailingStop ?? `${formatTrimmed(BigInt(rateE4 ?? 0), 2)}%`
    const body = message('notices.trailingSetBody', { symbol, by })
    return told(outcome, message('notices.setTpFailure'), {
      title: message('notices.trailingSet'),
      body,
    })
  }
  if (isPushed()) return done
  return told(outcome, message('notices.setTpFailure'), {
    title: message('notices.setTpSuccess'),
    body: message('notices.verbatim', { text: nameOf(symbol) }),
  })
}

/** Cancels one entry of the partial list, both its legs. */
export async function cancelEntry(symbol: string, orderId: string): Promise<ActOutcome> {
  const outcome = await once(`cancelEntry ${orderId}`, () =>
    ask('cancelOrder', { symbol, orderId, type: 'TpSlOcoStopOrder' }),
  )
  if (outcome?.ok === true && isPushed()) return done
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
  if (outcome?.ok === true && isPushed()) return done
  return told(outcome, message('notices.cancelAllFailure'), {
    title: message('notices.cancelAllTpSl'),
    body: message('notices.cancelAllTpSlBody', { symbol }),
  })
}

type Success = { readonly title: Message; readonly body?: Message }

function told(
  outcome: Outcome<unknown> | undefined,
  failure: Message,
  success?: Success,
): ActOutcome {
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, failure)
  if (success !== undefined) {
    notify({ kind: 'protection', tone: 'success', ...success, link: { panel: 'positions' } })
  }
  return done
}
