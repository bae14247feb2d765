// The errors for a PostgreSQL that is unreachable or too slow; in a file of their own, so that they
// can be imported without the driver.

import { messageOf } from '../failures/thrown.ts'

/** The server is unreachable: nothing was decided, or it is not known. */
export class PostgresUnavailable extends Error {
  constructor(cause: unknown) {
    const why = messageOf(cause)
    super(`PostgreSQL cannot be asked: ${why}`, { cause })
    this.name = 'PostgresUnavailable'
  }
}

/** A cluster's history no longer records; a restart continues from what is recorded. */
export class HistoryUnwritten extends Error {
  constructor(reason: string) {
    super(`The history cannot be written: ${reason}`)
    this.name = 'HistoryUnwritten'
  }
}
