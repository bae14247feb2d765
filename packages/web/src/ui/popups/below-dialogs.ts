// Closing of open popovers when a dialog opens, since they would cover it.

import { useEffect, useRef } from 'react'

const standing = new Set<() => void>()

/** Closes every open popover when the dialog opens. */
export function useClosesPanels(isOpen: boolean): void {
  useEffect(() => {
    if (isOpen) for (const close of standing) close()
  }, [isOpen])
}

/** Closes an open popover when a dialog opens. */
export function useClosedByDialogs(isOpen: boolean, close: () => void): void {
  const now = useRef(close)
  useEffect(() => {
    now.current = close
  })
  useEffect(() => {
    if (!isOpen) return undefined
    const closeNow = (): void => now.current()
    standing.add(closeNow)
    return () => void standing.delete(closeNow)
  }, [isOpen])
}
