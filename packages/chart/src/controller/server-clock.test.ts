// The server's time on a chart that stays open for long.

import { expect, test, vi } from 'vitest'
import { serverClock } from './server-clock.ts'

const hourMs = 3_600_000

test('a local clock that is set later does not shift the server’s time', () => {
  let [localMs, serverMs] = [10 * hourMs, 10 * hourMs + 5_000]
  const nowMs = serverClock({ getServerTime: (answer) => answer(serverMs / 1000) }, () => localMs)
  expect(nowMs()).toBe(serverMs)
  for (const jumpMs of [hourMs, -2 * hourMs]) {
    localMs += jumpMs + 1_000
    serverMs += 1_000
    expect(nowMs()).toBe(serverMs)
  }
})

test('a host that learns the server’s time late is asked again, but not at every reading', () => {
  let localMs = 0
  let aheadMs = 0
  const getServerTime = vi.fn((answer: (seconds: number) => void) =>
    answer((localMs + aheadMs) / 1000),
  )
  const nowMs = serverClock({ getServerTime }, () => localMs)
  nowMs()
  aheadMs = 30_000
  for (localMs = 1_000; localMs < 10_000; localMs += 1_000) expect(nowMs()).toBe(localMs)
  expect(getServerTime).toHaveBeenCalledTimes(1)
  expect(nowMs()).toBe(40_000)
})

test('without a time of the host the local clock counts', () => {
  expect(serverClock({}, () => 7)()).toBe(7)
  expect(serverClock({ getServerTime: (answer) => answer(Number.NaN) }, () => 7)()).toBe(7)
})
