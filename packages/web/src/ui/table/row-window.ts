// Windowing of a long table: only the visible rows are mounted, spacers replace the others.

import { useLayoutEffect, useState } from 'react'

/** A table of at most this many rows shows them all. */
const FEW_ROWS = 80
/** Rows mounted above and below the visible ones; the window moves by as many at a time. */
const OVERSCAN_ROWS = 20

export type RowWindow = {
  /** The first mounted row, and the one after the last. */
  readonly first: number
  readonly end: number
}

/** Returns the rows to mount for a scroll offset and a visible height in pixels. */
export function rowWindow(
  count: number,
  view: { readonly scrolledPx: number; readonly heightPx: number; readonly rowPx: number },
): RowWindow {
  if (count <= FEW_ROWS) return { first: 0, end: count }
  const { scrolledPx, heightPx, rowPx } = view
  const top = Math.floor(Math.max(0, scrolledPx) / rowPx)
  const step = Math.min(Math.floor(top / OVERSCAN_ROWS), Math.floor(count / OVERSCAN_ROWS))
  const first = Math.max(0, (step - 1) * OVERSCAN_ROWS)
  const inSight = Math.ceil(Math.max(heightPx, rowPx) / rowPx)
  return { first, end: Math.min(count, (step + 2) * OVERSCAN_ROWS + inSight) }
}

/** Returns the rows of a frame to mount; re-renders only when the window moves. */
export function useRowWindow(frame: HTMLElement | null, count: number, rowPx: number): RowWindow {
  const [view, setView] = useState({ first: 0, end: Math.min(count, FEW_ROWS) })
  useLayoutEffect(() => {
    if (frame === null) return undefined
    const update = (): void => {
      const { scrollTop: scrolledPx, clientHeight: heightPx } = frame
      const next = rowWindow(count, { scrolledPx, heightPx, rowPx })
      setView((held) => (held.first === next.first && held.end === next.end ? held : next))
    }
    update()
    frame.addEventListener('scroll', update, { passive: true })
    const Observer = frame.ownerDocument.defaultView?.ResizeObserver ?? ResizeObserver
    const observer = new Observer(update)
    observer.observe(frame)
    return () => {
      frame.removeEventListener('scroll', update)
      observer.disconnect()
    }
  }, [frame, count, rowPx])
  // A list that shrank since the last scroll must not be read beyond its end.
  return { first: Math.min(view.first, count), end: Math.min(view.end, count) }
}
