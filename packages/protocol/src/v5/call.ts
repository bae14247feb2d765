// The type of an open API call, and common schema parts of its parameters and answers. Every
// parameter is a text when a schema parses it.

import * as z from '../schema/deferred.ts'
import { optionalField, signedDecimalPattern } from '../wire.ts'
import type { V5Category, V5Permission } from './vocabulary.ts'

/** The rate limit of a call; requests above it are rejected with 10006. */
export type V5Limit = {
  /** Requests of one account in any second. */
  readonly perSecond: number
  /** A category with a limit of its own is counted separately. */
  readonly byCategory?: Readonly<Partial<Record<V5Category, number>>>
  /** Each row of a batch counts, and only the rows above the limit are rejected. */
  readonly counts?: 'rows'
}

export type V5Call = {
  readonly method: 'GET' | 'POST'
  readonly path: string
  /** `signed` requires a key and its signature; a public call ignores both. */
  readonly access: 'public' | 'signed'
  /**
   * The permission that the key needs, `ofCategory` for that of orders in the category of the
   * request; absent if any valid key is enough.
   */
  readonly permission?: V5Permission | 'ofCategory'
  /** Changes state: rejected for a read-only key. */
  readonly changes?: true
  readonly limit?: V5Limit
  /** Parameters; unknown ones are ignored. */
  readonly request: z.ZodMiniType
  /** The `result` of the envelope. */
  readonly answer: z.ZodMiniType
  /** Set if the call has no function here: it always returns an empty list, or is rejected. */
  readonly stands?: 'empty' | 'refused'
}

/** An optional parameter. */
export const optional = <Schema extends z.ZodMiniType>(schema: Schema) => optionalField(schema)

/** A text of at most 200 characters. */
export const text = z.string().check(z.maxLength(200))
export const momentMs = z.pipe(
  z.stringFormat('milliseconds', /^(0|[1-9]\d{0,14})$/),
  z.transform(Number),
)

/** The rows of a page: above the maximum it is lowered to it, below one it is rejected. */
export const pageLimit = (max: number) =>
  optionalField(
    z.pipe(
      z.stringFormat('limit', /^[1-9]\d{0,9}$/),
      z.transform((asked) => Math.min(Number(asked), max)),
    ),
  )
/** The page number, from 1. */
export const pageNumber = optionalField(
  z.pipe(z.stringFormat('page', /^[1-9]\d{0,5}$/), z.transform(Number)),
)
/** The cursor of a page; its reader rejects a cursor that is not ours. */
export const pageCursor = optionalField(z.string().check(z.maxLength(200)))

/** A decimal number as text, and one that may be absent: empty text then. */
export const n = z.stringFormat('decimal', signedDecimalPattern)
export const nOrEmpty = z.stringFormat('decimalOrEmpty', (text) => {
  return text === '' || signedDecimalPattern.test(text)
})
export const s = z.string()
/** A time of thirteen digits as text; `0` or empty if there is none. */
export const ms = z.stringFormat('milliseconds', /^(\d{13}|0|)$/)
export const i = z.int()
export const b = z.boolean()
export const nothing = z.object({})
