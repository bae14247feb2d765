// Tests of schemas that are made on their first use.

import { expect, test, vi } from 'vitest'
import * as z from './deferred.ts'

test('a schema is made when it is first used, and once', () => {
  const made = vi.fn(() => z.string())
  const name = z.deferred(made)()
  expect(made).not.toHaveBeenCalled()
  expect(z.safeParse(name, 'BTC')).toEqual({ success: true, data: 'BTC' })
  expect(z.safeParse(name, 1).success).toBe(false)
  expect(made).toHaveBeenCalledTimes(1)
})

test('a schema makes the schemas in it when it comes to them', () => {
  const made = vi.fn(() => z.string())
  const inner = z.deferred(made)()
  const text = z.union([z.int(), z.object({ list: z.array(inner) })])
  const longer = z.extend(z.object({ inner }), { more: z.array(text).check(z.maxLength(1)) })
  expect(Object.keys(longer.shape)).toEqual(['inner', 'more'])
  expect(made).not.toHaveBeenCalled()
  expect(longer.safeParse({ inner: 'a', more: [{ list: ['b'] }] }).success).toBe(true)
  expect(longer.safeParse({ inner: 'a', more: [1, 2] }).success).toBe(false)
  expect(made).toHaveBeenCalledTimes(1)
})

test('the tables of calls and topics make no schema by themselves', async () => {
  vi.resetModules()
  const tables = [import('../calls.ts'), import('../v5/calls.ts'), import('../topics.ts')] as const
  const [{ calls }, { v5Calls }, { topics }] = await Promise.all(tables)
  const schemas = [
    ...[...Object.values(calls), ...Object.values(v5Calls)].flatMap((call) => [
      call.request,
      call.answer,
    ]),
    ...Object.values(topics).map(({ message }) => message),
  ]
  expect(schemas.length).toBeGreaterThan(500)
  // A schema that was made has its inside as a field of its own.
  expect(schemas.filter((schema) => Object.hasOwn(schema, '_zod'))).toEqual([])
})
