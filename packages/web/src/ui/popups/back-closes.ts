// Closing of overlays by Back on a touch screen, as in the apps of a phone, instead of leaving the
// page and losing typed input.

// Each dialog has its own entry in the browser's history, at the same address, with its depth as
// state. If the dialog is closed in another way, the entry is removed by going back.

import { useEffect, useRef } from 'react'

const open: (() => void)[] = []
let isListening = false
/** The page itself is going back: this must not close a dialog. */
let isGoingBack = false

/** Closes a dialog, menu, list or popover on Back while it is open. */
export function useClosedByBack(isOpen: boolean, close: () => void): void {
  const now = useRef(close)
  useEffect(() => {
    now.current = close
  })
  useEffect(() => {
    if (!isOpen || !matchMedia('(pointer: coarse)').matches) return undefined
    const closeNow = (): void => now.current()
    addOverlay(closeNow)
    return () => removeOverlay(closeNow)
  }, [isOpen])
}

function addOverlay(close: () => void): void {
  open.push(close)
  if (!isListening) addEventListener('popstate', onPopState)
  isListening = true
  if (!isGoingBack) addEntries()
}

function removeOverlay(close: () => void): void {
  const place = open.indexOf(close)
  if (place !== -1) open.splice(place, 1)
  // Closing a dialog may also navigate or open the next dialog in the same task.
  setTimeout(leaveClosedEntries)
}

function onPopState(): void {
  if (isGoingBack) {
    isGoingBack = false
    addEntries()
    return
  }
  // Dialogs deeper than the current history entry are closed, the last one first.
  for (const close of open.splice(depthHere()).toReversed()) close()
  leaveClosedEntries()
}

/** Adds the missing history entries, one for each open dialog. */
function addEntries(): void {
  const { state }: { state: unknown } = history
  for (let depth = depthHere() + 1; depth <= open.length; depth += 1) {
    history.pushState({ ...(isRecord(state) ? state : {}), dialogs: depth }, '')
  }
}

/** Goes back past entries whose dialogs are closed, so that Back does not stop there. */
function leaveClosedEntries(): void {
  const closed = depthHere() - open.length
  if (closed <= 0 || isGoingBack) return
  isGoingBack = true
  history.go(-closed)
}

function depthHere(): number {
  const { state }: { state: unknown } = history
  const depth = isRecord(state) ? state['dialogs'] : undefined
  return typeof depth === 'number' ? depth : 0
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
