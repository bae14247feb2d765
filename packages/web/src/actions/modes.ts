// Requests that change the trading mode of a contract: cross or isolated margin, one-way or hedge
// mode, and automatic margin replenishment of an isolated position.

import { message, type Message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import type { PositionIdx, PositionMode } from '@basis/domain/orders/position'
import type { LeverageE2 } from '@basis/domain/numbers/fixed'
import { ask, type Outcome } from '../client/http.ts'
import { once } from './intents.ts'
import { askTradingModeAgain, changeTradingMode } from '../stores/positions.ts'
import { done, failed, ignored, type ActionOutcome } from './action-outcome.ts'
import { setLeverage } from './trading.ts'

/** Sets isolated or cross margin for a contract. */
async function setMarginMode(symbol: string, isIsolated: boolean): Promise<ActionOutcome> {
  const outcome = await once(`marginMode ${symbol} ${isIsolated}`, () =>
    ask('setMarginMode', { symbol, isIsolated }),
  )
  const set = isIsolated ? 'notices.isolatedSet' : 'notices.crossSet'
  const failure = message('notices.marginModeFailure')
  const ended = notified(outcome, { symbol, failure, success: message(set, { symbol }) })
  if (ended.kind !== 'done') return ended
  changeTradingMode(symbol, { isIsolated })
  // In cross margin the sides of a hedge share one leverage again.
  void askTradingModeAgain(symbol)
  return ended
}

/** The parts of the leverage dialog to change; absent ones stay as they are. */
export type LeverageChanges = {
  readonly isIsolated?: boolean
  /** One leverage for both sides, or one for each side of an isolated hedge (rules 4.5). */
  readonly leverage?: { readonly long: LeverageE2; readonly short?: LeverageE2 }
}

/**
 * Sets leverage and margin mode, one after the other; a refusal ends it. The leverage goes first,
 * so that if a lower one cannot be afforded the mode is unchanged; a separate leverage per side is
 * set after the mode that allows it.
 */
export async function applyLeverageChanges(
  symbol: string,
  { isIsolated, leverage }: LeverageChanges,
): Promise<ActionOutcome> {
  const steps = [
    ...(leverage ? [() => setLeverage(symbol, leverage.long, leverage.short)] : []),
    ...(isIsolated === undefined ? [] : [() => setMarginMode(symbol, isIsolated)]),
  ]
  const isApart = leverage?.short !== undefined && leverage.short !== leverage.long
  let outcome: ActionOutcome = ignored
  for (const step of isApart ? steps.toReversed() : steps) {
    outcome = await step()
    if (outcome.kind !== 'done') return outcome
  }
  return outcome
}

/**
 * The scope of a position mode: one contract, or all of a settle coin without positions or orders.
 */
export type ModeScope = { readonly symbol: string } | { readonly coin: string }

/** Sets one-way or hedge mode; `shown` is the contract whose mode is requested afterwards. */
export async function setPositionMode(
  scope: ModeScope,
  mode: PositionMode,
  shown: string,
): Promise<ActionOutcome> {
  const isHedge = mode === 'BothSide'
  const name = 'coin' in scope ? scope.coin : scope.symbol
  const outcome = await once(`positionMode ${name} ${mode}`, () =>
    ask('switchMode', { ...scope, mode: isHedge ? 3 : 0 }),
  )
  const set = isHedge ? 'notices.hedgeSet' : 'notices.oneWaySet'
  const ended = notified(outcome, {
    symbol: 'symbol' in scope ? scope.symbol : undefined,
    failure: message('notices.positionModeFailure'),
    success: message(set, { name }),
  })
  if (ended.kind === 'done') await askTradingModeAgain(shown)
  return ended
}

/** Switches automatic margin replenishment of an isolated position on or off. */
export async function setAutoAddMargin(
  symbol: string,
  positionIdx: PositionIdx,
  isOn: boolean,
): Promise<ActionOutcome> {
  const outcome = await once(`autoMargin ${symbol} ${positionIdx} ${isOn}`, () =>
    ask('setAutoAddMargin', { symbol, positionIdx, newAutoAddMargin: isOn }),
  )
  const set = isOn ? 'notices.autoMarginOn' : 'notices.autoMarginOff'
  const failure = message('notices.marginFailure')
  return notified(outcome, { symbol, failure, success: message(set, { symbol }) })
}

type ModeNotices = {
  /** Absent if the change was of several symbols. */
  readonly symbol: string | undefined
  readonly failure: Message
  readonly success: Message
}

function notified(
  outcome: Outcome<unknown> | undefined,
  { symbol, failure, success }: ModeNotices,
): ActionOutcome {
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, failure, symbol)
  notify({ kind: 'leverage', tone: 'success', title: success })
  return done
}
