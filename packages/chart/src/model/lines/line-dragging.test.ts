import { describe, expect, test, vi } from 'vitest'
import type { ChartLine } from '../../options/trading-lines.ts'
import { LineStore } from './line-store.ts'
import { LineDragging } from './line-dragging.ts'
import { lineAt, lineLayout } from './label-layout.ts'
import { dragPrice } from './line-state.ts'

const pane = { widthPx: 800, heightPx: 400 }
/** A price of 400 at the top, 0 at the bottom. */
const yOf = (price: number) => 400 - price
const mouse = { isTouch: false, shift: false, ctrl: false }

function setUp(...lines: readonly ChartLine[]) {
  const store = new LineStore({ after: () => () => {} })
  const moved = vi.fn()
  const moving = vi.fn()
  const pressed = vi.fn()
  const frames: (() => void)[] = []
  store.setLines(lines, { moved, moving, pressed })
  const boxes = () =>
    lineLayout(
      store.shown,
      { ...pane, yOf, measure: (text) => text.length * 6, priceText: String },
      store.hovered,
    )
  const dragging = new LineDragging({
    store,
    boxes,
    priceAt: (y) => 400 - y,
    tick: () => 0.5,
    isBusy: () => false,
    markAt: () => undefined,
    schedule: (run) => frames.push(run),
  })
  const paint = () => {
    for (const run of frames.splice(0)) run()
  }
  return { store: store, dragging: dragging, boxes, moved, moving, pressed, paint }
}

const order: ChartLine = {
  id: 'order:1',
  kind: 'order',
  side: 'buy',
  price: 200,
  text: 'Buy limit',
  isDraggable: true,
  buttons: ['modify', 'cancel'],
}

describe('a press on a line', () => {
  test('becomes a drag by ticks beyond a threshold, reported once per frame and once at its end', () => {
    const { dragging, store, moved, moving, paint } = setUp(order)
    const gesture = dragging.press({ x: 100, y: 202 }, mouse)
    gesture?.move({ x: 100, y: 200 }, mouse)
    expect(store.draggedId).toBeUndefined()
    gesture?.move({ x: 100, y: 192.3 }, mouse)
    gesture?.move({ x: 100, y: 191.8 }, mouse)
    paint()
    // The press was 2 px below the line.
    expect(store.shown[0]?.price).toBe(210)
    expect(moving.mock.calls).toEqual([['order:1', 210]])
    gesture?.end({ x: 900, y: 191.8 }, mouse)
    expect(moved.mock.calls).toEqual([['order:1', 210]])
  })

  test('continues outside the pane, and stays within the limits', () => {
    const { dragging, moved } = setUp({ ...order, max: 350, min: 50 })
    const up = dragging.press({ x: 100, y: 200 }, mouse)
    up?.move({ x: 2000, y: -300 }, mouse)
    up?.end({ x: 2000, y: -300 }, mouse)
    expect(moved).toHaveBeenCalledWith('order:1', 350)
  })

  test('ends without effect when it is aborted', () => {
    const { dragging, store, moved } = setUp(order)
    const gesture = dragging.press({ x: 100, y: 200 }, mouse)
    gesture?.move({ x: 100, y: 150 }, mouse)
    gesture?.abort()
    gesture?.end({ x: 100, y: 150 }, mouse)
    expect(moved).not.toHaveBeenCalled()
    expect(store.shown[0]).toMatchObject({ price: 200, state: 'idle' })
  })

  test('is ignored during another drag; removing the line ends the drag', () => {
    const { dragging, store, moved } = setUp(order)
    const gesture = dragging.press({ x: 100, y: 200 }, mouse)
    gesture?.move({ x: 100, y: 150 }, mouse)
    expect(dragging.press({ x: 100, y: 150 }, mouse)).toBeUndefined()
    store.setLines([])
    gesture?.move({ x: 100, y: 140 }, mouse)
    gesture?.end({ x: 100, y: 140 }, mouse)
    expect(moved).not.toHaveBeenCalled()
  })

  test('modifies as a click on the label; presses on lines without actions are left to the chart', () => {
    const { dragging, boxes, pressed } = setUp(order, {
      ...order,
      id: 'liq',
      price: 300,
      isDraggable: false,
      buttons: [],
    })
    const box = boxes().find(({ shown }) => shown.line.id === 'order:1')
    dragging.press({ x: (box?.leftPx ?? 0) + 4, y: 200 }, mouse)?.end({ x: 0, y: 200 }, mouse)
    expect(pressed.mock.calls).toEqual([['order:1', 'modify']])
    expect(dragging.press({ x: 100, y: 100 }, mouse)).toBeUndefined()
  })

  test('activates a button only if it is released on it, and never drags from a button', () => {
    const { dragging, boxes, pressed, moved } = setUp(order)
    const cell = boxes()[0]?.cells.find(({ kind }) => kind === 'cancel')
    const on = { x: (cell?.leftPx ?? 0) + 8, y: 200 }
    const away = dragging.press(on, mouse)
    away?.move({ x: on.x, y: 150 }, mouse)
    away?.end({ x: on.x, y: 150 }, mouse)
    expect(pressed).not.toHaveBeenCalled()
    dragging.press(on, mouse)?.end(on, mouse)
    expect(pressed.mock.calls).toEqual([['order:1', 'cancel']])
    expect(moved).not.toHaveBeenCalled()
  })
})

