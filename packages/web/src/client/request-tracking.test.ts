// Requests are tracked for a minute, and timed if they took less than half of one (spec 9).

import { expect, test } from 'vitest'
import { createTracking, type RequestTiming } from './request-tracking.ts'

function tracking() {
  const clock = { nowMs: 0 }
  const timings: RequestTiming[] = []
  let no = 0
  const tracker = createTracking(
    () => clock.nowMs,
    (timing) => timings.push(timing),
    () => `t${(no += 1)}`,
  )
  return { clock, timings, tracker }
}

test('an answer is timed once, with the tag of its request', () => {
  const { clock, timings, tracker } = tracking()
  const first = tracker.begin('createOrder')
  const second = tracker.begin('wallet')
  clock.nowMs = 120
  tracker.end(second)
  tracker.end(second)
  clock.nowMs = 29_999
  tracker.end(first)
  expect(timings).toEqual([
    { tag: 't2', call: 'wallet', tookMs: 120 },
    { tag: 't1', call: 'createOrder', tookMs: 29_999 },
  ])
})

test('an answer after 30 s is not timed, and a request older than 60 s is not tracked', () => {
  const { clock, timings, tracker } = tracking()
  const late = tracker.begin('wallet')
  tracker.begin('positionList')
  clock.nowMs = 30_000
  tracker.end(late)
  expect(timings).toEqual([])
  expect(tracker.underWay()).toBe(1)
  clock.nowMs = 60_000
  tracker.begin('depth')
  expect(tracker.underWay()).toBe(1)
})
