// Requesting the data of a page again after pushed events: many events make one request, and a
// request under way is not given up.

import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** What is requested is written shortly after the push, and several events cause one request. */
const SETTLE_MS = 700

type Refresher = {
  /** Requests the data again in a moment; called at each event. */
  readonly request: () => void
  readonly stop: () => void
}

/** Requests all shown data under the key again. */
export function refresher(queries: QueryClient, queryKey: QueryKey): Refresher {
  let timer: ReturnType<typeof setTimeout> | undefined
  const request = (): void => {
    timer ??= setTimeout(() => {
      timer = undefined
      // A request under way may have been answered before the event: another follows it.
      if (queries.isFetching({ queryKey }) > 0) request()
      else void queries.invalidateQueries({ queryKey }, { cancelRefetch: false })
    }, SETTLE_MS)
  }
  return { request, stop: () => clearTimeout(timer) }
}
