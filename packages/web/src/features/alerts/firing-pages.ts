// Pages of fired alerts, newest first, as they are shown: the newest page is requested again when
// an alert fires, older ones on request.

import type { WireFiring } from '@basis/protocol/alerts/alert'

/** `next`: the cursor of the next page; '' if there is none. */
export type FiringPage = { readonly list: readonly WireFiring[]; readonly next: string }

/** Returns the shown rows with those of the newest page; that page alone if a gap would be left. */
export function withNewest(shown: FiringPage | undefined, newest: FiringPage): FiringPage {
  const lastId = newest.list.at(-1)?.firingId
  const at = shown?.list.findIndex(({ firingId }) => firingId === lastId) ?? -1
  if (shown === undefined || at < 0) return newest
  return { ...shown, list: [...newest.list, ...shown.list.slice(at + 1)] }
}

/** Returns the shown rows with those after a cursor, unless they were added meanwhile. */
export function withOlder(shown: FiringPage, cursor: string, older: FiringPage): FiringPage {
  return shown.next === cursor ? { ...older, list: [...shown.list, ...older.list] } : shown
}
