// Tests of schemas that are made on their first use.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
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
  // A thread has modules of its own: here others may have used the schemas already.
  const counting = `
    const { parentPort } = require('node:worker_threads')
    const tables = ['../calls.ts', '../v5/calls.ts', '../topics.ts'].map(
      (file) => import(new URL(file, ${JSON.stringify(import.meta.url)}).href),
    )
    Promise.all(tables).then(([{ calls }, { v5Calls }, { topics }]) => {
      const all = [...Object.values(calls), ...Object.values(v5Calls)]
      const schemas = [
        ...all.flatMap(({ request, answer }) => [request, answer]),
        ...Object.values(topics).map(({ message }) => message),
      ]
      // A schema that was made has its inside as a field of its own.
      const made = schemas.filter((schema) => Object.hasOwn(schema, '_zod'))
      parentPort.postMessage([schemas.length, made.length])
    })`
  const thread = new Worker(counting, { eval: true })
  const [[all, made]] = await once(thread, 'message')
  await thread.terminate()
  expect(all).toBeGreaterThan(500)
  expect(made).toBe(0)
})
