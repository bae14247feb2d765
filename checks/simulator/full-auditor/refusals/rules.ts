// The auditor's judgement of rule orders: which may begin, and which may be set (rules 8.10).

import type { PlaceRule, SetRuleState } from '@basis/engine/commands'
import type { Findings } from './findings.ts'
import { contractOf, type World } from './request.ts'

const longestMs = 30 * 86_400_000

/** A contract, one to four conditions, a time within thirty days; at most ten at once. */
export function judgeRule(world: World, command: PlaceRule, findings: Findings): void {
  const { account, terms } = command
  if (contractOf(world, command, findings) === undefined) return
  const { conditions, expiresMs } = terms
  const isCountWrong = conditions.length < 1 || conditions.length > 4
  const isLate = expiresMs <= world.nowMs || expiresMs > world.nowMs + longestMs
  findings.add('ruleOutOfRange', isCountWrong)
  findings.add('ruleExpiryInvalid', isLate)
  // An account that hedges names a side, one that does not names none.
  findings.leave('positionIdxMismatch')
  const own = [...world.registry.rules.values()].filter((owner) => owner === account)
  findings.add('tooManyRules', own.length >= 10)
  // Quantities and prices of what it will do are judged when it does it.
  findings.leave('qtyTooSmall', 'orderMaxQtyReplace', 'priceTooLow', 'priceTooHigh')
}

export function judgeRuleState(
  { audited, registry }: World,
  { account, ruleId }: SetRuleState,
  findings: Findings,
): void {
  findings.add('accountUnknown', !audited.accounts.has(account))
  if (!findings.isClean) return
  findings.add('orderNotFound', registry.rules.get(ruleId) !== account)
}
