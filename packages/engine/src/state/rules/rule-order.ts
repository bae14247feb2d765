// A rule order as the engine keeps it: plain data, whose lists are replaced and never changed
// (rules 8.10).

import type { RuleRecord } from '@basis/domain/algo/rule'
import type { RuleSide, RuleWindow } from '@basis/domain/algo/rule-values'

type Changing =
  | 'positionIdx'
  | 'terms'
  | 'state'
  | 'fired'
  | 'values'
  | 'firings'
  | 'updatedMs'
  | 'updateNo'

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
