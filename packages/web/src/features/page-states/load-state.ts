// Whether the data of a page or panel is there, is waited for, or could not be loaded.

/**
 * The part of a React Query result that is needed. Without data its status is pending again while
 * it is requested once more, but the count of its failures stays.
 */
type Loading = { readonly data: unknown; readonly errorUpdateCount: number }

/**
 * Returns the state of one or more requests; what was loaded before a failure stays, and a failure
 * until there is an answer.
 */
export function loadState(...queries: readonly Loading[]): 'waiting' | 'failed' | 'loaded' {
  const missing = queries.filter(({ data }) => data === undefined)
  if (missing.length === 0) return 'loaded'
  return missing.some(({ errorUpdateCount }) => errorUpdateCount > 0) ? 'failed' : 'waiting'
}
