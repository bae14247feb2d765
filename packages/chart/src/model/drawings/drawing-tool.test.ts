// The drawing session: drawing by clicks and by dragging, selecting, moving, undoing.

import { beforeEach, describe, expect, it } from 'vitest'
import { Signal } from '../../primitives/events.ts'
import { Workspace } from '../layout/workspace.ts'
import { Drawings, type DrawnPosition } from './drawings.ts'
import { toolDefinitions, type Drawing } from './drawing.ts'
import { samplePane } from '../../../testing/sample-pane.ts'

const mouse = { isTouch: false, shift: false, ctrl: false }
let symbol = 'BTCUSDT'
let workspace = new Workspace()
let drawings: Drawings
let events: string[] = []

beforeEach(() => {
  symbol = 'BTCUSDT'
  workspace = new Workspace()
  const pane = samplePane()
  drawings = new Drawings({
    workspace,
    styleStore: { read: () => undefined, write: () => {} },
    positionRequested: new Signal<[DrawnPosition]>(),
    symbol: () => symbol,
    pane: () => pane,
    text: (kind) => kind,
  })
  events = []
  drawings.store.drawingChanged.subscribe(null, (_id, event) => void events.push(event))
})

const click = (x: number, y: number, pointer = mouse) => {
  const gesture = drawings.session.press({ x, y }, pointer)
  gesture?.end({ x, y }, pointer)
  return gesture
}
const drag = (from: [number, number], to: [number, number], pointer = mouse) => {
  const gesture = drawings.session.press({ x: from[0], y: from[1] }, pointer)
  gesture?.move({ x: to[0], y: to[1] }, pointer)
  gesture?.end({ x: to[0], y: to[1] }, pointer)
  return gesture
}
const only = () => drawings.store.of(symbol)[0]

describe('drawing', () => {
  it('makes a trend line by two clicks, with a preview between them', () => {
    drawings.session.choose('trendLine')
    click(105, 400)
    drawings.session.hover({ x: 205, y: 300 }, mouse)
    expect(drawings.session.draft?.points).toEqual([
      { time: 600, price: 100 },
      { time: 1200, price: 200 },
    ])
    expect(drawings.store.of(symbol)).toHaveLength(0)
    click(305, 250)
    expect(only()?.points).toEqual([
      { time: 600, price: 100 },
      { time: 1800, price: 250 },
    ])
    expect(drawings.session.tool).toBeUndefined()
    expect(drawings.session.selected?.id).toBe(only()?.id)
    expect(events).toEqual(['create'])
  })

  it('makes a drawing of two points by a drag, and one of three points by three clicks', () => {
    drawings.session.choose('rectangle')
    drag([105, 400], [205, 300])
    expect(only()?.points).toHaveLength(2)
    drawings.session.choose('parallelChannel')
    click(105, 400)
    click(305, 300)
    expect(drawings.store.of(symbol)).toHaveLength(1)
    click(205, 200)
    expect(drawings.store.of(symbol)[1]?.points).toHaveLength(3)
  })

  it('works with every tool by its number of clicks', () => {
    for (const tool of Object.keys(toolDefinitions) as (keyof typeof toolDefinitions)[]) {
      drawings.session.choose(tool)
      const count = drawings.store.of(symbol).length
      const { clicks } = toolDefinitions[tool]
      if (clicks === 0) drag([100, 100], [300, 150])
      for (let at = 0; at < clicks; at += 1) {
        // It is not made before its last click.
        expect(drawings.store.of(symbol)).toHaveLength(count)
        click(100 + at * 100, 100 + at * 30)
      }
      expect(drawings.store.of(symbol)).toHaveLength(count + 1)
      expect(drawings.store.of(symbol).at(-1)?.tool).toBe(tool)
    }
  })

  it('ends with Escape: first the draft is dropped, then the tool, then the selection', () => {
    drawings.session.choose('trendLine')
    click(105, 400)
    expect(drawings.session.escape()).toBe(true)
    expect(drawings.session.draft).toBeUndefined()
    expect(drawings.session.tool).toBe('trendLine')
    expect(drawings.session.escape()).toBe(true)
    expect(drawings.session.tool).toBeUndefined()
    expect(drawings.session.escape()).toBe(false)
    drawings.session.choose('horizontalLine')
    click(105, 265)
    expect(drawings.session.selected?.id).toBe(only()?.id)
    expect(drawings.session.escape()).toBe(true)
    expect(drawings.session.selected).toBeUndefined()
    expect(drawings.store.of(symbol)).toHaveLength(1)
    expect(drawings.session.escape()).toBe(false)
  })

  it('snaps to prices with the magnet and to horizontal with Shift', () => {
    drawings.session.set({ magnet: 'strong' })
    drawings.session.choose('horizontalLine')
    click(105, 265)
    expect(only()?.points[0]?.price).toBe(240)
    drawings.session.set({ magnet: 'off' })
    drawings.session.choose('trendLine')
    click(105, 400)
    click(305, 390, { ...mouse, shift: true })
    expect(drawings.store.of(symbol)[1]?.points[1]?.price).toBe(100)
  })

  it('keeps the tool selected if keepsTool is set', () => {
    drawings.session.set({ keepsTool: true })
    drawings.session.choose('horizontalLine')
    click(105, 265)
    click(105, 365)
    expect(drawings.store.of(symbol)).toHaveLength(2)
    expect(drawings.session.tool).toBe('horizontalLine')
  })
})

