// The auditor's judgement of rule orders: which may begin, and which may be changed or set (rules
// 8.10).

import type { AmendRule, PlaceRule, SetRuleState } from '@basis/engine/commands'
import type { Findings } from './findings.ts'
import { contractOf, type World } from './request.ts'

const longestMs = 30 * 86_400_000

/** A contract, one to four conditions, a time within thirty days; at most ten at once. */
export function judgeRule(world: World, command: PlaceRule, findings: Findings): void {
  const { account, terms } = command
  if (contractOf(world, command, findings) === undefined) return
  judgeTerms(world, terms, findings)
  const own = [...world.registry.rules.values()].filter((owner) => owner === account)
  findings.add('tooManyRules', own.length >= 10)
}

function judgeTerms(
  { nowMs }: World,
  { conditions, expiresMs }: PlaceRule['terms'],
  findings: Findings,
): void {
  const isCountWrong = conditions.length < 1 || conditions.length > 4
  findings.add('ruleOutOfRange', isCountWrong)
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
  judgeTerms(world, command.terms, findings)
  // How often it has fired is in its events, which are not counted here.
  findings.leave('ruleOutOfRange')
}

export function judgeRuleState(
  { audited, registry }: World,
  { account, ruleId }: Pick<SetRuleState, 'account' | 'ruleId'>,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  if (!findings.isClean) return
  findings.add('orderNotFound', registry.rules.get(ruleId) !== account)
}
