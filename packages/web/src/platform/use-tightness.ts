// The tightness of an element: by how many levels it is too narrow for its content.

import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Returns a ref for an element and a level: 0 while its content fits, one more each time that it
 * does not, up to `most`. A level that did not fit is used again once its measured width is
 * available.
 */
export function useTightness<E extends HTMLElement>(
  most: number,
): readonly [ref: RefObject<E | null>, level: number] {
  const ref = useRef<E>(null)
  /** The width that the content needed at each level that did not fit. */
  const [neededPx, setNeededPx] = useState<readonly number[]>([])
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = (): void => {
      const { clientWidth, scrollWidth } = element
      const fitting = neededPx.findIndex((px) => clientWidth >= px)
      if (fitting >= 0) setNeededPx(neededPx.slice(0, fitting))
      else if (neededPx.length < most && scrollWidth > clientWidth) {
        setNeededPx([...neededPx, scrollWidth])
      }
    }
    // The observer measures first in the frame's own layout: a layout within React's commit would
    // be part of the longest task of the first load. Texts get other widths with their font.
    const observer = new ResizeObserver(measure)
    for (const watched of [element, ...element.children]) observer.observe(watched)
    return () => observer.disconnect()
  }, [most, neededPx])
  return [ref, neededPx.length]
}
