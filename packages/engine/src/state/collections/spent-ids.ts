// Client order ids of final orders, oldest first.

// At a thousand orders a second a day of them is eighty million, so they are stored as hashes in
// typed arrays: 56 bytes each, with a cost per id that does not grow with their number.

import { TextHash } from './text-hash.ts'

/**
 * A used id: its account, the hash of the id, a hash of the request, the order's id, and when the
 * order became final, in whole seconds.
 */
export type SpentLink = readonly [
  account: number,
  key: number,
  moreKey: number,
  content: number,
  orderId: number,
  second: number,
]

export type FoundLink = { readonly orderId: number; readonly content: number }

export type SpentLinks = {
  readonly size: number
  readonly keep: (link: SpentLink) => void
  /** Finds an account's id by its hash, ignoring the `past` oldest ids. */
  readonly find: (account: number, key: LinkKey, past?: number) => FoundLink | undefined
  /** When the order of the k-th oldest id became final, in seconds. */
  readonly secondAt: (k: number) => number
  /** Drops the oldest one. */
  readonly forget: () => void
  /** All of them, oldest first. */
  readonly all: () => Iterable<SpentLink>
}

export type LinkKey = readonly [key: number, moreKey: number]

/** Returns the 64-bit hash under which an id is stored; two ids collide with probability 2^-64. */
export function linkKey(linkId: string): LinkKey {
  const [key, moreKey] = new TextHash().add(linkId).words()
  return [key, moreKey]
}

/** Returns a 32-bit hash of a request, to distinguish a repeated request from a reused id. */
export const contentMark = (content: string): number => new TextHash().add(content).words()[0]

const perPage = 1024

/** Consecutive links: fields of 53 bits, and fields of 32. */
type Page = { readonly wide: Float64Array; readonly words: Uint32Array }

/**
 * The store of the exchange's own state. Links are numbered from 1 and stored in pages, so that
 * adding copies nothing and dropping frees a page at a time. Lookup is by linear hashing: each
 * added link splits at most one bucket, so that no command pays for a rehash. The links of a bucket
 * are chained from the newest to the oldest; a chain ends at the first dropped link.
 */
export class OwnSpentLinks implements SpentLinks {
  #pages: Page[] = []
  /** Numbers of the oldest and of the newest stored link. */
  #first = 1
  #last = 0
  /** The newest link of each bucket, also in pages. */
  readonly #heads: Float64Array[] = [new Float64Array(perPage)]
  #buckets = perPage
  /** The greatest power of two that is not above the number of buckets. */
  #round = perPage

  get size(): number {
    return this.#last - this.#first + 1
  }

  keep([account, key, moreKey, content, orderId, second]: SpentLink): void {
    const no = this.#last + 1
    const { wide, words } = this.#pageOf(no, true)
    const at = no % perPage
    wide[3 * at] = account
    wide[3 * at + 1] = orderId
    words[4 * at] = key
    words[4 * at + 1] = moreKey
    words[4 * at + 2] = content
    words[4 * at + 3] = second
    this.#last = no
    this.#chain(no)
    if (this.size > this.#buckets) this.#split()
  }

  find(account: number, [key, moreKey]: LinkKey, past = 0): FoundLink | undefined {
    const oldest = this.#first + past
    let no = this.#head(this.#bucketOf(key))
    while (no >= oldest) {
      const { wide, words } = this.#pageOf(no)
      const at = no % perPage
      const isIt =
        words[4 * at] === key && words[4 * at + 1] === moreKey && wide[3 * at] === account
      if (isIt) return { orderId: wide[3 * at + 1] ?? 0, content: words[4 * at + 2] ?? 0 }
      no = wide[3 * at + 2] ?? 0
    }
    return undefined
  }

  secondAt(k: number): number {
    const no = this.#first + k
    return this.#pageOf(no).words[4 * (no % perPage) + 3] ?? 0
  }

  forget(): void {
    this.#first += 1
    if (this.#first % perPage === 0) this.#pages.shift()
  }

  *all(): Generator<SpentLink> {
    for (let no = this.#first; no <= this.#last; no += 1) {
      const { wide, words } = this.#pageOf(no)
      const at = no % perPage
      yield [
        wide[3 * at] ?? 0,
        words[4 * at] ?? 0,
        words[4 * at + 1] ?? 0,
        words[4 * at + 2] ?? 0,
        wide[3 * at + 1] ?? 0,
        words[4 * at + 3] ?? 0,
      ]
    }
  }

  #pageOf(no: number, mayAdd = false): Page {
    const index = Math.floor(no / perPage) - Math.floor(this.#first / perPage)
    const found = this.#pages[index]
    if (found !== undefined) return found
    if (!mayAdd) throw new RangeError(`No link has the number ${no}`)
    const added = { wide: new Float64Array(3 * perPage), words: new Uint32Array(4 * perPage) }
    this.#pages.push(added)
    return added
  }

  #chain(no: number): void {
    const { wide, words } = this.#pageOf(no)
    const at = no % perPage
    const bucket = this.#bucketOf(words[4 * at] ?? 0)
    wide[3 * at + 2] = this.#head(bucket)
    this.#setHead(bucket, no)
  }

  #bucketOf(key: number): number {
    const wide = key % (2 * this.#round)
    return wide < this.#buckets ? wide : wide - this.#round
  }

  #head(bucket: number): number {
    return this.#heads[Math.floor(bucket / perPage)]?.[bucket % perPage] ?? 0
  }

  #setHead(bucket: number, no: number): void {
    const page = this.#heads[Math.floor(bucket / perPage)]
    if (page !== undefined) page[bucket % perPage] = no
  }

  /** Adds a bucket and moves its links from the bucket that is split. */
  #split(): void {
    const from = this.#buckets - this.#round
    if (this.#buckets % perPage === 0) this.#heads.push(new Float64Array(perPage))
    const links: number[] = []
    for (let no = this.#head(from); no >= this.#first;) {
      links.push(no)
      no = this.#pageOf(no).wide[3 * (no % perPage) + 2] ?? 0
    }
    this.#setHead(from, 0)
    this.#buckets += 1
    if (this.#buckets === 2 * this.#round) this.#round = this.#buckets
    for (const no of links.toReversed()) this.#chain(no)
  }
}

/** A fork's copy-on-write view of the store. */
export class OverlaidSpentLinks implements SpentLinks {
  readonly #below: SpentLinks
  readonly #added: SpentLink[] = []
  /** How many were dropped, the parent store's first. */
  #past = 0

  constructor(below: SpentLinks) {
    this.#below = below
  }

  get size(): number {
    return this.#below.size + this.#added.length - this.#past
  }

  keep(link: SpentLink): void {
    this.#added.push(link)
  }

  find(account: number, [key, moreKey]: LinkKey, past = 0): FoundLink | undefined {
    const oldest = this.#past + past
    const own = this.#added.findLast(
      (link, k) =>
        link[0] === account &&
        link[1] === key &&
        link[2] === moreKey &&
        this.#below.size + k >= oldest,
    )
    if (own !== undefined) return { orderId: own[4], content: own[3] }
    return this.#below.find(account, [key, moreKey], oldest)
  }

  secondAt(k: number): number {
    const at = this.#past + k
    const own = this.#added[at - this.#below.size]
    return own === undefined ? this.#below.secondAt(at) : own[5]
  }

  forget(): void {
    this.#past += 1
  }

  *all(): Generator<SpentLink> {
    let k = 0
    for (const link of this.#below.all()) {
      if (k >= this.#past) yield link
      k += 1
    }
    for (const link of this.#added) {
      if (k >= this.#past) yield link
      k += 1
    }
  }
}
