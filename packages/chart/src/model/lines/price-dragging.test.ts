// Two prices by one press: reported while dragging and once at the end, or aborted.

import { expect, test, vi } from 'vitest'
import { LineStore } from './line-store.ts'
import { PriceDragging } from './price-dragging.ts'

const mouse = { isTouch: false, shift: false, ctrl: false }

function setUp() {
  const store = new LineStore({ after: () => () => {} })
  const dragging = new PriceDragging({ store, priceAt: (y) => 400 - y, tick: () => 0.5 })
  const handlers = { moved: vi.fn(), ended: vi.fn(), aborted: vi.fn() }
  return { store, dragging, handlers }
}

test('a press and its drag give two prices on ticks, and the next press is ignored', () => {
  const { store, dragging, handlers } = setUp()
  expect(dragging.press({ x: 10, y: 100 }, mouse)).toBeUndefined()
  expect(dragging.hover()).toBeUndefined()
  store.wantPrices(handlers)
  expect(dragging.hover()).toBe('crosshair')
  const gesture = dragging.press({ x: 10, y: 100.2 }, mouse)
  gesture?.move({ x: 40, y: 101 }, mouse)
  expect(handlers.moved).not.toHaveBeenCalled()
  gesture?.move({ x: 40, y: 150.3 }, mouse)
  expect(handlers.moved.mock.calls).toEqual([[300, 249.5]])
  gesture?.end({ x: 40, y: 150.3 }, mouse)
  expect(handlers.ended.mock.calls).toEqual([[300, 249.5]])
  expect(dragging.press({ x: 10, y: 100 }, mouse)).toBeUndefined()
})

test('a click gives the same price twice', () => {
  const { store, dragging, handlers } = setUp()
  store.wantPrices(handlers)
  dragging.press({ x: 10, y: 100 }, mouse)?.end({ x: 10, y: 100 }, mouse)
  expect(handlers.ended.mock.calls).toEqual([[300, 300]])
})

test('aborting, withdrawing or repeating the request ends the first one', () => {
  const { store, dragging, handlers } = setUp()
  store.wantPrices(handlers)
  dragging.press({ x: 10, y: 100 }, mouse)?.abort()
  expect(handlers.aborted).toHaveBeenCalledTimes(1)
  expect(store.priceDrag).toBeUndefined()
  store.wantPrices(handlers)()
  expect(store.priceDrag).toBeUndefined()
  expect(handlers.aborted).toHaveBeenCalledTimes(1)
  store.wantPrices(handlers)
  const other = { ...handlers, aborted: vi.fn() }
  store.wantPrices(other)
  expect(handlers.aborted).toHaveBeenCalledTimes(2)
  // A change of the symbol ends it too.
  store.clear()
  expect(other.aborted).toHaveBeenCalledTimes(1)
})
