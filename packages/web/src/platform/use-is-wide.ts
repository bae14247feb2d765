// Whether an element is wide enough: panels are docked and resized, so the window's width does not
// tell.

import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Returns a ref for an element and whether it is at least `leastPx` pixels wide; re-renders only
 * when that changes. Before the element is mounted, the window's width is used.
 */
export function useIsWide<E extends HTMLElement>(
  leastPx: number,
): readonly [ref: RefObject<E | null>, isWide: boolean] {
  const ref = useRef<E>(null)
  const [isWide, setIsWide] = useState(() => innerWidth >= leastPx)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = (): void => {
      // A panel behind a tab has no width; it keeps its last result.
      if (element.clientWidth > 0) setIsWide(element.clientWidth >= leastPx)
    }
    measure()
    // A panel in another window must be observed by that window.
    const Observer = element.ownerDocument.defaultView?.ResizeObserver ?? ResizeObserver
    const observer = new Observer(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [leastPx])
  return [ref, isWide]
}
