// Requests are followed for a minute, and timed when they took less than half of one (spec 9).

import { expect, test } from 'vitest'
import { createTracking, type RequestTiming } from './request-tracking.ts'

function tracking() {
  const clock = { nowMs: 0 }
  const told: RequestTiming[] = []
  let no = 0
  const own = createTracking(
    () => clock.nowMs,
    (timing) => told.push(timing),
    () => `t${(no += 1)}`,
  )
  return { clock, told, own }
}

test('an answer is timed once, under the tag of its request', () => {
  const { clock, told, own } = tracking()
  const first = own.begin('createOrder')
  const second = own.begin('wallet')
  clock.nowMs = 120
  own.end(second)
  own.end(second)
  clock.nowMs = 29_999
  own.end(first)
  expect(told).toEqual([
    { tag: 't2', call: 'wallet', tookMs: 120 },
    { tag: 't1', call: 'createOrder', tookMs: 29_999 },
  ])
})

test('from 30 s on nothing is timed, after 60 s nothing is followed', () => {
  const { clock, told, own } = tracking()
  const late = own.begin('wallet')
  own.begin('positionList')
  clock.nowMs = 30_000
  own.end(late)
  expect(told).toEqual([])
  expect(own.underWay()).toBe(1)
  clock.nowMs = 60_000
  own.begin('depth')
  expect(own.underWay()).toBe(1)
})
