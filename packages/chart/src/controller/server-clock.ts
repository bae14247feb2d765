// The server's time: the local clock, corrected by the host's answers.

import type { Datafeed } from '../options/datafeed.ts'
import { safely } from '../primitives/events.ts'

/** The host is asked again after this time, or when the local clock was set this far away. */
const againMs = 10_000

/** Returns the function that reads it; it asks when it is called. */
export function serverClock(
  datafeed: Pick<Datafeed, 'getServerTime'>,
  localNowMs: () => number = () => Date.now(),
): () => number {
  let aheadMs = 0
  let askedMs = Number.NEGATIVE_INFINITY
  const answered = (seconds: number): void => {
    if (Number.isFinite(seconds)) aheadMs = seconds * 1000 - localNowMs()
  }
  return () => {
    const nowMs = localNowMs()
    // A host may learn the server's time after the chart was made, and a local clock can be set.
    if (Math.abs(nowMs - askedMs) >= againMs) {
      askedMs = nowMs
      safely(() => datafeed.getServerTime?.(answered))
    }
    return nowMs + aheadMs
  }
}
