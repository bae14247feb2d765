// A request that failed has no answer: it is not an empty list (reliability T9).

import { expect, test } from 'vitest'
import { loadState } from './load-state.ts'

const waiting = { data: undefined, isError: false }
const failed = { data: undefined, isError: true }
const loaded = { data: { list: [] }, isError: false }

test('a failed request is neither waiting nor loaded', () => {
  expect([waiting, failed, loaded].map((each) => loadState(each))).toEqual([
    'waiting',
    'failed',
    'loaded',
  ])
})

test('what was loaded before a failure stays', () => {
  expect(loadState({ ...loaded, isError: true })).toBe('loaded')
})

test('several requests are loaded together; one that failed is not waited for', () => {
  expect(loadState(loaded, waiting)).toBe('waiting')
  expect(loadState(loaded, failed, waiting)).toBe('failed')
  expect(loadState(loaded, loaded)).toBe('loaded')
})
