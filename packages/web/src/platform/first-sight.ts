// The moment when what the page first shows has been painted; what nobody has asked for yet is
// loaded after it, so that it is there when it is wanted, even without a network.

import { useEffect, useState } from 'react'

/** A page without a chart, or one whose chart does not come, is taken as seen after so long. */
const LATEST_MS = 15_000

/** The mark of this moment in the browser's timeline; the bench `first-load` reads it. */
const MARK = 'basis:page-seen'

let isSeen = false
const readers = new Set<() => void>()

/** Says that the last of what the page first shows has been painted. */
export function sawPage(): void {
  if (isSeen) return
  isSeen = true
  performance.mark(MARK)
  for (const reader of readers) reader()
  readers.clear()
}

/** Calls a reader when the page has been seen, at once if it has. Returns how to stop. */
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

/** Returns whether the page has been seen, and paints again when it has. */
export function useIsPageSeen(): boolean {
  const [isPageSeen, setSeen] = useState(isSeen)
  useEffect(() => onPageSeen(() => setSeen(true)), [])
  return isPageSeen
}
