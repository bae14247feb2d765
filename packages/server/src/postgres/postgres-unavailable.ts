// The failure of a PostgreSQL that is away; it stands alone, so that whoever uses no server loads
// no driver.

/** The server cannot be asked: nothing was decided, or it is not known what. */
export class PostgresUnavailable extends Error {
  constructor(cause: unknown) {
    const why = cause instanceof Error ? cause.message : String(cause)
    super(`PostgreSQL cannot be asked: ${why}`, { cause })
    this.name = 'PostgresUnavailable'
  }
}
