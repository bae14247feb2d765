// Zod's schema constructors with lazy construction: of the thousands of schemas in the tables of
// calls and topics, a page, a server or a test uses a few.

import * as zod from 'zod/mini'

export type * from 'zod/mini'

/** A schema, or a check of one, with only the members that we use. */
type Made = Pick<zod.ZodMiniObject, '_zod' | 'def' | 'shape' | 'check' | 'parse' | 'safeParse'>

/** A placeholder for a schema or a check until it is first used. */
class Deferred {
  readonly #make: () => Made
  #made: Made | undefined

  constructor(make: () => Made) {
    this.#make = make
  }

  get #schema(): Made {
    this.#made ??= this.#make()
    return this.#made
  }

  get _zod(): Made['_zod'] {
    const { _zod } = this.#schema
    // Zod reads it for each value: as an own property it is as fast as zod's.
    Object.defineProperty(this, '_zod', { value: _zod })
    return _zod
  }

  get def(): Made['def'] {
    return this.#schema.def
  }

  get shape(): Made['shape'] {
    return this.#schema.shape
  }

  check(...checks: Parameters<Made['check']>): Deferred {
    return new Deferred(() => this.#schema.check(...checks))
  }

  parse(value: unknown): unknown {
    return this.#schema.parse(value)
  }

  safeParse(value: unknown): unknown {
    return this.#schema.safeParse(value)
  }
}

/** Returns the constructor with the same parameters; its schemas are built on first use. */
export function deferred<Maker extends (...given: never[]) => object>(maker: Maker): Maker {
  const later: object = (...given: unknown[]) =>
    new Deferred(() => Reflect.apply(maker, undefined, given))
  return later as Maker
}

// The constructors that the wire format uses, under zod's names.
export const array = deferred(zod.array)
export const boolean = deferred(zod.boolean)
export const discriminatedUnion = deferred(zod.discriminatedUnion)
export const exactOptional = deferred(zod.exactOptional)
export const extend = deferred(zod.extend)
export const gte = deferred(zod.gte)
export const int = deferred(zod.int)
export const literal = deferred(zod.literal)
export const looseObject = deferred(zod.looseObject)
export const lte = deferred(zod.lte)
export const maxLength = deferred(zod.maxLength)
export const maximum = deferred(zod.maximum)
export const minLength = deferred(zod.minLength)
export const minimum = deferred(zod.minimum)
export const nonnegative = deferred(zod.nonnegative)
export const nullable = deferred(zod.nullable)
export const number = deferred(zod.number)
export const object = deferred(zod.object)
export const omit = deferred(zod.omit)
export const optional = deferred(zod.optional)
export const partial = deferred(zod.partial)
export const pipe = deferred(zod.pipe)
export const positive = deferred(zod.positive)
export const record = deferred(zod.record)
export const refine = deferred(zod.refine)
export const regex = deferred(zod.regex)
export const strictObject = deferred(zod.strictObject)
export const string = deferred(zod.string)
export const stringFormat = deferred(zod.stringFormat)
export const transform = deferred(zod.transform)
export const tuple = deferred(zod.tuple)
export const union = deferred(zod.union)
export const unknown = deferred(zod.unknown)
export const _default = deferred(zod._default)
const enumeration = deferred(zod.enum)
const nothing = deferred(zod.null)
export { enumeration as enum, nothing as null }

export const safeParse = zod.safeParse
