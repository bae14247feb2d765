// The error for an unreachable users' server: nothing was decided, or it is not known.

export class PeopleUnavailable extends Error {
  constructor(cause?: unknown) {
    super('Users cannot be asked now; trading goes on', { cause })
    this.name = 'PeopleUnavailable'
  }
}
