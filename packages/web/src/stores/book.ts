// The order book as it is shown: both sides flat in ticks and lots, and whether it is whole.

import { formatTopic } from '@basis/protocol/topics'
import { createStreamStore, useStream } from '../platform/stream-store.ts'
import type { StreamStore } from '../platform/stream-store.ts'
import { useWatch } from '../feed/push.ts'

export type Book = {
  /** Best level first: ticks, lots, ticks, lots, … */
  readonly bids: Float64Array
  readonly asks: Float64Array
  readonly seq: number
  /** False from a gap or a lost connection until the next snapshot. */
  readonly isLive: boolean
}

/** Deep enough for thirty rows a side at the coarsest grouping. */
const DEPTH = 200

export const bookStore: StreamStore<string, Book> = createStreamStore()

/** Returns a symbol's book and keeps it coming while the caller is on the page. */
export function useBook(symbol: string): Book | undefined {
  useWatch(formatTopic({ kind: 'orderBook', depth: DEPTH, symbol }))
  return useStream(bookStore, symbol)
}
