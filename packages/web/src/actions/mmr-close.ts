// MMR close orders: the whole position is closed at market when the account's maintenance margin
// rate reaches a level (rules 8.8). The position's push has the current one.

import { message } from '../i18n/message-keys.ts'
import { ask, type Outcome } from '../client/http.ts'
import { notify } from '../shell/notices.ts'
import type { PositionIdx } from '@basis/domain/orders/position'
import { once } from './intents.ts'
import { done, failed, ignored, type ActionOutcome } from './action-outcome.ts'

type Place = { readonly symbol: string; readonly positionIdx: PositionIdx }

/** Sets one at a rate of four decimals; a refusal because of the rate names its bounds. */
export async function setMmrClose(place: Place, rateE4: number): Promise<ActionOutcome> {
  const { symbol, positionIdx } = place
  const outcome = await once(`mmr ${symbol} ${positionIdx} ${rateE4}`, () =>
    ask('setMmrClose', { symbol, positionIdx, triggerRateE4: rateE4 }),
  )
  return notified(outcome, 'positions.mmrCloseSet', symbol)
}

/** Cancels it. */
export async function cancelMmrClose(place: Place): Promise<ActionOutcome> {
  const { symbol, positionIdx } = place
  const outcome = await once(`mmr cancel ${symbol} ${positionIdx}`, () =>
    ask('cancelMmrClose', { symbol, positionIdx }),
  )
  return notified(outcome, 'positions.mmrCloseCancelled', symbol)
}

function notified(
  outcome: Outcome<unknown> | undefined,
  key: 'positions.mmrCloseSet' | 'positions.mmrCloseCancelled',
  symbol: string,
): ActionOutcome {
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message('positions.mmrCloseFailure'))
  notify({ kind: 'orderCreated', tone: 'success', title: message(key, { symbol }) })
  return done
}
