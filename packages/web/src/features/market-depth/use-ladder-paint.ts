// Streaming updates of the ladder, written straight into the rows that React has rendered: sizes,
// bars, best and last price, once per frame and only where they differ.

import { useLayoutEffect } from 'react'
import type { RefObject } from 'react'
import { bookStore } from '../../stores/book.ts'
import { tickerStore } from '../../stores/tickers.ts'
import { groupTicks } from './depth.ts'
import { levelsInWindow, rowOf, type LadderWindow } from './ladder-rows.ts'

export type LadderPaint = {
  readonly symbol: string
  readonly window: LadderWindow
  readonly qty: (lots: number) => string
}

const noLevels: readonly number[] = []

/** Keeps the rows of an element updated; `afterPaint` is called after each frame with new data. */
export function useLadderPaint(
  body: RefObject<HTMLElement | null>,
  { symbol, window, qty }: LadderPaint,
  afterPaint: () => void,
): void {
  useLayoutEffect(() => {
    const element = body.current
    if (element === null) return undefined
    const painter = rowPainter(element)
    const paint = (): void => {
      const book = bookStore.shown(symbol)
      const bids = levelsInWindow('bids', book?.bids ?? noLevels, window)
      const asks = levelsInWindow('asks', book?.asks ?? noLevels, window)
      const ticker = tickerStore.shown(symbol)
      const lastTicks = ticker?.lastTicks
      const last = lastTicks === undefined ? -1 : lastRow(window, lastTicks)
      painter({ bids, asks, last, qty })
      afterPaint()
    }
    paint()
    const leaveBook = bookStore.subscribe(symbol, paint)
    const leaveTicker = tickerStore.subscribe(symbol, paint)
    return () => {
      leaveBook()
      leaveTicker()
    }
  }, [body, symbol, window, qty, afterPaint])
}

/** Returns the row of the last price; between two steps, the row of a bid at that price. */
const lastRow = (window: LadderWindow, ticks: number): number =>
  rowOf(window, groupTicks('bids', ticks, window.stepTicks))

type Sizes = {
  readonly bids: Float64Array
  readonly asks: Float64Array
  readonly last: number
  readonly qty: (lots: number) => string
}

type Cell = { readonly text: Text; readonly bar: HTMLElement; lots: number; share: number }

/**
 * Returns a function that updates the rows now in an element. Each cell caches what it shows, so
 * that an unchanged one costs a comparison and the DOM is never read.
 */
function rowPainter(element: HTMLElement): (sizes: Sizes) => void {
  const rows = [...element.querySelectorAll<HTMLElement>('[data-row]')]
  const cells = {
    bids: rows.map((row) => cellOf(row, 'bids')),
    asks: rows.map((row) => cellOf(row, 'asks')),
  }
  for (const row of rows) delete row.dataset['last']
  let marked: HTMLElement | undefined
  return ({ bids, asks, last, qty }) => {
    const largest = Math.max(largestOf(bids), largestOf(asks))
    cells.bids.forEach((cell, at) => paintCell(cell, bids[at] ?? 0, largest, qty))
    cells.asks.forEach((cell, at) => paintCell(cell, asks[at] ?? 0, largest, qty))
    const lastElement = rows[last]
    if (lastElement === marked) return
    if (marked !== undefined) delete marked.dataset['last']
    if (lastElement !== undefined) lastElement.dataset['last'] = ''
    marked = lastElement
  }
}

function largestOf(lots: Float64Array): number {
  let largest = 0
  for (const each of lots) if (each > largest) largest = each
  return largest
}

function cellOf(row: HTMLElement, side: 'bids' | 'asks'): Cell {
  const [bar, words] = [`[data-bar=${side}]`, `[data-size=${side}]`].map((part) => {
    const found = row.querySelector<HTMLElement>(part)
    if (found === null) throw new Error('A row of the ladder has a bar and a size on each side')
    return found
  })
  if (bar === undefined || words === undefined) throw new Error('Two parts were asked for')
  const text = row.ownerDocument.createTextNode('')
  words.replaceChildren(text)
  bar.style.transform = 'scaleX(0)'
  return { text, bar, lots: 0, share: 0 }
}

/** Bar lengths are whole percents, so that a change of the largest size repaints few of them. */
function paintCell(cell: Cell, lots: number, largest: number, qty: (lots: number) => string): void {
  const share = largest === 0 ? 0 : Math.round((lots / largest) * 100)
  if (cell.lots !== lots) {
    cell.lots = lots
    cell.text.data = lots === 0 ? '' : qty(lots)
  }
  if (cell.share === share) return
  cell.share = share
  cell.bar.style.transform = `scaleX(${share / 100})`
}
