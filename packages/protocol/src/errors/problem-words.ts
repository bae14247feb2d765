// English sentences of problems, with field, rule and figures (docs/screen 10), for clients without
// the terminal, which has its own texts in thirteen languages.

import type { Problem } from '@basis/domain/instrument/problems'
import { problemTable } from './problems.ts'

/** Returns the sentence of a problem; a figure that it lacks is omitted with its braces. */
export function problemWords(problem: Problem): string {
  const { subject, words: rule } = problemTable[problem.name]
  const words = rule.replaceAll(/\{(\w+)\}/g, (_, name: string) => problem.params?.[name] ?? '…')
  // A reversal names the leg that would have failed; nothing was executed then.
  const leg = problem.params?.['leg']
  if (leg !== undefined) return `the ${leg === 'close' ? 'closing' : 'opening'} leg: ${words}`
  if (subject !== undefined) return `${subject} ${words}`.trimStart()
  return problem.field === undefined ? words : `${problem.field}: ${words}`
}
