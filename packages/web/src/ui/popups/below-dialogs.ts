// Panels that stand when a dialog opens are closed: they would lie over it.

import { useEffect, useRef } from 'react'

const standing = new Set<() => void>()

/** Closes every panel that stands open while the dialog is there. */
export function useClosesPanels(isOpen: boolean): void {
  useEffect(() => {
    if (isOpen) for (const close of standing) close()
  }, [isOpen])
}

/** Closes an open panel when a dialog opens. */
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
