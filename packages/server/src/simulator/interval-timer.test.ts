// Ticks come at multiples of the period, even if timers are late.

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
  const ticks: number[] = []
  const ticker = startTicker({ clock, periodMs: 125, onTick: (timeMs) => ticks.push(timeMs) })
  return { ticks, ticker }
}

test('ticks come at multiples of the period and do not drift', async () => {
  const { ticks, ticker } = listen()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ticks[0]).toBe(startMs - 30 + 125)
  expect(ticks).toHaveLength(480)
  expect(ticks.every((tick, i) => tick === startMs - 30 + 125 * (i + 1))).toBe(true)
  ticker.stop()
})

test('ticks that a busy process has missed are skipped', async () => {
  const { ticks, ticker } = listen()
  await vi.advanceTimersByTimeAsync(200)
  vi.setSystemTime(startMs + 10_010)
  await vi.advanceTimersByTimeAsync(125)
  expect(ticks.slice(1)).toEqual([startMs - 30 + 10_000, startMs - 30 + 10_125])
  ticker.stop()
})

test('ticks continue after the clock is set back', async () => {
  const { ticks, ticker } = listen()
  vi.setSystemTime(startMs - 3_600_000)
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ticks.length).toBeGreaterThanOrEqual(6)
  ticker.stop()
})

test('no tick comes after the ticker was stopped', async () => {
  const { ticks, ticker } = listen()
  ticker.stop()
  await vi.advanceTimersByTimeAsync(1_000)
  expect(ticks).toEqual([])
})

test('ticks come at multiples of the period with real timers too', async () => {
  vi.useRealTimers()
  const ticks: number[] = []
  const ticker = startTicker({ clock, periodMs: 20, onTick: (timeMs) => ticks.push(timeMs) })
  await expect.poll(() => ticks.length).toBeGreaterThan(2)
  ticker.stop()
  expect(ticks.every((tick) => tick % 20 === 0)).toBe(true)
})
