// Whether an element is wide enough for something: panels are docked and resized, so the window's
// width does not say it.

import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Returns a ref for an element and whether it is at least so many pixels wide; painted again only
 * when the answer changes. Before the element stands, the answer is that of the window.
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
      // A panel behind a tab has no width; it keeps what it had.
      if (element.clientWidth > 0) setIsWide(element.clientWidth >= leastPx)
    }
    measure()
    // A panel in a window of its own is watched by that window.
    const Observer = element.ownerDocument.defaultView?.ResizeObserver ?? ResizeObserver
    const observer = new Observer(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [leastPx])
  return [ref, isWide]
}
