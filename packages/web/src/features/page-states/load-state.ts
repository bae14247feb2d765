// Whether the data of a page or panel is there, is waited for, or could not be loaded.

/** The part of a React Query result that is needed. */
type Loading = { readonly data: unknown; readonly isError: boolean }

/** Returns the state of one or more requests; what was loaded before a failure stays. */
export function loadState(...queries: readonly Loading[]): 'waiting' | 'failed' | 'loaded' {
  const missing = queries.filter(({ data }) => data === undefined)
  if (missing.length === 0) return 'loaded'
  return missing.some(({ isError }) => isError) ? 'failed' : 'waiting'
}
