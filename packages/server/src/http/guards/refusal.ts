// Refusals: what a call answers instead of a result, always with a code, a field where there is
// one, and words.

import type { Problem } from '@basis/domain/instrument/problems'
import { failureTable, type FailureName } from '@basis/protocol/errors'
import { problemTable } from '@basis/protocol/errors/problems'
import { problemWords } from '@basis/protocol/errors/problem-words'

/** Thrown by handlers and caught once, at the edge, where it becomes an envelope. */
export class Refused extends Error {
  readonly code: number
  readonly status: number
  readonly extMap: Readonly<Record<string, string | number>>

  constructor(
    message: string,
    answer: {
      readonly code: number
      readonly status: number
      readonly extMap?: Readonly<Record<string, string | number>>
    },
  ) {
    super(message)
    this.name = 'Refused'
    this.code = answer.code
    this.status = answer.status
    this.extMap = answer.extMap ?? {}
  }
}

/** A failure with its words; figures go into the answer's ext_map. */
export function refusal(
  name: FailureName,
  message: string,
  extMap: Readonly<Record<string, string | number>> = {},
): Refused {
  return new Refused(message, { ...failureTable[name], extMap })
}

/** A field that is not as its rule says: `field: rule`. */
export const invalidField = (field: string, rule: string): Refused =>
  refusal('requestInvalid', `${field}: ${rule}`, { field })

/** A trader's mistake as the exchange names it, with the sequence number it was refused at. */
export function problemRefusal(problem: Problem, seq?: number): Refused {
  return new Refused(problemWords(problem), {
    code: problemTable[problem.name].code,
    status: 200,
    extMap: {
      ...problem.params,
      problem: problem.name,
      ...(problem.field === undefined ? {} : { field: problem.field }),
      ...(seq === undefined ? {} : { seq }),
    },
  })
}
