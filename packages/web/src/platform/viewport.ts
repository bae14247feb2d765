// Sizes of the window, in the steps at which the page changes its layout (docs/screen 1).

import { useSyncExternalStore } from 'react'

export type Viewport = 'phone' | 'tablet' | 'narrow' | 'desk' | 'wide'

/** The least width of each viewport in pixels, from the widest. */
const steps: readonly (readonly [Viewport, number])[] = [
  ['wide', 1600],
  ['desk', 1280],
  ['narrow', 1024],
  ['tablet', 768],
  ['phone', 0],
]

/** Returns the viewport for a width in pixels. */
export function viewportOf(widthPx: number): Viewport {
  return steps.find(([, leastPx]) => widthPx >= leastPx)?.[0] ?? 'phone'
}

function subscribe(reader: () => void): () => void {
  const queries = steps.map(([, leastPx]) => matchMedia(`(min-width: ${leastPx}px)`))
  for (const query of queries) query.addEventListener('change', reader)
  return () => {
    for (const query of queries) query.removeEventListener('change', reader)
  }
}

/** Returns the window's viewport and re-renders when it changes. */
export function useViewport(): Viewport {
  return useSyncExternalStore(subscribe, () => viewportOf(innerWidth))
}
