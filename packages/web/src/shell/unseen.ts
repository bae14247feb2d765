// The number of events while the tab was hidden, shown before the tab's title until it is visible
// again.

let count = 0

/** Returns a title with the number before it, replacing an earlier number. */
export function titleWithUnseen(title: string): string {
  const plain = title.replace(/^\(\d+\) /, '')
  return count === 0 ? plain : `(${count}) ${plain}`
}

const write = (): void => {
  document.title = titleWithUnseen(document.title)
}

/** Adds one to the number. */
export function countUnseen(): void {
  count += 1
  write()
}

/** Resets the number whenever the tab becomes visible; returns a function that stops it. */
export function startUnseen(): () => void {
  const forget = (): void => {
    if (document.visibilityState !== 'visible' || count === 0) return
    count = 0
    write()
  }
  document.addEventListener('visibilitychange', forget)
  return () => document.removeEventListener('visibilitychange', forget)
}
