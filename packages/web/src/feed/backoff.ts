// Delays before a retry: reconnects with full jitter, and resyncs of a single topic.

/** Reliability T6: from half a second to half a minute. */
const RECONNECT_FIRST_MS = 500
const RECONNECT_MOST_MS = 30_000

/** Reliability W4: at most one resync per two seconds and topic. */
const RESYNC_LEAST_MS = 2_000

/**
 * Returns the delay before reconnect number `attempt` (0 the first): a random part of a ceiling
 * that doubles from 0.5 s to 30 s. `chance` is in [0, 1).
 */
export function reconnectDelayMs(attempt: number, chance: number): number {
  const ceiling = Math.min(RECONNECT_MOST_MS, RECONNECT_FIRST_MS * 2 ** Math.min(attempt, 16))
  return Math.round(ceiling * chance)
}

/**
 * Returns the delay before consecutive resync number `attempt` (0 the first): none, then 2 s
 * doubling to 30 s.
 */
export function resyncDelayMs(attempt: number): number {
  if (attempt === 0) return 0
  return Math.min(RECONNECT_MOST_MS, RESYNC_LEAST_MS * 2 ** Math.min(attempt - 1, 16))
}
