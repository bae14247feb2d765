// The auditor's judgement of rule orders: which may begin, and which may be changed or set (rules
// 8.10).

import type { AmendRule, PlaceRule, SetRuleState } from '@basis/engine/commands'
import type { Findings } from './findings.ts'
import { contractOf, type World } from './request.ts'

const longestMs = 30 * 86_400_000
const mostFirings = 100
const longestRestSec = 86_400

/** A contract, and terms that may be; at most ten at once. */
export function judgeRule(world: World, command: PlaceRule, findings: Findings): void {
  const { account, terms } = command
  if (contractOf(world, command, findings) === undefined) return
  judgeTerms(world, terms, findings)
  const own = [...world.registry.rules.values()].filter((rule) => rule.account === account)
  findings.add('tooManyRules', own.length >= 10)
}

/** One to four conditions, a firing that is left of a hundred, a rest, an end in thirty days. */
function judgeTerms(
  { nowMs }: World,
  { conditions, most, coolDownSec, expiresMs }: PlaceRule['terms'],
  findings: Findings,
  fired = 0,
): void {
  const isBetween = (value: number, least: number, greatest: number): boolean =>
    Number.isSafeInteger(value) && value >= least && value <= greatest
  findings.add('ruleOutOfRange', !isBetween(conditions.length, 1, 4))
  findings.add('ruleOutOfRange', !isBetween(most, fired + 1, mostFirings))
  findings.add('ruleOutOfRange', !isBetween(coolDownSec, 0, longestRestSec))
  findings.add('ruleExpiryInvalid', expiresMs <= nowMs || expiresMs > nowMs + longestMs)
  // An account that hedges names a side, one that does not names none.
  findings.leave('positionIdxMismatch')
  // Quantities and prices of what it will do are judged when it does it.
  findings.leave('qtyTooSmall', 'orderMaxQtyReplace', 'priceTooLow', 'priceTooHigh')
}

/** One of its own that has not ended, with terms that a new one could have. */
export function judgeRuleChange(world: World, command: AmendRule, findings: Findings): void {
  judgeRuleState(world, command, findings)
  if (!findings.isClean) return
  const { fired } = world.registry.rules.get(command.ruleId) ?? { fired: 0 }
  judgeTerms(world, command.terms, findings, fired)
}

export function judgeRuleState(
  { audited, registry }: World,
  { account, ruleId }: Pick<SetRuleState, 'account' | 'ruleId'>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  if (!findings.isClean) return
  findings.add('orderNotFound', registry.rules.get(ruleId)?.account !== account)
}
