// The rule orders of the exchange: the running ones, and each account's most recently ended ones
// (rules 8.10).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { RuleRecord } from '@basis/domain/algo/rule'
import type { RuleOrder } from './rule-order.ts'
import { RuleIndex } from './rule-index.ts'

export type RuleWork = {
  nextId: number
  /** Selects the running rules that a check may change. */
  readonly index: RuleIndex
  /** Running and paused ones, by number, ascending. */
  readonly running: Map<number, RuleOrder>
  /** The most recently ended ones, a few per account, oldest first. */
  readonly ended: Map<number, RuleOrder>
}

export const newRuleWork = (): RuleWork => ({
  nextId: 1,
  index: new RuleIndex(),
  running: new Map(),
  ended: new Map(),
})

const endedKept = 10

/** Moves a rule to the ended ones of its account, and drops the oldest beyond the limit. */
export function keepEnded({ running, ended, index }: RuleWork, rule: RuleOrder): void {
  index.forget(rule)
  running.delete(rule.id)
  ended.set(rule.id, rule)
  const own = [...ended.values()].filter(({ account }) => account === rule.account)
  const [oldest] = own
  if (own.length > endedKept && oldest !== undefined) ended.delete(oldest.id)
}

/** Returns the rules of an account, running and ended, by number. */
export const rulesOf = ({ running, ended }: RuleWork, account: AccountId): readonly RuleOrder[] =>
  [...ended.values(), ...running.values()]
    .filter((rule) => rule.account === account)
    .toSorted((a, b) => a.id - b.id)

/** Returns an immutable record of the rule. */
export const ruleRecord = ({ index }: RuleWork, rule: RuleOrder): RuleRecord => ({
  id: rule.id,
  linkId: rule.linkId,
  account: rule.account,
  symbol: rule.symbol,
  positionIdx: rule.positionIdx,
  terms: rule.terms,
  state: rule.state,
  fired: rule.fired,
  values: index.valuesOf(rule),
  firings: rule.firings,
  createdMs: rule.createdMs,
  updatedMs: rule.updatedMs,
  updateNo: rule.updateNo,
})
