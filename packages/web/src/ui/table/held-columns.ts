// Column widths of a table that do not follow the digits of its figures.

// A table laid out by its contents alone hands every pixel that one figure gains to all columns, so
// that heads and buttons shake with each price. Here the contents are measured once, the space that
// is left is shared out, and the columns keep what they have. A figure that outgrows its column
// widens it, and the column stays that wide.

import { useLayoutEffect, useRef } from 'react'
import type { RefObject } from 'react'

/** Browsers lay columns out in whole pixels; less than that is no change of width. */
const ROUNDING_PX = 1

/** Returns a ref for a table whose heads stand in its first row, one for each column. */
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
  // Rows and heads come and go with a render of the table; digits do not.
  useLayoutEffect(() => columns.current?.refresh())
  return ref
}

type HeldColumns = {
  refresh: () => void
  release: () => void
  widen: (widths: ColumnWidths) => void
}

/** Widths in pixels that a trader has given columns, by their `data-column`. */
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
    // A panel behind a tab has no width; its columns wait until it is shown.
    if (frame.clientWidth === 0) return
    const asked = heads().map(({ dataset }) => wanted[dataset['column'] ?? ''])
    given = shared(needed, Math.max(wholePixelsIn(frame), leastPx), asked)
    heads().forEach((head, place) => (head.style.width = `${given[place]}px`))
  }
  const measure = (): void => {
    if (frame.clientWidth === 0) return
    const found = neededWidths(table, frame, heads())
    // The same table only grows; with other rows or words it is laid out anew.
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
  // Measured in the next frame: a change of size made while sizes are told would not be told.
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
 * The width within an element, without its scroll bar. `clientWidth` is rounded: columns that add
 * up to more than there is are pressed together by what stands in them.
 */
function wholePixelsIn(frame: HTMLElement): number {
  const barPx = frame.offsetWidth - frame.clientWidth
  return Math.floor(frame.getBoundingClientRect().width) - barPx
}

/** What a layout depends on besides the digits: how many rows there are, and the heads' words. */
function shapeOf(table: HTMLTableElement): string {
  const spanning = spanningRows(table).length
  // Of a long table the rows in sight come and go; how many there are in all says more.
  const rows = table.dataset['rows'] ?? `${table.rows.length - spanning} ${spanning}`
  return `${rows} ${table.tHead?.textContent}`
}

/** Rows whose cell lies across the columns, such as the one of an empty table. */
function spanningRows(table: HTMLTableElement): readonly HTMLTableRowElement[] {
  const columns = table.rows[0]?.cells.length ?? 0
  return [...table.rows].filter(({ cells }) => cells.length < columns)
}

/**
 * Returns the width of each column's widest cell, in pixels. A cell that lies across columns says
 * nothing of any of them: the one of an empty table is as wide as the frame.
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
 * Returns widths that fill so many pixels, each column with its share of what is left; one that was
 * given a width has that, but never less than what stands in it.
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
    // Whole pixels that add up: each column ends where its share of all of them ends.
    const end = before + Math.floor((left * before) / Math.max(total, 1))
    const width = end - placed
    placed = end
    return width
  })
}
