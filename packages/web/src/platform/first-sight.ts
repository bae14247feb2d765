// The time when the page's first content has been painted; code not yet needed is loaded after it,
// so that it is available later even without a network.

import { useEffect, useState } from 'react'

/** A page without a chart, or whose chart does not load, counts as painted after this time. */
const LATEST_MS = 15_000

/** The name of this mark in the browser's timeline; the bench `first-load` reads it. */
const MARK = 'basis:page-seen'

let isSeen = false
const readers = new Set<() => void>()

/** Reports that the last of the page's first content has been painted. */
export function sawPage(): void {
  if (isSeen) return
  isSeen = true
  performance.mark(MARK)
  for (const reader of readers) reader()
  readers.clear()
}

/** Calls a listener once the page has been painted, at once if it has. Returns the unsubscribe. */
export function onPageSeen(reader: () => void): () => void {
  if (isSeen) {
    reader()
    return () => undefined
  }
  readers.add(reader)
  const timer = setTimeout(sawPage, LATEST_MS)
  return () => {
    readers.delete(reader)
    clearTimeout(timer)
  }
}

/** Returns whether the page has been painted, and re-renders when it has. */
export function useIsPageSeen(): boolean {
  const [isPageSeen, setSeen] = useState(isSeen)
  useEffect(() => onPageSeen(() => setSeen(true)), [])
  return isPageSeen
}
