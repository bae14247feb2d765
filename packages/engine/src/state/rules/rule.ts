// The rule orders of the exchange: those that run, and of each account the newest that have ended
// (rules 8.10).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { RuleRecord } from '@basis/domain/algo/rule'
import type { RuleOrder } from './rule-order.ts'
import { RuleIndex } from './rule-index.ts'

export type RuleWork = {
  nextId: number
  /** Which of the running ones a look may change. */
  readonly index: RuleIndex
  /** Running and paused ones, by number, ascending. */
  readonly running: Map<number, RuleOrder>
  /** The newest that have ended, a few of each account, oldest first. */
  readonly ended: Map<number, RuleOrder>
}

export const newRuleWork = (): RuleWork => ({
  nextId: 1,
  index: new RuleIndex(),
  running: new Map(),
  ended: new Map(),
})

const endedKept = 10

/** Moves a rule that has ended to the others of its account, the oldest of which may go. */
export function keepEnded({ running, ended, index }: RuleWork, rule: RuleOrder): void {
  index.forget(rule)
  running.delete(rule.id)
  ended.set(rule.id, rule)
  const own = [...ended.values()].filter(({ account }) => account === rule.account)
  const [oldest] = own
  if (own.length > endedKept && oldest !== undefined) ended.delete(oldest.id)
}

/** Returns the rules of an account: those that have ended, then those that run, by number. */
export const rulesOf = ({ running, ended }: RuleWork, account: AccountId): readonly RuleOrder[] =>
  [...ended.values(), ...running.values()]
    .filter((rule) => rule.account === account)
    .toSorted((a, b) => a.id - b.id)

/** Returns the rule as everybody may keep it. */
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
