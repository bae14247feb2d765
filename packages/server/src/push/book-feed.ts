// The order book as a feed: a snapshot, then only the levels that changed, compared with what was
// told last (W3).

import type { QtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { LevelView } from '@basis/engine/views'
import {
  encodeDepth,
  encodeLevel,
  type BookDepth,
  type WireDepth,
  type WireLevel,
} from '@basis/protocol/market-data'
import type { Feed, PushSources } from './channel.ts'

type Levels = readonly LevelView[]

/** Ten times a second at most. */
const everyMs = 100

/** Returns the feed of the best levels of a book. */
export function bookFeed(
  { exchange }: PushSources,
  instrument: Instrument,
  depth: BookDepth,
): Feed {
  const { symbol } = instrument
  let told: { readonly version: number; readonly bids: Levels; readonly asks: Levels } | undefined
  let u = 1

  const read = () => {
    const view = exchange.views.depth(symbol, depth)
    return { version: view?.version ?? 0, bids: view?.bids ?? [], asks: view?.asks ?? [] }
  }

  return {
    kind: 'orderBook',
    isPrivate: false,
    everyMs,
    // A reader that comes later begins with what the others have been told, so that the next delta
    // fits both.
    snapshot: () => {
      told ??= read()
      return encodeDepth(instrument, told, { u, seq: exchange.lastSeq() })
    },
    changes: (): WireDepth | undefined => {
      if (told === undefined || exchange.views.bookVersion(symbol) === told.version)
        return undefined
      const now = read()
      const b = changedLevels(instrument, told.bids, now.bids, -1)
      const a = changedLevels(instrument, told.asks, now.asks, 1)
      told = now
      if (b.length === 0 && a.length === 0) return undefined
      u += 1
      return { s: symbol, b, a, u, seq: exchange.lastSeq() }
    },
  }
}

const none = 0 as QtyLots

/**
 * Walks two sorted sides at once; `order` is 1 when prices rise (asks), −1 when they fall (bids).
 */
function changedLevels(
  instrument: Instrument,
  before: Levels,
  now: Levels,
  order: 1 | -1,
): WireLevel[] {
  const changes: WireLevel[] = []
  let old = 0
  let fresh = 0
  while (old < before.length || fresh < now.length) {
    const was = before[old]
    const is = now[fresh]
    const gap =
      was === undefined ? 1 : is === undefined ? -1 : (was.priceTicks - is.priceTicks) * order
    if (gap < 0 && was !== undefined) {
      changes.push(encodeLevel(instrument, { priceTicks: was.priceTicks, qtyLots: none }))
      old += 1
    } else if (is !== undefined) {
      if (gap > 0 || was?.qtyLots !== is.qtyLots) changes.push(encodeLevel(instrument, is))
      if (gap === 0) old += 1
      fresh += 1
    }
  }
  return changes
}
