// The auditor's judgement of rule orders: which may start, and which may be changed (rules 8.10).

import type { AmendRule, PlaceRule, SetRuleState } from '@basis/engine/commands'
import type { Findings } from './findings.ts'
import { contractOf, type World } from './request.ts'

const longestMs = 30 * 86_400_000
const mostFirings = 100
const longestRestSec = 86_400

/** The contract must exist and the terms be valid; ten rules at most. */
export function judgeRule(world: World, command: PlaceRule, findings: Findings): void {
  const { account, terms } = command
  if (contractOf(world, command, findings) === undefined) return
  judgeTerms(world, terms, findings)
  const own = [...world.registry.rules.values()].filter((rule) => rule.account === account)
  findings.add('tooManyRules', own.length >= 10)
}

/** One to four conditions, a firing left of a hundred, a cool-down, an expiry in thirty days. */
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
  // A hedging account must name a side, others must not.
  findings.leave('positionIdxMismatch')
  // Quantities and prices of its actions are judged when it fires.
  findings.leave('qtyTooSmall', 'orderMaxQtyReplace', 'priceTooLow', 'priceTooHigh')
}

/** A rule of the account that has not ended, with terms that a new one could have. */
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
