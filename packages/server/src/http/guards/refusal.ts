// Refusals: what a door answers instead of a result, always with a code, a field where there is
// one, and words.

import type { Problem } from '@basis/domain/instrument/problems'
import { codeOf, failureCodeOf, type FailureName } from '@basis/protocol/errors'
import { problemWords } from './problem-words.ts'

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

/** The HTTP status of each failure; what the exchange itself refuses is 200 with a code. */
const statusOf: Readonly<Record<FailureName, number>> = {
  requestInvalid: 400,
  commandTooLate: 200,
  originRefused: 403,
  rateLimited: 429,
  notSignedIn: 401,
  tokenMismatch: 403,
  complianceWall: 200,
  pathUnknown: 404,
  methodNotAllowed: 405,
  bodyTooLarge: 413,
  mediaTypeUnsupported: 415,
  serverFailed: 500,
  serverBusy: 503,
  historyUnavailable: 503,
  outcomeUnknown: 503,
  userNameTaken: 200,
  credentialsWrong: 200,
  signInTooOften: 429,
  demoFundsLimit: 200,
}

/** A failure with its words; figures go into the answer's ext_map. */
export function refusal(
  name: FailureName,
  message: string,
  extMap: Readonly<Record<string, string | number>> = {},
): Refused {
  return new Refused(message, { code: failureCodeOf[name], status: statusOf[name], extMap })
}

/** A field that is not as its rule says: `field: rule`. */
export const invalidField = (field: string, rule: string): Refused =>
  refusal('requestInvalid', `${field}: ${rule}`, { field })

/** A trader's mistake as the exchange names it, with the sequence number it was refused at. */
export function problemRefusal(problem: Problem, seq?: number): Refused {
  return new Refused(problemWords(problem), {
    code: codeOf[problem.name],
    status: 200,
    extMap: {
      ...problem.params,
      problem: problem.name,
      ...(problem.field === undefined ? {} : { field: problem.field }),
      ...(seq === undefined ? {} : { seq }),
    },
  })
}
