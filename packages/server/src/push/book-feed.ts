// The order book as a feed: a snapshot, then only the levels that differ from the last message
// (W3).

import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { LevelView } from '@basis/engine/views'
import {
  encodeDepth,
  encodeLevel,
  type BookDepth,
  type WireDepth,
  type WireLevel,
} from '@basis/protocol/market-data'
import { changedLevels, type Level } from '../exchange/level-changes.ts'
import type { Feed, PushSources } from './channel.ts'

type Levels = readonly LevelView[]

/** Minimum interval between deltas. */
const everyMs = 100

/** Returns the feed of the best levels of a book. */
export function bookFeed(
  { exchange }: PushSources,
  instrument: Instrument,
  depth: BookDepth,
): Feed {
  const { symbol } = instrument
  let published:
    | { readonly version: number; readonly bids: Levels; readonly asks: Levels }
    | undefined
  let u = 1

  const read = () => {
    const view = exchange.views.depth(symbol, depth)
    return { version: view?.version ?? 0, bids: view?.bids ?? [], asks: view?.asks ?? [] }
  }

  const encode = (level: Level): WireLevel =>
    encodeLevel(instrument, {
      priceTicks: priceTicks(level.priceTicks),
      qtyLots: qtyLots(level.qtyLots),
    })

  return {
    kind: 'orderBook',
    isPrivate: false,
    everyMs,
    // A new reader gets the last published state, so that the next delta fits all readers.
    snapshot: () => {
      published ??= read()
      return encodeDepth(instrument, published, { u, seq: exchange.lastSeq() })
    },
    changes: (): WireDepth | undefined => {
      if (published === undefined || exchange.views.bookVersion(symbol) === published.version)
        return undefined
      const now = read()
      const b = changedLevels(published.bids, now.bids, -1).map(encode)
      const a = changedLevels(published.asks, now.asks, 1).map(encode)
      published = now
      if (b.length === 0 && a.length === 0) return undefined
      u += 1
      return { s: symbol, b, a, u, seq: exchange.lastSeq() }
    },
  }
}
