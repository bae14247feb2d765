// The rows of a long table that are rendered: all in sight, and few others.

import { expect, test } from 'vitest'
import { rowWindow } from './row-window.ts'

const view = { heightPx: 400, rowPx: 40 }

test('all rows of a short table are rendered', () => {
  expect(rowWindow(80, { ...view, scrolledPx: 0 })).toEqual({ first: 0, end: 80 })
})

test('at every scroll position all rows in sight are rendered, and at most 70 of ten thousand', () => {
  const count = 10_000
  for (let scrolledPx = 0; scrolledPx <= count * view.rowPx; scrolledPx += 37) {
    const { first, end } = rowWindow(count, { ...view, scrolledPx })
    const top = Math.min(count - 1, Math.floor(scrolledPx / view.rowPx))
    const bottom = Math.min(count, Math.ceil((scrolledPx + view.heightPx) / view.rowPx))
    expect(first).toBeLessThanOrEqual(top)
    expect(end).toBeGreaterThanOrEqual(bottom)
    expect(end - first).toBeLessThanOrEqual(70)
  }
})

test('the window moves in steps, so that scrolling by one row renders nothing again', () => {
  const at = (row: number) => rowWindow(10_000, { ...view, scrolledPx: row * view.rowPx })
  expect(at(41)).toEqual(at(59))
  expect(at(60)).not.toEqual(at(59))
})
