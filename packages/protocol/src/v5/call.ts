// The shape of a call of the open API, and the parts that its parameters and answers are made of.
// Every parameter is a text when a schema sees it.

import * as z from '../schema/deferred.ts'
import { optionalField, signedDecimalPattern } from '../wire.ts'
import type { V5Category, V5Permission } from './vocabulary.ts'

/** How often a call may be made; what is over it is refused with 10006. */
export type V5Limit = {
  /** Requests of one account in any second. */
  readonly perSecond: number
  /** Where a category has a number of its own, it is counted by itself. */
  readonly byCategory?: Readonly<Partial<Record<V5Category, number>>>
  /** Each row of a batch counts, and a row that is over the limit is refused alone. */
  readonly counts?: 'rows'
}

export type V5Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** `signed` needs a key and its signature; a public call ignores both. */
  readonly access: 'public' | 'signed'
  /** What the key must permit; absent where any valid key may ask. */
  readonly permission?: V5Permission
  /** Changes something: refused to a key that may only read. */
  readonly changes?: true
  readonly limit?: V5Limit
  /** Parameters; those that no schema knows are ignored. */
  readonly request: z.ZodMiniType
  /** The `result` of the envelope. */
  readonly answer: z.ZodMiniType
  /** What a client gets of it here: answers, an empty list always, or a refusal always. */
  readonly stands?: 'empty' | 'refused'
}

/** A parameter that need not be there. */
export const optional = <Schema extends z.ZodMiniType>(schema: Schema) => optionalField(schema)

/** A text of at most 200 characters. */
export const text = z.string().check(z.maxLength(200))
export const momentMs = z.pipe(
  z.stringFormat('milliseconds', /^(0|[1-9]\d{0,14})$/),
  z.transform(Number),
)

/** The rows of a page: what is above the maximum is cut down to it, below one is refused. */
export const pageLimit = (max: number) =>
  optionalField(
    z.pipe(
      z.stringFormat('limit', /^[1-9]\d{0,9}$/),
      z.transform((asked) => Math.min(Number(asked), max)),
    ),
  )
/** The number of a page, from 1. */
export const pageNumber = optionalField(
  z.pipe(z.stringFormat('page', /^[1-9]\d{0,5}$/), z.transform(Number)),
)
/** Where a page goes on; what is no cursor of ours begins nowhere and is refused by its reader. */
export const pageCursor = optionalField(z.string().check(z.maxLength(200)))

/** A decimal number inside a text, and one that may be absent: empty text then. */
export const n = z.stringFormat('decimal', signedDecimalPattern)
export const nOrEmpty = z.stringFormat('decimalOrEmpty', (told) => {
  return told === '' || signedDecimalPattern.test(told)
})
export const s = z.string()
/** A moment: thirteen digits inside a text; `0` and nothing where there is none. */
export const ms = z.stringFormat('milliseconds', /^(\d{13}|0|)$/)
export const i = z.int()
export const b = z.boolean()
export const nothing = z.object({})
