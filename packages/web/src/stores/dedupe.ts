// Recently announced orders, so that the answer and the push of one order do not both announce it.

/** Spec 9: the recent list is trimmed by five when it is over ten. */
const LIMIT = 10
const TRIM = 5

/** Returns a list of announced things; `claim` is true only for a thing that is not on it yet. */
export function createRecentList(): { claim: (thing: string) => boolean; list: () => string[] } {
  let seen: string[] = []
  return {
    claim: (thing) => {
      if (seen.includes(thing)) return false
      seen.push(thing)
      if (seen.length > LIMIT) seen = seen.slice(TRIM)
      return true
    },
    list: () => [...seen],
  }
}

const page = createRecentList()

/** Returns whether this order was not announced recently, and marks it as announced. */
export function claimAnnouncement(orderId: number | string): boolean {
  return page.claim(String(orderId))
}
