// The error for NATS servers that lack what a cluster needs; in a file of its own, so that it can
// be imported without the driver.

import { messageOf } from '../failures/thrown.ts'

/** The servers answer but cannot store the journal's stream: nothing was written. */
export class NatsUnavailable extends Error {
  constructor(servers: readonly string[], cause: unknown) {
    const why = messageOf(cause)
    super(`The NATS servers (${servers.join(', ')}) cannot keep the stream: ${why}`, { cause })
    this.name = 'NatsUnavailable'
  }
}
