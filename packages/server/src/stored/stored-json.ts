// JSON in rows of tables, checked when it is read: a damaged row is reported by its table, its
// number and its field. Not by zod, which would add a third to reading a page of stop orders.

import { messageOf } from '../failures/thrown.ts'

/** A row does not hold what this exchange writes there. */
export class RowDamaged extends Error {
  override readonly name = 'RowDamaged'
}

/**
 * Returns what is wrong with a value, after the field's name, or undefined if it has the shape. A
 * shape may accept more than its type: a text for one of several texts.
 */
export type Shape<Value> = {
  (value: unknown): string | undefined
  /** Ties the shape to its type and is never set. */
  readonly accepts?: (value: Value) => void
}

export const text: Shape<string> = (value) =>
  typeof value === 'string' ? undefined : ' is not a text'
export const number: Shape<number> = (value) =>
  Number.isFinite(value) ? undefined : ' is not a number'
export const bigAmount: Shape<bigint> = (value) =>
  typeof value === 'bigint' ? undefined : ' is not an amount'
export const flag: Shape<boolean> = (value) =>
  typeof value === 'boolean' ? undefined : ' is not true or false'

export const oneOf =
  <Name extends string>(names: readonly Name[]): Shape<Name> =>
  (value) =>
    names.includes(value as Name) ? undefined : ` is not one of ${names.join(', ')}`

export const optional =
  <Value>(shape: Shape<Value>): Shape<Value | undefined> =>
  (value) =>
    value === undefined ? undefined : shape(value)

/** Whichever of two shapes the value has; a fault is reported for the second. */
export const either =
  <One, Other>(one: Shape<One>, other: Shape<Other>): Shape<One | Other> =>
  (value) =>
    one(value) === undefined ? undefined : other(value)

export const listOf =
  <Item>(shape: Shape<Item>): Shape<readonly Item[]> =>
  (value) => {
    if (!Array.isArray(value)) return ' is not a list'
    for (const [at, item] of value.entries()) {
      const fault = shape(item)
      if (fault !== undefined) return `.${at}${fault}`
    }
    return undefined
  }

/** An object whose fields have any names and the same shape. */
export const byName =
  <Value>(shape: Shape<Value>): Shape<Readonly<Record<string, Value>>> =>
  (value) => {
    if (!isObject(value)) return ' is not an object'
    for (const name in value) {
      const fault = shape(value[name])
      if (fault !== undefined) return `.${name}${fault}`
    }
    return undefined
  }

type Fields<Value> = { readonly [Name in keyof Value]-?: Shape<Value[Name]> }

/** An object with these fields; the compiler demands all of its type's. Others are ignored. */
export function record<Value extends object>(fields: Fields<Value>): Shape<Value> {
  const names = Object.keys(fields)
  const shapes = Object.values<Shape<never>>(fields)
  return (value) => {
    if (!isObject(value)) return ' is not an object'
    // By index: a page of history checks ten thousand fields.
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at] ?? ''
      const fault = shapes[at]?.(value[name])
      if (fault !== undefined) return `.${name}${fault}`
    }
    return undefined
  }
}

/** One of several records, distinguished by this field. */
export function byTag<Value, Tag extends keyof Value & string>(
  tag: Tag,
  shapes: {
    readonly [Name in Value[Tag] & string]: Shape<Extract<Value, Readonly<Record<Tag, Name>>>>
  },
): Shape<Value> {
  const ofTag = new Map(Object.entries<Shape<never>>(shapes))
  return (value) => {
    if (!isObject(value)) return ' is not an object'
    const shape = ofTag.get(String(value[tag]))
    return shape === undefined
      ? `.${tag} is not one of ${[...ofTag.keys()].join(', ')}`
      : shape(value)
  }
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Parses the JSON of a column; throws an error that names the column or the field within it. */
export function storedJson<Value>(
  column: string,
  json: unknown,
  shape: Shape<Value>,
  reviver?: (name: string, value: unknown) => unknown,
): Value {
  let value: unknown
  try {
    value = JSON.parse(String(json), reviver)
  } catch (error) {
    throw new RowDamaged(`${column} is not JSON: ${messageOf(error)}`, { cause: error })
  }
  const fault = shape(value)
  if (fault !== undefined) throw new RowDamaged(`${column}${fault}`)
  return value as Value
}

/** Converts a row; an error names its table and its number, such as `alerts 17`. */
export function inRow<Value>(table: string, row: number | string, convert: () => Value): Value {
  try {
    return convert()
  } catch (error) {
    const fault = `The row ${table} ${row} is damaged: ${messageOf(error)}`
    throw new RowDamaged(fault, { cause: error })
  }
}
