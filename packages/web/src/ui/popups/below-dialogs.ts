// Closing of open popovers when a dialog opens, since they would cover it.

import { useEffect, useRef } from 'react'

const openPanels = new Set<() => void>()

/** Closes every open popover when the dialog opens. */
export function useClosesPanels(isOpen: boolean): void {
  useEffect(() => {
    if (isOpen) for (const close of openPanels) close()
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
    openPanels.add(closeNow)
    return () => void openPanels.delete(closeNow)
  }, [isOpen])
}
