// On a touch screen Back closes what stands over the page, as it does in every app of a phone,
// instead of leaving the page with what was typed.

// Each dialog is a step of its own in the browser's history, at the same address. Its depth is kept
// with the step; closed in another way, the step is taken back.

import { useEffect, useRef } from 'react'

const open: (() => void)[] = []
let isListening = false
/** A step back of our own is under way: it closes nothing. */
let isLeaving = false

/** Has Back close a dialog, or a menu, list or panel beside its button, while it is open. */
export function useClosedByBack(isOpen: boolean, close: () => void): void {
  const now = useRef(close)
  useEffect(() => {
    now.current = close
  })
  useEffect(() => {
    if (!isOpen || !matchMedia('(pointer: coarse)').matches) return undefined
    const closeNow = (): void => now.current()
    standUp(closeNow)
    return () => standDown(closeNow)
  }, [isOpen])
}

function standUp(close: () => void): void {
  open.push(close)
  if (!isListening) addEventListener('popstate', onStep)
  isListening = true
  if (!isLeaving) takeSteps()
}

function standDown(close: () => void): void {
  const place = open.indexOf(close)
  if (place !== -1) open.splice(place, 1)
  // What closes a dialog may go to another page, or open the next dialog, in the same breath.
  setTimeout(leaveSpentSteps)
}

function onStep(): void {
  if (isLeaving) {
    isLeaving = false
    takeSteps()
    return
  }
  // What is deeper than where the browser has come to is closed, the last one first.
  for (const close of open.splice(depthHere()).toReversed()) close()
  leaveSpentSteps()
}

/** Gives each open dialog its step. */
function takeSteps(): void {
  const { state }: { state: unknown } = history
  for (let depth = depthHere() + 1; depth <= open.length; depth += 1) {
    history.pushState({ ...(isRecord(state) ? state : {}), dialogs: depth }, '')
  }
}

/** A step whose dialog is gone shows nothing: Back does not stop there. */
function leaveSpentSteps(): void {
  const spent = depthHere() - open.length
  if (spent <= 0 || isLeaving) return
  isLeaving = true
  history.go(-spent)
}

function depthHere(): number {
  const { state }: { state: unknown } = history
  const depth = isRecord(state) ? state['dialogs'] : undefined
  return typeof depth === 'number' ? depth : 0
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
