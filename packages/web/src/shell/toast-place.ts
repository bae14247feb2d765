// The position of toasts, where they cover nothing clickable: over the candles of a chart, or at an
// edge of the window if no chart is visible.

import { useEffect, useState } from 'react'
import { useOpenDialogs } from './dialogs.ts'

export type ToastPlace = {
  readonly leftPx: number
  /** Distance from the lower edge of the window. */
  readonly bottomPx: number
  readonly widthPx: number
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>
type Size = { readonly widthPx: number; readonly heightPx: number }

/** The chart's toolbars and axes, in pixels from each edge. */
const toolsPx = { left: 56, right: 72, top: 76, bottom: 64 } as const
const widestPx = 320
const leastPx = { width: 240, height: 120 } as const

/**
 * Returns the lower left corner of the candles in the window, or undefined if so little of them is
 * visible that a toast would cover something else.
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

/** Registers an element over which toasts may be placed; returns a function that removes it. */
export function offerToastPlace(chart: HTMLElement): () => void {
  const sizes = new ResizeObserver(notifyListeners)
  places.add(chart)
  sizes.observe(chart)
  notifyListeners()
  return () => {
    sizes.disconnect()
    places.delete(chart)
    notifyListeners()
  }
}

/** Marks the page as covered, e.g. by a sheet; returns a function that ends it. */
export function coverToastPlaces(): () => void {
  covers += 1
  notifyListeners()
  return () => {
    covers -= 1
    notifyListeners()
  }
}

function notifyListeners(): void {
  for (const reader of readers) reader()
}

function currentPlace(): ToastPlace | undefined {
  if (covers > 0) return undefined
  const window = { widthPx: innerWidth, heightPx: innerHeight }
  for (const chart of places) {
    // A panel may have moved to another window.
    if (chart.ownerDocument !== document || !chart.isConnected) continue
    const place = placeOver(chart.getBoundingClientRect(), window)
    if (place !== undefined) return place
  }
  return undefined
}

/** Returns the current position of toasts; undefined for an edge of the window. */
export function useToastPlace(): ToastPlace | undefined {
  const [place, setPlace] = useState<ToastPlace>()
  // In a small window a sheet or a dialog covers the chart.
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
