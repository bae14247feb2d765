// Column widths of a table that do not change with the digits of its figures.

// In a table laid out by its content, every pixel that a figure gains is spread over all columns,
// so that heads and buttons shift with each price. Here the content is measured once, the remaining
// space is shared out, and the columns keep their widths. A figure that outgrows its column widens
// it, and the column stays that wide.

import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Browsers lay out columns in whole pixels; a smaller difference is not a change of width. */
const ROUNDING_PX = 1

/** Returns a ref for a table whose first row has its heads, one for each column. */
export function useHeldColumns(
  leastPx: number,
  widths: ColumnWidths,
): RefObject<HTMLTableElement | null> {
  const ref = useRef<HTMLTableElement>(null)
  const columns = useRef<HeldColumns>(undefined)
  const given = useRef(widths)
  useLayoutEffect(() => {
    given.current = widths
    columns.current?.widen(widths)
  }, [widths])
  useLayoutEffect(() => {
    if (ref.current === null) return undefined
    const held = holdColumns(ref.current, leastPx)
    columns.current = held
    held.widen(given.current)
    return held.release
  }, [leastPx])
  // The numbers of rows and heads change with a render of the table; digits do not change them.
  useLayoutEffect(() => columns.current?.refresh())
  return ref
}

type HeldColumns = {
  refresh: () => void
  release: () => void
  widen: (widths: ColumnWidths) => void
}

/** Column widths in pixels set by the trader, by their `data-column`. */
export type ColumnWidths = Readonly<Record<string, number>>

function holdColumns(table: HTMLTableElement, leastPx: number): HeldColumns {
  const frame = table.parentElement ?? table
  const view = table.ownerDocument.defaultView ?? globalThis
  const { ResizeObserver: Observer } = table.ownerDocument.defaultView ?? globalThis
  let shape = ''
  let needed: readonly number[] = []
  let given: readonly number[] = []
  let frameAsked: number | undefined
  let wanted: ColumnWidths = {}

  const heads = (): readonly HTMLElement[] => [...(table.rows[0]?.cells ?? [])]
  const give = (): void => {
    // A panel behind a tab has no width; its columns are laid out when it is shown.
    if (frame.clientWidth === 0) return
    const asked = heads().map(({ dataset }) => wanted[dataset['column'] ?? ''])
    given = shared(needed, Math.max(wholePixelsIn(frame), leastPx), asked)
    heads().forEach((head, place) => (head.style.width = `${given[place]}px`))
  }
  const measure = (): void => {
    if (frame.clientWidth === 0) return
    const found = neededWidths(table, frame, heads())
    // With the same shape columns only grow; with other rows or heads they are measured again.
    needed = found.map((px, place) => Math.max(px, needed[place] ?? 0))
    give()
  }
  const refresh = (): void => {
    const current = shapeOf(table)
    if (current === shape || frame.clientWidth === 0) return
    shape = current
    needed = []
    measure()
    headWatch.disconnect()
    for (const head of heads()) headWatch.observe(head)
  }
  // Measured in the next frame: a resize inside the observer's callback would not be reported.
  const headWatch = new Observer(() => {
    const isOutgrown = heads().some(
      (head, place) => Math.abs(head.offsetWidth - (given[place] ?? 0)) > ROUNDING_PX,
    )
    if (!isOutgrown || given.length === 0) return
    frameAsked ??= view.requestAnimationFrame(() => {
      frameAsked = undefined
      measure()
    })
  })
  const frameWatch = new Observer(() => {
    refresh()
    give()
  })
  frameWatch.observe(frame)
  return {
    refresh,
    widen: (widths) => {
      wanted = widths
      if (needed.length > 0) give()
    },
    release: () => {
      headWatch.disconnect()
      frameWatch.disconnect()
      if (frameAsked !== undefined) view.cancelAnimationFrame(frameAsked)
    },
  }
}

/**
 * The inner width of an element, without its scroll bar, rounded down. `clientWidth` may be rounded
 * up, and columns wider than the frame would be compressed.
 */
function wholePixelsIn(frame: HTMLElement): number {
  const barPx = frame.offsetWidth - frame.clientWidth
  return Math.floor(frame.getBoundingClientRect().width) - barPx
}

/** What a layout depends on besides the digits: the number of rows, and the heads' texts. */
function shapeOf(table: HTMLTableElement): string {
  const spanning = spanningRows(table).length
  // In a windowed table the mounted rows change, so the total number is used.
  const rows = table.dataset['rows'] ?? `${table.rows.length - spanning} ${spanning}`
  return `${rows} ${table.tHead?.textContent}`
}

/** Rows with a cell that spans columns, such as that of an empty table. */
function spanningRows(table: HTMLTableElement): readonly HTMLTableRowElement[] {
  const columns = table.rows[0]?.cells.length ?? 0
  return [...table.rows].filter(({ cells }) => cells.length < columns)
}

/**
 * Returns the width of each column's widest cell, in pixels. Cells that span columns are ignored:
 * that of an empty table is as wide as the frame.
 */
function neededWidths(
  table: HTMLTableElement,
  frame: Element,
  heads: readonly HTMLElement[],
): readonly number[] {
  const { scrollLeft, scrollTop } = frame
  for (const head of heads) head.style.width = ''
  table.style.width = '0'
  const { minWidth } = table.style
  table.style.minWidth = '0'
  const spanning = spanningRows(table)
  for (const row of spanning) row.hidden = true
  const widths = heads.map((head) => Math.ceil(head.getBoundingClientRect().width))
  for (const row of spanning) row.hidden = false
  table.style.width = ''
  table.style.minWidth = minWidth
  frame.scrollTo({ left: scrollLeft, top: scrollTop, behavior: 'instant' })
  return widths
}

/**
 * Returns widths that fill a number of pixels, the rest shared among the columns; one with a set
 * width has that, but at least the width of its content.
 */
function shared(
  needed: readonly number[],
  widthPx: number,
  asked: readonly (number | undefined)[],
): readonly number[] {
  const own = needed.map((px, place) => Math.max(px, asked[place] ?? 0))
  const isFree = (place: number): boolean => asked[place] === undefined
  const taken = own.reduce((sum, px) => sum + px, 0)
  const total = own.reduce((sum, px, place) => sum + (isFree(place) ? px : 0), 0)
  const left = Math.max(0, widthPx - taken)
  let before = 0
  let placed = 0
  return own.map((px, place) => {
    if (!isFree(place)) return px
    before += px
    // Whole pixels that add up: each column ends at its rounded share of the total.
    const end = before + Math.floor((left * before) / Math.max(total, 1))
    const width = end - placed
    placed = end
    return width
  })
}
