// Schemas that are created on their first use.

import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { expect, test, vi } from 'vitest'
import * as z from './deferred.ts'

test('a schema is created on its first use, and only once', () => {
  const made = vi.fn(() => z.string())
  const name = z.deferred(made)()
  expect(made).not.toHaveBeenCalled()
  expect(z.safeParse(name, 'BTC')).toEqual({ success: true, data: 'BTC' })
  expect(z.safeParse(name, 1).success).toBe(false)
  expect(made).toHaveBeenCalledTimes(1)
})

test('a schema creates the schemas inside it only when a value reaches them', () => {
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

test('loading the tables of calls and topics creates no schema', async () => {
  // A thread has its own modules; in this one other tests may have used the schemas already.
  const counting = `
    const { parentPort } = require('node:worker_threads')
    const tables = ['../calls.ts', '../v5/calls.ts', '../topics/messages.ts'].map(
      (file) => import(new URL(file, ${JSON.stringify(import.meta.url)}).href),
    )
    Promise.all(tables).then(([{ calls }, { v5Calls }, { topicMessages }]) => {
      const all = [...Object.values(calls), ...Object.values(v5Calls)]
      const schemas = [
        ...all.flatMap(({ request, answer }) => [request, answer]),
        ...Object.values(topicMessages),
      ]
      // A schema that was created has _zod as an own property.
      const made = schemas.filter((schema) => Object.hasOwn(schema, '_zod'))
      parentPort.postMessage([schemas.length, made.length])
    })`
  const thread = new Worker(counting, { eval: true })
  const [[all, made]] = await once(thread, 'message')
  await thread.terminate()
  expect(all).toBeGreaterThan(500)
  expect(made).toBe(0)
})
