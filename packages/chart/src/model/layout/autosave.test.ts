// Saving happens shortly after the last change, and within a maximum time.

import { beforeEach, expect, it } from 'vitest'
import { Autosave } from './autosave.ts'

let nowMs = 0
let waiting: { atMs: number; run: () => void }[] = []
let called: number[] = []
let autosave: Autosave

function pass(byMs: number): void {
  const untilMs = nowMs + byMs
  for (;;) {
    const [next] = waiting.toSorted((a, b) => a.atMs - b.atMs)
    if (next === undefined || next.atMs > untilMs) break
    waiting = waiting.filter((timer) => timer !== next)
    nowMs = next.atMs
    next.run()
  }
  nowMs = untilMs
}

beforeEach(() => {
  nowMs = 0
  waiting = []
  called = []
  const clock = {
    nowMs: () => nowMs,
    after: (delayMs: number, run: () => void) => {
      const timer = { atMs: nowMs + delayMs, run }
      waiting.push(timer)
      return () => void (waiting = waiting.filter((one) => one !== timer))
    },
  }
  autosave = new Autosave(400, clock, () => called.push(nowMs))
})

it('saving happens once, a delay after the last change', () => {
  autosave.changed()
  pass(300)
  autosave.changed()
  pass(1000)
  expect(called).toEqual([700])
})

it('saving is postponed by at most four times the delay', () => {
  for (let at = 0; at < 20; at += 1) {
    autosave.changed()
    pass(100)
  }
  pass(1000)
  expect(called).toEqual([1600, 2300])
})

it('nothing is saved while paused or after a cancel', () => {
  autosave.pause(() => autosave.changed())
  autosave.changed()
  autosave.cancel()
  pass(5000)
  expect(called).toEqual([])
})
