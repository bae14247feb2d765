// Work at a limited rate: the first request is done at once, later ones are combined, and none is
// lost.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { paced } from './frames.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

function at200Ms() {
  const ranMs: number[] = []
  const work = paced(
    () => ranMs.push(performance.now()),
    () => 200,
  )
  return { work, times: () => ranMs.map((ms) => ms - (ranMs[0] ?? 0)) }
}

test('the first request is done at once, later ones are done as one when the interval is over', () => {
  const { work, times } = at200Ms()
  work.request()
  expect(times()).toEqual([0])
  vi.advanceTimersByTime(50)
  work.request()
  work.request()
  expect(times()).toEqual([0])
  vi.advanceTimersByTime(150)
  expect(times()).toEqual([0, 200])
  vi.advanceTimersByTime(1_000)
  work.request()
  expect(times()).toEqual([0, 200, 1_200])
})

test('now() does the work at once and replaces a waiting request', () => {
  const { work, times } = at200Ms()
  work.request()
  work.request()
  vi.advanceTimersByTime(20)
  work.now()
  vi.advanceTimersByTime(1_000)
  expect(times()).toEqual([0, 20])
})

test('a cancelled request is not done', () => {
  const { work, times } = at200Ms()
  work.request()
  work.request()
  work.cancel()
  vi.advanceTimersByTime(1_000)
  expect(times()).toEqual([0])
})
