// The failure of NATS servers that do not do what a cluster needs; it stands alone, so that whoever
// uses no server loads no driver.

import { messageOf } from '../failures/thrown.ts'

/** The servers answer and cannot keep the journal's stream: nothing was decided. */
export class NatsUnavailable extends Error {
  constructor(servers: readonly string[], cause: unknown) {
    const why = messageOf(cause)
    super(`The NATS servers (${servers.join(', ')}) cannot keep the stream: ${why}`, { cause })
    this.name = 'NatsUnavailable'
  }
}
