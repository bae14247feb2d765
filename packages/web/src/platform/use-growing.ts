// Incremental rendering of a long list of cards: more are added when its end scrolls into view.

import { useCallback, useState } from 'react'

const STEP = 100

/** Returns how many of a list's entries to render, and the ref of the element after them. */
export function useGrowing(count: number): [shown: number, end: (end: Element | null) => void] {
  const [limit, setLimit] = useState(STEP)
  const watch = useCallback((end: Element | null) => {
    if (end === null) return undefined
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setLimit((most) => most + STEP)
    })
    observer.observe(end)
    return () => observer.disconnect()
  }, [])
  return [Math.min(limit, count), watch]
}
