// The sentence of a problem in plain English: the field, the rule, and the number (docs/screen 10).
// The terminal has its own words in thirteen languages; these are for whoever calls without it.

import type { Problem } from '@basis/domain/instrument/problems'
import { problemTable } from './problems.ts'

/**
 * Returns the sentence of a problem; figures that it does not carry are left out with their braces.
 */
export function problemWords(problem: Problem): string {
  const { subject, words: rule } = problemTable[problem.name]
  const words = rule.replaceAll(/\{(\w+)\}/g, (_, name: string) => problem.params?.[name] ?? '…')
  // A reversal says which of its two legs would have failed; nothing was done then.
  const leg = problem.params?.['leg']
  if (leg !== undefined) return `the ${leg === 'close' ? 'closing' : 'opening'} leg: ${words}`
  if (subject !== undefined) return `${subject} ${words}`.trimStart()
  return problem.field === undefined ? words : `${problem.field}: ${words}`
}
