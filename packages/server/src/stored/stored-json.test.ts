// What is wrong with a stored value is reported by the field at fault.

import { expect, test } from 'vitest'
import {
  bigAmount,
  byName,
  byTag,
  either,
  flag,
  inRow,
  listOf,
  number,
  oneOf,
  optional,
  record,
  RowDamaged,
  storedJson,
  text,
  type Shape,
} from './stored-json.ts'

type Plan =
  | { readonly at: 'Fixed'; readonly price: number }
  | { readonly at: 'Best'; readonly note?: string }
type Stored = {
  readonly side: 'Buy' | 'Sell'
  readonly isLeverage?: boolean
  readonly marks: Readonly<Record<string, number>>
  readonly places: readonly (string | number)[]
  readonly plan: Plan
}

const shape = record<Stored>({
  side: oneOf(['Buy', 'Sell']),
  isLeverage: optional(flag),
  marks: byName(number),
  places: listOf(either(text, number)),
  plan: byTag<Plan, 'at'>('at', {
    Fixed: record<Extract<Plan, { at: 'Fixed' }>>({ at: text, price: number }),
    Best: record<Extract<Plan, { at: 'Best' }>>({ at: text, note: optional(text) }),
  }),
})

const whole = { side: 'Buy', marks: { a: 1 }, places: ['g', 7], plan: { at: 'Fixed', price: 2 } }

test('a whole value is read as it is, with fields that a newer build added', () => {
  const value = { ...whole, isLeverage: true, later: [1] }
  expect(storedJson('terms', JSON.stringify(value), shape)).toEqual(value)
  const best = { ...whole, plan: { at: 'Best' } }
  expect(storedJson('terms', JSON.stringify(best), shape)).toEqual(best)
})

test.each([
  [{ side: 'Long' }, 'terms.side is not one of Buy, Sell'],
  [{ isLeverage: 'yes' }, 'terms.isLeverage is not true or false'],
  [{ marks: undefined }, 'terms.marks is not an object'],
  [{ marks: { a: 1, b: null } }, 'terms.marks.b is not a number'],
  [{ places: ['g', 7, {}] }, 'terms.places.2 is not a number'],
  [{ places: 'g' }, 'terms.places is not a list'],
  [{ plan: { at: 'Fixed' } }, 'terms.plan.price is not a number'],
  [{ plan: { at: 'Worst' } }, 'terms.plan.at is not one of Fixed, Best'],
  [{ plan: { at: 'Best', note: 5 } }, 'terms.plan.note is not a text'],
  [{ plan: [] }, 'terms.plan is not an object'],
])('%o: %s', (damage, message) => {
  const json = JSON.stringify({ ...whole, ...damage })
  expect(() => storedJson('terms', json, shape)).toThrow(message)
})

test('text that is no JSON, and an amount that is none, are reported by their column', () => {
  const amounts: Shape<{ readonly fee: bigint }> = record({ fee: bigAmount })
  const reviver = (_name: string, value: unknown): unknown =>
    typeof value === 'string' ? BigInt(value) : value
  const read = (json: string | null) => () => storedJson('record', json, amounts, reviver)
  expect(read('{"fee":"12"}')()).toEqual({ fee: 12n })
  expect(read('{"fee":12}')).toThrow('record.fee is not an amount')
  for (const torn of ['{"fee":"1', '{"fee":"x"}'])
    expect(read(torn)).toThrow(/^record is not JSON: /)
  expect(read(null)).toThrow('record is not an object')
})

test('a row names its table and its number', () => {
  const reading = (): unknown => inRow('alerts', 17, () => storedJson('terms', '[]', shape))
  expect(reading).toThrow(RowDamaged)
  expect(reading).toThrow('The row alerts 17 is damaged: terms is not an object')
  expect(inRow('alerts', 17, () => 5)).toBe(5)
})
