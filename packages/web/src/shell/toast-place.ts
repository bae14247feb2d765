// The place of toasts, where they cover nothing that is clicked: over the candles of a chart, or
// at an edge of the window where no chart is visible.

import { useEffect, useState } from 'react'
import { useOpenDialogs } from './dialogs.ts'

export type ToastPlace = {
  readonly leftPx: number
  /** From the lower edge of the window. */
  readonly bottomPx: number
  readonly widthPx: number
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
type Size = { readonly widthPx: number; readonly heightPx: number }

/** What of the chart is tools and axes: at the left, at the right, above and below. */
const toolsPx = { left: 56, right: 72, top: 76, bottom: 64 } as const
const widestPx = 320
const leastPx = { width: 240, height: 120 } as const

/**
 * Returns the lower left corner of the candles in the window, or undefined where so little of them
 * is seen that a toast would stand on something else.
 */
export function placeOver(chart: Box, window: Size): ToastPlace | undefined {
  const left = Math.max(0, chart.left + toolsPx.left)
  const right = Math.min(window.widthPx, chart.right - toolsPx.right)
  const top = Math.max(0, chart.top + toolsPx.top)
  const bottom = Math.min(window.heightPx, chart.bottom - toolsPx.bottom)
  if (right - left < leastPx.width || bottom - top < leastPx.height) return undefined
  return {
    leftPx: left,
    bottomPx: window.heightPx - bottom,
    widthPx: Math.min(widestPx, right - left),
  }
}

const places = new Set<HTMLElement>()
let covers = 0
const readers = new Set<() => void>()

/** Offers an element whose inside may be stood upon; returns how to take the offer back. */
export function offerToastPlace(chart: HTMLElement): () => void {
  const sizes = new ResizeObserver(tell)
  places.add(chart)
  sizes.observe(chart)
  tell()
  return () => {
    sizes.disconnect()
    places.delete(chart)
    tell()
  }
}

/** Says that something lies over the page, such as a sheet; returns how to say that it is gone. */
export function coverToastPlaces(): () => void {
  covers += 1
  tell()
  return () => {
    covers -= 1
    tell()
  }
}

function tell(): void {
  for (const reader of readers) reader()
}

function currentPlace(): ToastPlace | undefined {
  if (covers > 0) return undefined
  const window = { widthPx: innerWidth, heightPx: innerHeight }
  for (const chart of places) {
    // A panel may have moved to a window of its own.
    if (chart.ownerDocument !== document || !chart.isConnected) continue
    const place = placeOver(chart.getBoundingClientRect(), window)
    if (place !== undefined) return place
  }
  return undefined
}

/** Returns where toasts go now; undefined for an edge of the window. */
export function useToastPlace(): ToastPlace | undefined {
  const [place, setPlace] = useState<ToastPlace>()
  // Under a sheet or a dialog of a small window the chart is not free.
  const isCovered = useOpenDialogs().length > 0 && innerWidth < 1_280
  useEffect(() => {
    const measure = (): void => setPlace(currentPlace())
    measure()
    readers.add(measure)
    addEventListener('resize', measure)
    addEventListener('scroll', measure, { capture: true, passive: true })
    return () => {
      readers.delete(measure)
      removeEventListener('resize', measure)
      removeEventListener('scroll', measure, { capture: true })
    }
  }, [])
  return isCovered ? undefined : place
}
