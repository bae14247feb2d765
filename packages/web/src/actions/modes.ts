// Requests that change how a contract is traded: cross or isolated margin, one-way or hedge mode,
// and automatic margin replenishment of an isolated position.

import { message, type Message } from '../i18n/message-keys.ts'
import { notify } from '../shell/notices.ts'
import type { PositionIdx, PositionMode } from '@basis/domain/orders/position'
import type { LeverageE2 } from '@basis/domain/numbers/fixed'
import { ask, type Outcome } from '../client/http.ts'
import { once } from './intents.ts'
import { askTradingModeAgain, changeTradingMode } from '../stores/positions.ts'
import { done, failed, ignored, setLeverage, type ActOutcome } from './trading.ts'

/** Puts a contract on its own margin, or back on the account's. */
async function setMarginMode(symbol: string, isIsolated: boolean): Promise<ActOutcome> {
  const outcome = await once(`marginMode ${symbol} ${isIsolated}`, () =>
    ask('setMarginMode', { symbol, isIsolated }),
  )
  const set = isIsolated ? 'notices.isolatedSet' : 'notices.crossSet'
  const failure = message('notices.marginModeFailure')
  const ended = told(outcome, { symbol, failure, success: message(set, { symbol }) })
  if (ended.kind !== 'done') return ended
  changeTradingMode(symbol, { isIsolated })
  // The sides of a hedge have one leverage again when they share the account's margin.
  void askTradingModeAgain(symbol)
  return ended
}

/** What of a leverage draft is to be set; what is left out stays as it is. */
export type LeverageChanges = {
  readonly isIsolated?: boolean
  /** One leverage for both sides, or one for each side of an isolated hedge (rules 4.5). */
  readonly leverage?: { readonly long: LeverageE2; readonly short?: LeverageE2 }
}

/**
 * Sets leverage and margin mode, one after the other; what is refused ends it. The leverage goes
 * first, so that a lower one that cannot be afforded leaves the mode as it is; sides that differ
 * wait for the mode that allows it.
 */
export async function applyLeverageChanges(
  symbol: string,
  { isIsolated, leverage }: LeverageChanges,
): Promise<ActOutcome> {
  const steps = [
    ...(leverage ? [() => setLeverage(symbol, leverage.long, leverage.short)] : []),
    ...(isIsolated === undefined ? [] : [() => setMarginMode(symbol, isIsolated)]),
  ]
  const isApart = leverage?.short !== undefined && leverage.short !== leverage.long
  let outcome: ActOutcome = ignored
  for (const step of isApart ? steps.toReversed() : steps) {
    outcome = await step()
    if (outcome.kind !== 'done') return outcome
  }
  return outcome
}

/** What a position mode is set for: a contract, or all that settle in a coin and are free. */
export type ModeScope = { readonly symbol: string } | { readonly coin: string }

/** Sets one-way or hedge mode; `shown` is the contract whose standing is looked at afterwards. */
export async function setPositionMode(
  scope: ModeScope,
  mode: PositionMode,
  shown: string,
): Promise<ActOutcome> {
  const isHedge = mode === 'BothSide'
  const name = 'coin' in scope ? scope.coin : scope.symbol
  const outcome = await once(`positionMode ${name} ${mode}`, () =>
    ask('switchMode', { ...scope, mode: isHedge ? 3 : 0 }),
  )
  const set = isHedge ? 'notices.hedgeSet' : 'notices.oneWaySet'
  const ended = told(outcome, {
    symbol: 'symbol' in scope ? scope.symbol : undefined,
    failure: message('notices.positionModeFailure'),
    success: message(set, { name }),
  })
  if (ended.kind === 'done') await askTradingModeAgain(shown)
  return ended
}

/** Lets an isolated position take more margin before it is liquidated, or not. */
export async function setAutoAddMargin(
  symbol: string,
  positionIdx: PositionIdx,
  isOn: boolean,
): Promise<ActOutcome> {
  const outcome = await once(`autoMargin ${symbol} ${positionIdx} ${isOn}`, () =>
    ask('setAutoAddMargin', { symbol, positionIdx, newAutoAddMargin: isOn }),
  )
  const set = isOn ? 'notices.autoMarginOn' : 'notices.autoMarginOff'
  const failure = message('notices.marginFailure')
  return told(outcome, { symbol, failure, success: message(set, { symbol }) })
}

type Told = {
  /** Absent where the change was of many symbols. */
  readonly symbol: string | undefined
  readonly failure: Message
  readonly success: Message
}

function told(
  outcome: Outcome<unknown> | undefined,
  { symbol, failure, success }: Told,
): ActOutcome {
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, failure, symbol)
  notify({ kind: 'leverage', tone: 'success', title: success })
  return done
}
