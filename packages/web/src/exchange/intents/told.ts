// What the trader has been told already: the answer to an act and its push come in either order,
// and only the first of them speaks.

/** Spec 9: the recent list is trimmed by five when it is over ten. */
const LIMIT = 10
const TRIM = 5

/** Returns a list of what was told; `claim` is true for the first who asks about a thing. */
export function createToldList(): { claim: (thing: string) => boolean; list: () => string[] } {
  let told: string[] = []
  return {
    claim: (thing) => {
      if (told.includes(thing)) return false
      told.push(thing)
      if (told.length > LIMIT) told = told.slice(TRIM)
      return true
    },
    list: () => [...told],
  }
}

const page = createToldList()

export type Told = 'created' | 'modified' | 'canceled'

/**
 * Returns whether this happening of an order has not been told on this page yet, and marks it as
 * told.
 */
export function claimTelling(told: Told, orderId: number | string, updateNo = 0): boolean {
  return page.claim(`${told}:${orderId}:${told === 'modified' ? updateNo : 0}`)
}
