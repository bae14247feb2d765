// Messages for invalid fields of a rule, and the props shared by its fields.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Problem } from '@basis/domain/instrument/problems'
import { problemMessage } from '../../client/error-reactions.ts'
import { useT } from '../../i18n/i18n.ts'
import type { RuleDraft } from './rule-form.ts'

export type RuleFieldsProps = {
  instrument: Instrument
  draft: RuleDraft
  change: (part: Partial<RuleDraft>) => void
  /** Returns the message for a field of the request, unless the field is empty. */
  wrongOf: (field: string, text: string) => string | undefined
}

/** Returns the problem's message if it concerns the field; none for an empty field. */
export function useRuleWrong(wrong: Problem | undefined): RuleFieldsProps['wrongOf'] {
  const t = useT()
  return (field, text) => {
    if (wrong === undefined || wrong.field !== field || text === '') return undefined
    return t(problemMessage(wrong))
  }
}
