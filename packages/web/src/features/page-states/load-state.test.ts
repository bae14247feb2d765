// A request that failed has no answer: it is not an empty list (reliability T9).

import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { loadState } from './load-state.ts'

const waiting = { data: undefined, errorUpdateCount: 0 }
const failed = { data: undefined, errorUpdateCount: 1 }
const loaded = { data: { list: [] }, errorUpdateCount: 0 }

test('a failed request is neither waiting nor loaded', () => {
  expect([waiting, failed, loaded].map((each) => loadState(each))).toEqual([
    'waiting',
    'failed',
    'loaded',
  ])
})

test('what was loaded before a failure stays', () => {
  expect(loadState({ ...loaded, errorUpdateCount: 1 })).toBe('loaded')
})

test('several requests are loaded together; one that failed is not waited for', () => {
  expect(loadState(loaded, waiting)).toBe('waiting')
  expect(loadState(loaded, failed, waiting)).toBe('failed')
  expect(loadState(loaded, loaded)).toBe('loaded')
})

test('a failure is shown while the request is repeated, until there is an answer', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const answers = [() => Promise.reject(new Error('down')), () => promise]
  const query = new QueryObserver(new QueryClient(), {
    queryKey: ['list'],
    queryFn: () => answers.shift()?.() ?? promise,
    retry: false,
  })
  const state = () => loadState(query.getCurrentResult())
  const stop = query.subscribe(() => undefined)
  await query.refetch()
  expect(state()).toBe('failed')
  const again = query.refetch()
  expect(query.getCurrentResult().isPending).toBe(true)
  expect(state()).toBe('failed')
  resolve('rows')
  await again
  expect(state()).toBe('loaded')
  stop()
})
