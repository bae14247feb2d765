// A rule order as the engine keeps it: plain data, whose lists are replaced and never changed
// (rules 8.10).

import type { AccountId } from '@basis/domain/numbers/brand'
import type { RuleRecord } from '@basis/domain/algo/rule'
import type { RuleSide, RuleWindow } from '@basis/domain/algo/rule-values'

type Changing = 'state' | 'fired' | 'values' | 'firings' | 'updatedMs' | 'updateNo'

export type RuleOrder = Omit<RuleRecord, Changing> & {
  -readonly [Field in Changing]: RuleRecord[Field]
} & {
  /** What was asked for, to know a repetition. */
  readonly content: string
  /** Until when it does not fire again. */
  restsUntilMs: number
  /** Whether it held at the last look, and of each condition the side on which the left was. */
  held: boolean
  sides: readonly RuleSide[]
  /** Of the series over bars, in the order of `windowsOf`. */
  windows: readonly RuleWindow[]
}

export type RuleWork = {
  nextId: number
  /** Running and paused ones, by number, ascending. */
  readonly running: Map<number, RuleOrder>
  /** The newest that have ended, a few of each account, oldest first. */
  readonly ended: Map<number, RuleOrder>
}

export const newRuleWork = (): RuleWork => ({ nextId: 1, running: new Map(), ended: new Map() })

const endedKept = 10

/** Moves a rule that has ended to the others of its account, the oldest of which may go. */
export function keepEnded({ running, ended }: RuleWork, rule: RuleOrder): void {
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
export const ruleRecord = (rule: RuleOrder): RuleRecord => ({
  id: rule.id,
  linkId: rule.linkId,
  account: rule.account,
  symbol: rule.symbol,
  positionIdx: rule.positionIdx,
  terms: rule.terms,
  state: rule.state,
  fired: rule.fired,
  values: rule.values,
  firings: rule.firings,
  createdMs: rule.createdMs,
  updatedMs: rule.updatedMs,
  updateNo: rule.updateNo,
})
