// Delaying of actions while the pointer is pressed, because moving or removing the pressed element
// would cancel its click.

const pressed = new Set<number>()

const waiting = new Set<() => void>()

// The browser's menu swallows the release of any other button.
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
 * Runs an action at once, or after the pointer's release and its click. Returns a function that
 * cancels the action if it is still waiting.
 */
export function whenReleased(act: () => void): () => void {
  if (pressed.size === 0) {
    act()
    return () => undefined
  }
  waiting.add(act)
  return () => waiting.delete(act)
}
