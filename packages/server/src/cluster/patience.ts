// Patience with a cluster that has just begun: a stream has no leader for some seconds, and a
// question that nobody answers is asked again.

import { JetStreamApiError } from '@nats-io/jetstream'

const patienceMs = 20_000
const everyMs = 300
/** JetStream: not ready yet. */
const unavailable = 10_008

/** Returns what an act comes to; throws at an answer that is final, and after twenty seconds. */
export async function patiently<Result>(act: () => Promise<Result>): Promise<Result> {
  const endMs = performance.now() + patienceMs
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
