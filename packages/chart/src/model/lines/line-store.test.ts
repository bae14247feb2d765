import { describe, expect, test, vi } from 'vitest'
import type { ChartLine, LineHands } from '../../options/trading-lines.ts'
import { LineBook } from './line-store.ts'

function setUp() {
  const timers: (() => void)[] = []
  const book = new LineBook({
    after: (_, run) => {
      timers.push(run)
      return () => timers.splice(timers.indexOf(run), 1)
    },
  })
  let repaints = 0
  book.changed.subscribe(null, () => {
    repaints += 1
  })
  return { book, timers, repaints: () => repaints }
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

/** Drags the line to a price and lets go. */
function dragTo(book: LineBook, price: number, id = 'order:1'): void {
  expect(book.take(id)).toBe(true)
  book.drag(price)
  book.put()
}

const priceOf = (book: LineBook) => book.shown[0]?.price
const stateOf = (book: LineBook) => book.shown[0]?.state

describe('lines by difference', () => {
  test('the same list again costs nothing', () => {
    const { book, repaints } = setUp()
    book.setLines([order(), order({ id: 'order:2', price: 101 })])
    expect(repaints()).toBe(1)
    book.setLines([order(), order({ id: 'order:2', price: 101 })])
    expect(repaints()).toBe(1)
  })

  test('one profit is one repaint, what is not wanted goes', () => {
    const { book, repaints } = setUp()
    book.setLines([order(), order({ id: 'order:2' })])
    book.setLines([order({ pnl: { text: '+1', sign: 1 } }), order({ id: 'order:2' })])
    expect(repaints()).toBe(2)
    book.setLines([order({ pnl: { text: '+1', sign: 1 } })])
    expect(book.shown.map(({ line }) => line.id)).toEqual(['order:1'])
    expect(repaints()).toBe(3)
  })

  test('old news are not shown', () => {
    const { book } = setUp()
    book.setLines([order({ price: 105, rev: 3 })])
    book.setLines([order({ price: 100, rev: 2 })])
    expect(priceOf(book)).toBe(105)
  })

  test('fifty lines that have not changed cost nothing', () => {
    const { book, repaints } = setUp()
    const lines = Array.from({ length: 50 }, (_, at) => order({ id: `order:${at}`, price: 1 + at }))
    for (let times = 0; times < 10; times += 1) book.setLines(lines.map((line) => ({ ...line })))
    expect(repaints()).toBe(1)
  })

  test('fills of the list come and go, those of adapters stay', () => {
    const { book, repaints } = setUp()
    const mark = { id: '1', timeMs: 1000, price: 5, side: 'buy' } as const
    book.setExecution('adapter', { ...mark, id: 'adapter' })
    book.setExecutions([mark])
    book.setExecutions([{ ...mark }])
    expect(repaints()).toBe(2)
    book.setExecutions([])
    expect(book.executions.map(({ id }) => id)).toEqual(['adapter'])
  })
})

describe('a drag', () => {
  test('tells its end once, and news meanwhile wait', () => {
    const { book } = setUp()
    const moved = vi.fn()
    book.setLines([order()], { moved })
    book.take('order:1')
    book.drag(102)
    book.setLines([order({ price: 99, rev: 2 })], { moved })
    expect(book.shown[0]).toMatchObject({ price: 102, state: 'dragging', ghostPrice: 100 })
    book.put()
    book.put()
    expect(moved.mock.calls).toEqual([['order:1', 102]])
  })

  test('put back where it was, it tells nothing', () => {
    const { book } = setUp()
    const moved = vi.fn()
    book.setLines([order()], { moved })
    dragTo(book, 100)
    expect(moved).not.toHaveBeenCalled()
  })

  test('dropped, or its line gone, or another symbol: it tells nothing', () => {
    const { book } = setUp()
    const moved = vi.fn()
    const ends = [() => book.drop(), () => book.setLines([], { moved }), () => book.clear()]
    for (const end of ends) {
      book.setLines([order()], { moved })
      book.take('order:1')
      book.drag(103)
      end()
      book.put()
      book.clear()
    }
    expect(moved).not.toHaveBeenCalled()
  })
})

describe('a line that waits', () => {
  const asking = () => {
    let answer: (isTaken: boolean) => void = () => {}
    const silent = vi.fn()
    const hands: LineHands = {
      moved: () =>
        new Promise<boolean>((resolve) => {
          answer = resolve
        }),
      pressed: vi.fn(),
      silent,
    }
    return { hands, silent, answer: (isTaken: boolean) => answer(isTaken) }
  }

  test('is confirmed by the price it waits for', async () => {
    const { book, timers } = setUp()
    const { hands, answer } = asking()
    book.setLines([order()], hands)
    dragTo(book, 102)
    expect(book.shown[0]).toMatchObject({ price: 102, state: 'pending' })
    expect(book.take('order:1')).toBe(false)
    book.press('order:1', 'cancel')
    expect(hands.pressed).not.toHaveBeenCalled()
    answer(true)
    await Promise.resolve()
    book.setLines([order({ price: 100, rev: 2 })], hands)
    expect(stateOf(book)).toBe('pending')
    book.setLines([order({ price: 102, rev: 3 })], hands)
    expect(book.shown[0]).toMatchObject({ price: 102, state: 'idle' })
    expect(timers).toEqual([])
  })

  test('goes back where it was refused', async () => {
    const { book } = setUp()
    const { hands, answer } = asking()
    book.setLines([order()], hands)
    dragTo(book, 102)
    answer(false)
    await Promise.resolve()
    expect(book.shown[0]).toMatchObject({ price: 100, state: 'idle' })
  })

  test('shows what is so when nothing is heard', async () => {
    const { book, timers } = setUp()
    const { hands, answer, silent } = asking()
    book.setLines([order()], hands)
    dragTo(book, 102)
    answer(true)
    await Promise.resolve()
    expect(timers).toHaveLength(1)
    timers[0]?.()
    expect(book.shown[0]).toMatchObject({ price: 100, state: 'idle' })
    expect(silent).toHaveBeenCalledWith('order:1')
  })
})
