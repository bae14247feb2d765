// Requests that start, change, pause and cancel rule orders: one request each, its outcome shown
// once.

import type { RuleTerms } from '@basis/domain/algo/rule'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { PositionIdx } from '@basis/domain/orders/position'
import { encodeRuleTerms, type WireRule } from '@basis/protocol/rules/rule'
import { ask } from '../../client/http.ts'
import { uidNow } from '../../client/session.ts'
import { message } from '../../i18n/message-keys.ts'
import { once } from '../intents.ts'
import { create } from '../lost-answers/repeatable.ts'
import { done, failed, ignored, type ActionOutcome, notCreated } from '../action-outcome.ts'
import { applyRules } from './rule-list.ts'

export type RuleIntent = { readonly positionIdx: PositionIdx; readonly terms: RuleTerms }

/** Returns the request of a rule, without its client id. */
export const ruleRequest = ({ positionIdx, terms }: RuleIntent, instrument: Instrument) => ({
  symbol: instrument.symbol,
  positionIdx,
  ...encodeRuleTerms(terms, instrument),
})

export async function startRule(
  intent: RuleIntent,
  instrument: Instrument,
): Promise<ActionOutcome> {
  const request = ruleRequest(intent, instrument)
  const outcome = await once(`rule ${JSON.stringify(request)}`, () => create('createRule', request))
  if (outcome?.ok === false) return notCreated(outcome, message('strategies.startFailure'))
  return notified(outcome, 'strategies.startFailure')
}

/** Changes the terms of a running or paused rule; it keeps its number and its log. */
export async function changeRule(
  { ruleId }: Pick<WireRule, 'ruleId'>,
  intent: RuleIntent,
  instrument: Instrument,
): Promise<ActionOutcome> {
  const { symbol: _, ...request } = { ruleId, ...ruleRequest(intent, instrument) }
  const outcome = await once(`rule change ${JSON.stringify(request)}`, () =>
    ask('amendRule', request),
  )
  return notified(outcome, 'strategies.changeFailure')
}

export async function cancelRule(ruleId: string): Promise<ActionOutcome> {
  const outcome = await once(`rule cancel ${ruleId}`, () => ask('cancelRule', { ruleId }))
  return notified(outcome, 'strategies.cancelFailure')
}

/** Pauses a rule, or resumes it as if it had just started. */
export async function pauseRule(ruleId: string, isPaused: boolean): Promise<ActionOutcome> {
  const outcome = await once(`rule pause ${ruleId} ${isPaused}`, () =>
    ask(isPaused ? 'pauseRule' : 'resumeRule', { ruleId }),
  )
  return notified(outcome, isPaused ? 'strategies.pauseFailure' : 'strategies.resumeFailure')
}

/** Cancels the given rules, one after another; not those of an account that is left meanwhile. */
export async function cancelRules(ids: readonly string[]): Promise<void> {
  const uid = uidNow()
  for (const id of ids) if (uid === uidNow()) await cancelRule(id)
}

type Answered = Awaited<ReturnType<typeof ask<'createRule'>>>
type FailureKey = `strategies.${'start' | 'change' | 'cancel' | 'pause' | 'resume'}Failure`

function notified(outcome: Answered | undefined, failure: FailureKey): ActionOutcome {
  if (outcome === undefined) return ignored
  if (!outcome.ok) return failed(outcome, message(failure))
  if (outcome.value.rule !== undefined) applyRules([outcome.value.rule])
  return done
}
