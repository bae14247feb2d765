// Words of what is wrong with a field of a rule, and what all its fields are given.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import { problemMessage } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import type { RuleDraft } from './rule-form.ts'

export type RuleFieldsProps = {
  instrument: Instrument
  draft: RuleDraft
  change: (part: Partial<RuleDraft>) => void
  /** What is wrong with a field of the request, unless it is empty. */
  wrongOf: (field: string, text: string) => string | undefined
}

/** Returns the words of the problem where it is of the field; an empty one is left in peace. */
export function useRuleWrong(wrong: Problem | undefined): RuleFieldsProps['wrongOf'] {
  const t = useT()
  return (field, text) => {
    if (wrong === undefined || wrong.field !== field || text === '') return undefined
    return t(problemMessage(wrong))
  }
}
