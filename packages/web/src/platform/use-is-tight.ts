// Whether what an element holds is wider than the element, so that it can be said in fewer words.

import { useLayoutEffect, useRef, useState } from 'react'
import type { RefObject } from 'react'

/**
 * Returns a ref for an element and whether its content is too wide for it. Once it was, the content
 * is taken to need that width until the element has it.
 */
export function useIsTight<E extends HTMLElement>(): readonly [
  ref: RefObject<E | null>,
  isTight: boolean,
] {
  const ref = useRef<E>(null)
  const [neededPx, setNeededPx] = useState(0)
  const isTight = neededPx > 0
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return undefined
    const measure = (): void => {
      const { clientWidth, scrollWidth } = element
      if (isTight) {
        if (clientWidth >= neededPx) setNeededPx(0)
      } else if (scrollWidth > clientWidth) setNeededPx(scrollWidth)
    }
    measure()
    const observer = new ResizeObserver(measure)
    // Words are wider or narrower once their font has come.
    for (const watched of [element, ...element.children]) observer.observe(watched)
    return () => observer.disconnect()
  }, [isTight, neededPx])
  return [ref, isTight]
}
