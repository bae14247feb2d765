// Ticks that arrive together are drawn once, in a task before the next frame, and not more often
// than frames.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FrameScheduler } from './frame-scheduler.ts'

beforeEach(() => {
  vi.useFakeTimers()
})

afterEach(() => {
  vi.useRealTimers()
})

function scheduler() {
  const draw = vi.fn<() => unknown>()
  const view = {
    performance,
    setTimeout: (work: () => void, waitMs: number) => Number(setTimeout(work, waitMs)),
    clearTimeout: (timer: number | undefined) => clearTimeout(timer),
  }
  return { draw, scheduler: new FrameScheduler(view, draw) }
}

test('several requests are drawn once, without waiting for a frame', () => {
  const { draw, scheduler: drawing } = scheduler()
  drawing.schedule()
  drawing.schedule()
  expect(draw).not.toHaveBeenCalled()
  vi.advanceTimersByTime(0)
  expect(draw).toHaveBeenCalledTimes(1)
})

test('two drawings are at least a frame apart', () => {
  const { draw, scheduler: drawing } = scheduler()
  const drawnMs: number[] = []
  draw.mockImplementation(() => drawnMs.push(performance.now()))
  for (let ms = 0; ms < 160; ms += 1) {
    drawing.schedule()
    vi.advanceTimersByTime(1)
  }
  const gaps = drawnMs.slice(1).map((ms, i) => ms - (drawnMs[i] ?? 0))
  expect(gaps).toEqual(Array.from({ length: 10 }, () => 16))
})

test('a stopped request is not drawn', () => {
  const { draw, scheduler: drawing } = scheduler()
  drawing.schedule()
  drawing.stop()
  vi.advanceTimersByTime(1_000)
  expect(draw).not.toHaveBeenCalled()
})
