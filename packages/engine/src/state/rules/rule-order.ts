// A rule order in the engine's state: plain data, whose lists are replaced, never mutated (rules
// 8.10).

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
  /** The content of the request, to detect a repeated one. */
  readonly content: string
  /** The rule does not fire again before this time. */
  restsUntilMs: number
  /** Whether it held at the last check; `sides` has each condition's side of the left value. */
  held: boolean
  sides: readonly RuleSide[]
  /** Windows of the series over bars, in the order of `windowsOf`. */
  windows: readonly RuleWindow[]
}