describe('a drawing', () => {
  beforeEach(() => {
    drawings.session.choose('trendLine')
    drag([105, 400], [305, 300])
    drawings.session.select(undefined)
    events = []
  })

  it('is selected by a click on it, and deselected by a click beside it', () => {
    expect(click(205, 351)).toBeDefined()
    expect(drawings.session.selected?.id).toBe(only()?.id)
    expect(events).toEqual(['click'])
    expect(click(205, 200)).toBeUndefined()
    expect(drawings.session.selected).toBeUndefined()
  })

  it('moves as a whole by whole bars, as one undo step', () => {
    drag([205, 350], [246, 330])
    expect(only()?.points).toEqual([
      { time: 840, price: 120 },
      { time: 2040, price: 220 },
    ])
    expect(events).toEqual(['points_changed', 'move'])
    drawings.undo()
    expect(only()?.points[0]).toEqual({ time: 600, price: 100 })
    drawings.redo()
    expect(only()?.points[0]).toEqual({ time: 840, price: 120 })
  })

  it('has points that move by their handles, also beyond the last bar', () => {
    click(205, 350)
    drag([305, 300], [1055, 250])
    expect(only()?.points).toEqual([
      { time: 600, price: 100 },
      { time: 5940, price: 250, offset: 6, interval: '1' },
    ])
  })

  it('stays in place when the press is aborted', () => {
    const before = only()
    const gesture = drawings.session.press({ x: 205, y: 350 }, mouse)
    gesture?.move({ x: 405, y: 150 }, mouse)
    expect(only()?.points).not.toEqual(before?.points)
    gesture?.abort()
    expect(only()).toBe(before)
    expect(events).toEqual([])
  })

  it.each([
    ['it is', (drawing: Drawing) => drawings.store.put([{ ...drawing, isLocked: true }])],
    ['all are', () => drawings.session.set({ isAllLocked: true })],
  ])('does not move when %s locked', (_, lock) => {
    const drawing = only()
    if (drawing === undefined) throw new Error('nothing is drawn')
    lock(drawing)
    expect(drag([205, 350], [305, 200])).toBeUndefined()
    expect(only()?.points[0]).toEqual({ time: 600, price: 100 })
    expect(drawings.session.selected?.id).toBe(only()?.id)
    expect(drawings.session.nudge(1, 0)).toBe(false)
  })

  it('can be cloned, reordered and removed, and all of it undone', () => {
    const id = only()?.id ?? ''
    drawings.clone(id)
    expect(drawings.store.of(symbol)).toHaveLength(2)
    drawings.reorder(id, 'top')
    expect(drawings.store.of(symbol)[1]?.id).toBe(id)
    drawings.undo()
    expect(only()?.id).toBe(id)
    drawings.removeAllShown()
    expect(drawings.store.of(symbol)).toHaveLength(0)
    drawings.undo()
    expect(drawings.store.of(symbol)).toHaveLength(2)
  })

  it('is shown only with its symbol', () => {
    symbol = 'ETHUSDT'
    drawings.session.leave()
    expect(drawings.session.shown()).toHaveLength(0)
    symbol = 'BTCUSDT'
    expect(drawings.session.shown()).toHaveLength(1)
    drawings.session.set({ isAllHidden: true })
    expect(drawings.session.shown()).toHaveLength(0)
  })
})

describe('a position drawing', () => {
  it('computes risk, reward and quantity, and requests an order', () => {
    drawings.session.choose('longPosition')
    click(205, 300)
    const id = only()?.id ?? ''
    const [entry, target, stop] = only()?.points ?? []
    expect([entry?.price, target?.price, stop?.price]).toEqual([200, 275, 150])
    const taken: DrawnPosition[] = []
    drawings.positionRequested.subscribe(null, (position) => void taken.push(position))
    drawings.requestPosition(id)
    expect(taken).toEqual([
      { id, symbol, side: 'buy', entry: 200, target: 275, stop: 150, quantity: 0.2, ratio: 1.5 },
    ])
  })

  it('keeps target and stop on their sides of the entry', () => {
    drawings.session.choose('shortPosition')
    click(205, 300)
    drag([205, 375], [205, 100])
    expect(only()?.points.map(({ price }) => price)).toEqual([200, 200, 250])
  })
})

describe('a text', () => {
  it('becomes a drawing once it has text, as one undo step', () => {
    const wanted: string[] = []
    drawings.session.editWanted.subscribe(null, (id) => void wanted.push(id))
    drawings.session.choose('text')
    click(205, 300)
    expect(workspace.history.state.enableUndo).toBe(false)
    drawings.write(wanted[0] ?? '', '', true)
    expect(only()).toBeUndefined()
    drawings.session.choose('text')
    click(205, 300)
    drawings.write(wanted[1] ?? '', 'Support', true)
    expect(only()?.text).toBe('Support')
    drawings.undo()
    expect(only()).toBeUndefined()
  })
})
