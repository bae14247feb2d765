// Retries for a cluster that is starting: its streams have no leader for some seconds, and requests
// may go unanswered.

import { JetStreamApiError } from '@nats-io/jetstream'

const limitMs = 20_000
const everyMs = 300
/** JetStream: not ready yet. */
const unavailable = 10_008

/** Retries an operation for up to twenty seconds; throws at once on a final error. */
export async function retryWhileUnavailable<Result>(act: () => Promise<Result>): Promise<Result> {
  const endMs = performance.now() + limitMs
  for (;;) {
    try {
      return await act()
    } catch (error) {
      const isFinal = error instanceof JetStreamApiError && error.code !== unavailable
      if (isFinal && !/replicas|peers|suitable/.test(error.message)) throw error
      if (performance.now() > endMs) throw error
      await new Promise((resolve) => setTimeout(resolve, everyMs))
    }
  }
}
