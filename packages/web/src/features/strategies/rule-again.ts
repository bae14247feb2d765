// The form of an existing rule: its terms, to be changed or started again.

import { dayMs } from '@basis/domain/instrument/candle'
import { barMinutes } from '@basis/domain/algo/rule'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import { encodeRuleTerms, type WireCondition, type WireRule } from '@basis/protocol/rules/rule'
import { isRunning } from '../../actions/rules/rule-list.ts'
import { isRate } from '../../actions/words/rule-words.ts'
import {
  firstCondition,
  firstRule,
  readRule,
  ruleLefts,
  type ConditionDraft,
  type RuleDraft,
} from './rule-form.ts'
import { isWrong } from './strategy-form.ts'

/**
 * Returns the form of a rule: a running one with its firings and remaining duration, an ended one
 * with a duration of a week. Undefined if the form has no field for one of its terms, which may
 * have been set through the API.
 */
export function draftOfRule(
  rule: WireRule,
  instrument: Instrument,
  nowMs: number,
): RuleDraft | undefined {
  const { action, conditions, positionIdx, maxTimes, firedTimes } = rule
  const isLive = isRunning(rule)
  const days = isLive ? Math.max(1, Math.ceil((rule.expiresAtE3 - nowMs) / dayMs)) : 7
  const draft: RuleDraft = {
    ...firstRule,
    join: rule.join,
    conditions: conditions.map(conditionDraft),
    action: action.type,
    side: action.side ?? 'Buy',
    reduceOnly: action.reduceOnly ?? false,
    qty: action.qty ?? '',
    orderType: action.price === undefined ? 'Market' : 'Limit',
    limitPrice: action.price ?? '',
    triggerPrice: action.triggerPrice ?? '',
    closePercent: action.percent ?? firstRule.closePercent,
    position: positionIdx === 2 ? 'Short' : 'Long',
    times: String(maxTimes),
    fired: isLive ? firedTimes : 0,
    coolDown: rule.coolDown === 0 ? firstRule.coolDown : String(rule.coolDown),
    days: String(days),
    kept: isLive ? { days: String(days), expiresMs: rule.expiresAtE3 } : undefined,
  }
  const read = readRule(draft, instrument, nowMs)
  if (isWrong(read)) return undefined
  const again = encodeRuleTerms(read, instrument)
  const isSame =
    JSON.stringify([again.conditions, again.action]) === JSON.stringify([conditions, action])
  return isSame ? draft : undefined
}

function conditionDraft({ left, operator, right }: WireCondition): ConditionDraft {
  const of = ruleLefts.find((each) => each === left.of) ?? firstCondition.left
  return {
    ...firstCondition,
    left: of,
    changeMinutes: String(left.minutes ?? firstCondition.changeMinutes),
    operator,
    against: right.of === 'Change' ? 'Number' : right.of,
    value: right.of === 'Number' ? typedOf(right.value ?? '', isRate(of)) : '',
    bars: String(right.bars ?? firstCondition.bars),
    barMinutes: barMinutes.find((each) => each === right.minutes) ?? firstCondition.barMinutes,
  }
}

/** Rates are fractions on the wire and percentages in the form. */
function typedOf(value: string, isShare: boolean): string {
  const read = parseDecimal(value, 8)
  return !isShare || read === undefined ? value : formatTrimmed(read, 6)
}
