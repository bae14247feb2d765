// Refusals: what a call answers instead of a result, with a code, a message and, if there is one,
// the field.

import type { Problem } from '@basis/domain/instrument/problems'
import type { Command } from '@basis/engine/commands'
import { failureTable, type FailureName } from '@basis/protocol/errors'
import { problemTable } from '@basis/protocol/errors/problems'
import { problemWords } from '@basis/protocol/errors/problem-words'

/** Thrown by handlers; the error handler turns it into an envelope. */
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

/** Returns a failure with its message; figures go into the answer's ext_map. */
export function refusal(
  name: FailureName,
  message: string,
  extMap: Readonly<Record<string, string | number>> = {},
): Refused {
  return new Refused(message, { ...failureTable[name], extMap })
}

/** Returns the refusal of what a banned account may not do. */
export const complianceRefusal = (reason: string): Refused =>
  refusal('complianceWall', `account: is banned and may not trade here (${reason})`)

/** Returns the refusal of a field that breaks its rule: `field: rule`. */
export const invalidField = (field: string, rule: string): Refused =>
  refusal('requestInvalid', `${field}: ${rule}`, { field })

/** Fields of commands that requests name differently (spec 7). */
const askedFields: {
  readonly [Kind in Command['kind']]?: readonly [field: string, asked: string]
} = {
  ChangeMargin: ['margin', 'addToPositionBalanceE8'],
  SetAutoAddMargin: ['autoAddMargin', 'newAutoAddMargin'],
  SetMarginMode: ['mode', 'isIsolated'],
}

/** Returns the problem of a command under the field name of the request. */
export function withRequestedField({ kind }: Pick<Command, 'kind'>, problem: Problem): Problem {
  const [field, asked] = askedFields[kind] ?? []
  return asked === undefined || problem.field !== field ? problem : { ...problem, field: asked }
}

/** Returns the refusal of a trader's problem, with the sequence number at which it was refused. */
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
