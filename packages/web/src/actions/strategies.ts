// Requests that start, pause and cancel algorithmic orders: one request each, its outcome shown
// once.

import { formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { AlgoTerms } from '@basis/domain/algo/order'
import type { QtyLots } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import { encodeStrategyTerms } from '@basis/protocol/strategy'
import { ask } from '../client/http.ts'
import { uidNow } from '../client/session.ts'
import { message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import { positionIdxOf } from '../stores/positions.ts'
import { applyStrategyReceipt } from '../stores/strategies.ts'
import { once } from './intents.ts'
import { create } from './lost-answers/repeatable.ts'
import { done, failed, ignored, notCreated, type ActionOutcome } from './action-outcome.ts'

export type StrategyIntent = {
  readonly side: Side
  readonly reduceOnly: boolean
  readonly totalLots: QtyLots
  readonly terms: AlgoTerms
}

/** Returns the request of an algorithmic order, without its client id. */
export function strategyRequest(intent: StrategyIntent, instrument: Instrument) {
  const { side, reduceOnly, totalLots, terms } = intent
  const { symbol } = instrument
  return {
    symbol,
    side,
    qty: formatQty(instrument, totalLots),
    reduceOnly,
    positionIdx: positionIdxOf({ symbol, side, reduceOnly }),
    ...encodeStrategyTerms(terms, instrument),
  }
}

/** Starts an algorithmic order; the answer or the push reports that it runs. */
export async function startStrategy(
  intent: StrategyIntent,
  instrument: Instrument,
): Promise<ActionOutcome> {
  const request = strategyRequest(intent, instrument)
  const outcome = await once(`strategy ${JSON.stringify(request)}`, () =>
    create('createStrategy', request),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) return notCreated(outcome, message('strategies.startFailure'))
  if (outcome.value.strategy !== undefined) applyStrategyReceipt(outcome.value.strategy)
  return done
}

/** Cancels an algorithmic order with its open orders. */
export async function cancelStrategy(strategyId: string): Promise<ActionOutcome> {
  const outcome = await once(`strategy cancel ${strategyId}`, () =>
    ask('cancelStrategy', { strategyId }),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('strategies.cancelFailure'))
  if (outcome.value.strategy !== undefined) applyStrategyReceipt(outcome.value.strategy)
  return done
}

/** Pauses or resumes an algorithmic order. */
export async function pauseStrategy(strategyId: string, isPaused: boolean): Promise<ActionOutcome> {
  const outcome = await once(`strategy pause ${strategyId} ${isPaused}`, () =>
    ask(isPaused ? 'pauseStrategy' : 'resumeStrategy', { strategyId }),
  )
  if (outcome === undefined) return ignored
  if (!outcome.ok) {
    const title = isPaused ? 'strategies.pauseFailure' : 'strategies.resumeFailure'
    return failed(outcome, message(title))
  }
  if (outcome.value.strategy !== undefined) applyStrategyReceipt(outcome.value.strategy)
  return done
}

/** Cancels the given ones, one after another; a failure is shown for each by its name. */
export async function cancelStrategies(ids: readonly string[]): Promise<void> {
  if (ids.length === 0) {
    notify({ kind: 'strategies', tone: 'info', title: message('strategies.nothingToCancel') })
  }
  const uid = uidNow()
  // The next account has no orders of these ids.
  for (const id of ids) if (uid === uidNow()) await cancelStrategy(id)
}
