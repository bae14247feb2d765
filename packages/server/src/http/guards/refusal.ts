// Refusals: what a call answers instead of a result, always with a code, a field where there is
// one, and words.

import type { Problem } from '@basis/domain/instrument/problems'
import type { Command } from '@basis/engine/commands'
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

/** The fields of requests whose settings the engine calls otherwise (spec 7). */
const askedFields: {
  readonly [Kind in Command['kind']]?: readonly [field: string, asked: string]
} = {
  ChangeMargin: ['margin', 'addToPositionBalanceE8'],
  SetAutoAddMargin: ['autoAddMargin', 'newAutoAddMargin'],
  SetMarginMode: ['mode', 'isIsolated'],
}

/** Returns the problem of a command by the field that it was asked with. */
export function asAsked({ kind }: Pick<Command, 'kind'>, problem: Problem): Problem {
  const [field, asked] = askedFields[kind] ?? []
  return asked === undefined || problem.field !== field ? problem : { ...problem, field: asked }
}

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
