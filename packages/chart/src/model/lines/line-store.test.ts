import { describe, expect, test, vi } from 'vitest'
import type { ChartLine, LineHandlers } from '../../options/trading-lines.ts'
import { LineStore } from './line-store.ts'

function setUp() {
  const timers: (() => void)[] = []
  const store = new LineStore({
    after: (_, run) => {
      timers.push(run)
      return () => timers.splice(timers.indexOf(run), 1)
    },
  })
  let repaints = 0
  store.changed.subscribe(null, () => {
    repaints += 1
  })
  return { store: store, timers, repaints: () => repaints }
}

const order = (change: Partial<ChartLine> = {}): ChartLine => ({
  id: 'order:1',
  kind: 'order',
  side: 'buy',
  price: 100,
  text: 'Buy limit',
  isDraggable: true,
  buttons: ['cancel'],
  rev: 1,
  ...change,
})

/** Drags the line to a price and releases it. */
function dragTo(store: LineStore, price: number, id = 'order:1'): void {
  expect(store.startDrag(id)).toBe(true)
  store.dragTo(price)
  store.endDrag()
}

const priceOf = (store: LineStore) => store.shown[0]?.price
const stateOf = (store: LineStore) => store.shown[0]?.state

describe('updates of lines', () => {
  test('the same list again causes no repaint', () => {
    const { store, repaints } = setUp()
    store.setLines([order(), order({ id: 'order:2', price: 101 })])
    expect(repaints()).toBe(1)
    store.setLines([order(), order({ id: 'order:2', price: 101 })])
    expect(repaints()).toBe(1)
  })

  test('a changed profit causes one repaint, and lines missing from the list are removed', () => {
    const { store, repaints } = setUp()
    store.setLines([order(), order({ id: 'order:2' })])
    store.setLines([order({ pnl: { text: '+1', sign: 1 } }), order({ id: 'order:2' })])
    expect(repaints()).toBe(2)
    store.setLines([order({ pnl: { text: '+1', sign: 1 } })])
    expect(store.shown.map(({ line }) => line.id)).toEqual(['order:1'])
    expect(repaints()).toBe(3)
  })

  test('an older revision of a line is ignored', () => {
    const { store } = setUp()
    store.setLines([order({ price: 105, rev: 3 })])
    store.setLines([order({ price: 100, rev: 2 })])
    expect(priceOf(store)).toBe(105)
  })

  test('fifty unchanged lines cause no repaint', () => {
    const { store, repaints } = setUp()
    const lines = Array.from({ length: 50 }, (_, at) => order({ id: `order:${at}`, price: 1 + at }))
    for (let times = 0; times < 10; times += 1) store.setLines(lines.map((line) => ({ ...line })))
    expect(repaints()).toBe(1)
  })

  test('fills of the list are added and removed, those of adapters stay', () => {
    const { store, repaints } = setUp()
    const mark = { id: '1', timeMs: 1000, price: 5, side: 'buy' } as const
    store.setExecution('adapter', { ...mark, id: 'adapter' })
    store.setExecutions([mark])
    store.setExecutions([{ ...mark }])
    expect(repaints()).toBe(2)
    store.setExecutions([])
    expect(store.executions.map(({ id }) => id)).toEqual(['adapter'])
  })
})

describe('a drag', () => {
  test('reports its end once, and updates wait until then', () => {
    const { store } = setUp()
    const moved = vi.fn()
    store.setLines([order()], { moved })
    store.startDrag('order:1')
    store.dragTo(102)
    store.setLines([order({ price: 99, rev: 2 })], { moved })
    expect(store.shown[0]).toMatchObject({ price: 102, state: 'dragging', ghostPrice: 100 })
    store.endDrag()
    store.endDrag()
    expect(moved.mock.calls).toEqual([['order:1', 102]])
  })

  test('reports nothing if it ends at its first price', () => {
    const { store } = setUp()
    const moved = vi.fn()
    store.setLines([order()], { moved })
    dragTo(store, 100)
    expect(moved).not.toHaveBeenCalled()
  })

  test('reports no move, only its end, if it is aborted, the line removed or the symbol changed', () => {
    const { store } = setUp()
    const [moved, dropped] = [vi.fn(), vi.fn()]
    const ends = [
      () => store.cancelDrag(),
      () => store.setLines([], { moved, dropped }),
      () => store.clear(),
    ]
    for (const end of ends) {
      store.setLines([order()], { moved, dropped })
      store.startDrag('order:1')
      store.dragTo(103)
      end()
      store.endDrag()
      store.clear()
    }
    expect(moved).not.toHaveBeenCalled()
    expect(dropped.mock.calls).toEqual([['order:1'], ['order:1'], ['order:1']])
  })
})

describe('a moved line that waits for its answer', () => {
  const asking = () => {
    let answer: (isTaken: boolean) => void = () => {}
    const silent = vi.fn()
    const handlers: LineHandlers = {
      moved: () =>
        new Promise<boolean>((resolve) => {
          answer = resolve
        }),
      pressed: vi.fn(),
      silent,
    }
    return { handlers: handlers, silent, answer: (isTaken: boolean) => answer(isTaken) }
  }

  test('is confirmed by an update with the new price', async () => {
    const { store, timers } = setUp()
    const { handlers, answer } = asking()
    store.setLines([order()], handlers)
    dragTo(store, 102)
    expect(store.shown[0]).toMatchObject({ price: 102, state: 'pending' })
    expect(store.startDrag('order:1')).toBe(false)
    store.press('order:1', 'cancel')
    expect(handlers.pressed).not.toHaveBeenCalled()
    answer(true)
    await Promise.resolve()
    store.setLines([order({ price: 100, rev: 2 })], handlers)
    expect(stateOf(store)).toBe('pending')
    store.setLines([order({ price: 102, rev: 3 })], handlers)
    expect(store.shown[0]).toMatchObject({ price: 102, state: 'idle' })
    expect(timers).toEqual([])
  })

  test('returns to the old price if the move is refused', async () => {
    const { store } = setUp()
    const { handlers, answer } = asking()
    store.setLines([order()], handlers)
    dragTo(store, 102)
    answer(false)
    await Promise.resolve()
    expect(store.shown[0]).toMatchObject({ price: 100, state: 'idle' })
  })

  test('shows the host’s price after a timeout', async () => {
    const { store, timers } = setUp()
    const { handlers, answer, silent } = asking()
    store.setLines([order()], handlers)
    dragTo(store, 102)
    answer(true)
    await Promise.resolve()
    expect(timers).toHaveLength(1)
    timers[0]?.()
    expect(store.shown[0]).toMatchObject({ price: 100, state: 'idle' })
    expect(silent).toHaveBeenCalledWith('order:1')
  })
})
