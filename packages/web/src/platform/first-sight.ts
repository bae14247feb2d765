// The moment when the chart, the last of what the page first shows, is ready.

/** The mark of this moment in the browser's timeline; the bench `first-load` reads it. */
const MARK = 'basis:page-seen'

let isSeen = false

/** Says that the last of what the page first shows is ready. */
export function sawPage(): void {
  if (isSeen) return
  isSeen = true
  performance.mark(MARK)
}
