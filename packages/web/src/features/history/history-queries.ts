// The query cache shared by all history panels: answers are kept for a while, and failed requests
// are repeated.

import { QueryClient } from '@tanstack/react-query'

const FRESH_MS = 10_000

let queries: QueryClient | undefined

/** Returns the cache, created when the first panel needs it. */
export function historyQueries(): QueryClient {
  queries ??= new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: 1, refetchOnWindowFocus: false },
    },
  })
  return queries
}
