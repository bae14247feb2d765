// The count of events while the tab was hidden: it stands before the tab's title until somebody
// sees the page.

let count = 0

/** Returns a title with the number before it, whatever number stood there. */
export function titleWithUnseen(title: string): string {
  const plain = title.replace(/^\(\d+\) /, '')
  return count === 0 ? plain : `(${count}) ${plain}`
}

const write = (): void => {
  document.title = titleWithUnseen(document.title)
}

/** Counts one more. */
export function countUnseen(): void {
  count += 1
  write()
}

/** Forgets the number whenever the tab is looked at; returns how to stop. */
export function startUnseen(): () => void {
  const forget = (): void => {
    if (document.visibilityState !== 'visible' || count === 0) return
    count = 0
    write()
  }
  document.addEventListener('visibilitychange', forget)
  return () => document.removeEventListener('visibilitychange', forget)
}
