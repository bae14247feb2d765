// The one memory of all history panels: what was asked for is kept a while, and asked again on
// failure.

import { QueryClient } from '@tanstack/react-query'

const FRESH_MS = 10_000

let queries: QueryClient | undefined

/** Returns the memory, made when the first panel asks for it. */
export function historyQueries(): QueryClient {
  queries ??= new QueryClient({
    defaultOptions: {
      queries: { staleTime: FRESH_MS, retry: 1, refetchOnWindowFocus: false },
    },
  })
  return queries
}