describe('keys', () => {
  test('move a line by ticks until the move is confirmed', () => {
    const { dragging, store, moved } = setUp(order)
    dragging.nudge('order:1', 1)
    dragging.nudge('order:1', 10)
    store.endDrag()
    expect(moved.mock.calls).toEqual([['order:1', 205.5]])
  })
})

describe('the part under a pointer', () => {
  test('labels do not overlap and keep the order of their prices', () => {
    const lines = [200, 201, 202, 203].map((price, at) => ({ ...order, id: `o${at}`, price }))
    const { boxes } = setUp(...lines)
    const middles = boxes()
      .map(({ middle }) => middle)
      .toSorted((a, b) => a - b)
    for (let at = 1; at < middles.length; at += 1) {
      expect((middles[at] ?? 0) - (middles[at - 1] ?? 0)).toBeGreaterThanOrEqual(20)
    }
  })

  test('a press on a group’s label has no effect, by mouse and by finger', () => {
    const lines = [200, 201, 202].map((price, at) => ({ ...order, id: `o${at}`, price }))
    const { dragging, store, boxes, pressed, moved } = setUp(...lines)
    const [badge] = boxes()
    if (badge === undefined) throw new Error('three orders have a label')
    const on = { x: badge.leftPx + 5, y: badge.middle }
    for (const pointer of [mouse, { ...mouse, isTouch: true }]) {
      const gesture = dragging.press(on, pointer)
      gesture?.move({ x: on.x, y: on.y + 40 }, pointer)
      gesture?.end({ x: on.x, y: on.y + 40 }, pointer)
    }
    expect(pressed).not.toHaveBeenCalled()
    expect(moved).not.toHaveBeenCalled()
    // A tap unfolds the group, and a tap elsewhere folds it.
    expect(store.hovered?.id).toBe(badge.shown.line.id)
    dragging.press({ x: 5, y: 30 }, { ...mouse, isTouch: true })
    expect(store.hovered).toBeUndefined()
  })

  test('of two lines it is the nearest, and a finger reaches further', () => {
    const { boxes } = setUp(order, { ...order, id: 'order:2', price: 204 })
    expect(lineAt(boxes(), { x: 50, y: 197 })?.id).toBe('order:2')
    expect(lineAt(boxes(), { x: 50, y: 201 })?.id).toBe('order:1')
    expect(lineAt(boxes(), { x: 50, y: 210 })).toBeUndefined()
    expect(lineAt(boxes(), { x: 50, y: 210 }, true)?.id).toBe('order:1')
  })
})

test('a dragged price is on a tick, without rounding errors, and above zero', () => {
  expect(dragPrice(0.30000001, order, 0.1)).toBe(0.3)
  expect(dragPrice(-5, order, 0.1)).toBe(0.1)
  expect(dragPrice(64_000.07, { ...order, tick: 0.5 }, 0.1)).toBe(64_000)
})
