// The pointer while it is pressed: what would take a press its click waits for the release.

const pressed = new Set<number>()

const waiting = new Set<() => void>()

// A menu of the browser takes the release of any other button.
function press({ pointerId, button }: PointerEvent): void {
  if (button === 0) pressed.add(pointerId)
}

function release({ pointerId }: PointerEvent): void {
  pressed.delete(pointerId)
  // The click is dispatched after this event, in the same task.
  setTimeout(runWaiting)
}

function runWaiting(): void {
  if (pressed.size > 0) return
  for (const act of waiting) {
    waiting.delete(act)
    act()
  }
}

if (typeof window !== 'undefined') {
  window.addEventListener('pointerdown', press, true)
  window.addEventListener('pointerup', release, true)
  window.addEventListener('pointercancel', release, true)
}

/**
 * Acts at once, or when no pointer is pressed any longer and the click of the last one has been
 * heard. Returns what forgets the act if it still waits.
 */
export function whenReleased(act: () => void): () => void {
  if (pressed.size === 0) {
    act()
    return () => undefined
  }
  waiting.add(act)
  return () => waiting.delete(act)
}
