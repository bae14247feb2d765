// Refusals of the open API: a code, the venue's message, and the result beside them.

import type { Problem } from '@basis/domain/instrument/problems'
import {
  v5Failures,
  v5FailureWords,
  v5ProblemAnswer,
  type V5FailureName,
} from '@basis/protocol/v5/errors'
import type { V5Category } from '@basis/protocol/v5/vocabulary'

/** Thrown by handlers; the API and the sockets turn it into an envelope. */
export class V5Refused extends Error {
  override readonly name = 'V5Refused'
  readonly retCode: number
  readonly result: object
  /** The HTTP status; 200 for refusals of the exchange itself. */
  readonly status: number

  constructor(
    retCode: number,
    message: string,
    { result = {}, status = 200 }: { readonly result?: object; readonly status?: number } = {},
  ) {
    super(message)
    this.retCode = retCode
    this.result = result
    this.status = status
  }
}

/** Returns the refusal of invalid parameters, with the venue's message. */
export const wrongParameter = (message: string, result?: object): V5Refused =>
  new V5Refused(v5Failures.paramsInvalid.code, message, result === undefined ? {} : { result })

/** `params error: symbol invalid` */
export const invalidParameter = (field: string): V5Refused =>
  wrongParameter(field === 'category' ? 'Illegal category' : `params error: ${field} invalid`)

/** A refusal of the API itself. */
export const v5Failure = (
  name: V5FailureName,
  figures: Readonly<Record<string, string>> = {},
  status = 200,
): V5Refused => new V5Refused(v5Failures[name].code, v5FailureWords(name, figures), { status })

/** Returns the refusal of a problem; `figures` are values for the venue's message. */
export function v5Problem(
  problem: Problem,
  category?: V5Category,
  figures?: Readonly<Record<string, string>>,
): V5Refused {
  const { code, message } = v5ProblemAnswer(problem, category, figures)
  return new V5Refused(code, message)
}
