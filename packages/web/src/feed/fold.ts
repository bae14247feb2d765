// Folding of a book: a snapshot, then deltas; after a gap it is stale until the next snapshot (W3,
// W4). Prices are ticks, quantities absolute lots; a quantity of zero removes the level.

/** One side, best level first: ticks, lots, ticks, lots, … Flat, so that posting it is cheap. */
type FlatSide = number[]

/** `waiting` for a first snapshot, `live`, or `broken` by a gap until the next snapshot. */
type BookPhase = 'waiting' | 'live' | 'broken'

/** The folded book of one topic; changed in place by `foldDepth`. */
export type FoldedBook = {
  phase: BookPhase
  /** The update number of this topic's last message. */
  updateNo: number
  /** The number of the last engine command that changed the book. */
  seq: number
  bids: FlatSide
  asks: FlatSide
}

/** A message of the depth topic, parsed into ticks and lots. */
export type DepthMessage = {
  readonly type: 'snapshot' | 'delta'
  readonly updateNo: number
  readonly seq: number
  /** Flat as above; those of a snapshot are sorted best first. */
  readonly bids: readonly number[]
  readonly asks: readonly number[]
}

export type FoldOutcome = 'applied' | 'ignored' | 'gap'

export function emptyBook(): FoldedBook {
  return { phase: 'waiting', updateNo: 0, seq: 0, bids: [], asks: [] }
}

/**
 * Applies a message. A repeated delta is ignored, as is every delta before a snapshot; a delta that
 * does not follow the last one, or that would cross the book, is a gap: the levels are kept, marked
 * broken, and shown as stale.
 */
export function foldDepth(book: FoldedBook, message: DepthMessage): FoldOutcome {
  if (message.type === 'snapshot') {
    book.phase = 'live'
    book.updateNo = message.updateNo
    book.seq = message.seq
    book.bids = [...message.bids]
    book.asks = [...message.asks]
    return isCrossed(book) ? breakOff(book) : 'applied'
  }
  if (book.phase !== 'live' || message.updateNo <= book.updateNo) return 'ignored'
  if (message.updateNo !== book.updateNo + 1) return breakOff(book)
  for (let at = 0; at + 1 < message.bids.length; at += 2) {
    setLevel(book.bids, message.bids[at] ?? 0, message.bids[at + 1] ?? 0, -1)
  }
  for (let at = 0; at + 1 < message.asks.length; at += 2) {
    setLevel(book.asks, message.asks[at] ?? 0, message.asks[at + 1] ?? 0, 1)
  }
  book.updateNo = message.updateNo
  book.seq = message.seq
  return isCrossed(book) ? breakOff(book) : 'applied'
}

function breakOff(book: FoldedBook): FoldOutcome {
  book.phase = 'broken'
  return 'gap'
}

function isCrossed(book: FoldedBook): boolean {
  const bid = book.bids[0]
  const ask = book.asks[0]
  return bid !== undefined && ask !== undefined && bid >= ask
}

/**
 * Sets, adds or removes one level of a sorted side; `direction` is 1 if prices rise away from the
 * best.
 */
function setLevel(side: FlatSide, ticks: number, lots: number, direction: 1 | -1): void {
  let low = 0
  let high = side.length / 2
  while (low < high) {
    const middle = (low + high) >>> 1
    if (((side[middle * 2] ?? 0) - ticks) * direction < 0) low = middle + 1
    else high = middle
  }
  const at = low * 2
  if (side[at] === ticks) {
    if (lots === 0) side.splice(at, 2)
    else side[at + 1] = lots
  } else if (lots !== 0) side.splice(at, 0, ticks, lots)
}
