// The failures of a PostgreSQL that is away or too slow; they stand alone, so that whoever uses no
// server loads no driver.

import { messageOf } from '../failures/thrown.ts'

/** The server cannot be asked: nothing was decided, or it is not known what. */
export class PostgresUnavailable extends Error {
  constructor(cause: unknown) {
    const why = messageOf(cause)
    super(`PostgreSQL cannot be asked: ${why}`, { cause })
    this.name = 'PostgresUnavailable'
  }
}

/** A cluster's history records nothing any more; started again, it goes on from what is there. */
export class HistoryUnwritten extends Error {
  constructor(reason: string) {
    super(`The history cannot be written: ${reason}`)
    this.name = 'HistoryUnwritten'
  }
}
