// A removed element leaves the focus to the one that takes its place, and to no other.

import { expect, test, vi } from 'vitest'
import { focusIfLost } from './lost-focus.ts'

test('focus that is nowhere is taken, focus that is somewhere is left', () => {
  const [body, field] = [{}, {}]
  const focusedWith = (activeElement: unknown): number => {
    const focus = vi.fn<() => void>()
    focusIfLost({ ownerDocument: { activeElement, body }, focus })
    return focus.mock.calls.length
  }
  expect([body, null, field].map(focusedWith)).toEqual([1, 1, 0])
  expect(() => focusIfLost(null)).not.toThrow()
})
