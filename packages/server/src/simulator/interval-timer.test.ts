// The beat keeps to the multiples of its period, whatever the timers do.

import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTicker } from './interval-timer.ts'

const startMs = Date.UTC(2026, 10, 23, 12, 0, 0, 30)
const clock = { nowMs: () => Date.now() }

beforeEach(() => {
  vi.useFakeTimers({ now: startMs })
})
afterEach(() => {
  vi.useRealTimers()
})

function listen() {
  const beats: number[] = []
  const ticker = startTicker({ clock, periodMs: 125, onTick: (timeMs) => beats.push(timeMs) })
  return { beats, ticker }
}

test('beats come at multiples of the period and do not drift', async () => {
  const { beats, ticker } = listen()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(beats[0]).toBe(startMs - 30 + 125)
  expect(beats).toHaveLength(480)
  expect(beats.every((beat, i) => beat === startMs - 30 + 125 * (i + 1))).toBe(true)
  ticker.stop()
})

test('beats that a busy process has missed are left out', async () => {
  const { beats, ticker } = listen()
  await vi.advanceTimersByTimeAsync(200)
  vi.setSystemTime(startMs + 10_010)
  await vi.advanceTimersByTimeAsync(125)
  expect(beats.slice(1)).toEqual([startMs - 30 + 10_000, startMs - 30 + 10_125])
  ticker.stop()
})

test('a clock that is set back does not silence it', async () => {
  const { beats, ticker } = listen()
  vi.setSystemTime(startMs - 3_600_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(beats.length).toBeGreaterThanOrEqual(6)
  ticker.stop()
})

test('nothing beats after it was stopped', async () => {
  const { beats, ticker } = listen()
  ticker.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(beats).toEqual([])
})

test('it beats by the real clock too', async () => {
  vi.useRealTimers()
  const beats: number[] = []
  const ticker = startTicker({ clock, periodMs: 20, onTick: (timeMs) => beats.push(timeMs) })
  await delay(150)
  ticker.stop()
  expect(beats.length).toBeGreaterThan(2)
  expect(beats.every((beat) => beat % 20 === 0)).toBe(true)
})
