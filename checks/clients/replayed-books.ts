// The engine's own book after given commands: a journal replayed by an engine without the server's
// streams.

import { formatPrice, formatQty } from '@basis/domain/instrument/instrument'
import type { SymbolId } from '@basis/domain/numbers/brand'
import { createEngine, type Engine } from '@basis/engine/engine'
import { parseCommandLine } from '@basis/server/exchange/command-lines'
import { JournalStore } from '@basis/server/exchange/disk/journal-store'
import { journalFile } from '@basis/server/exchange/disk/storage'
import { applyUnlessRefused } from '@basis/server/exchange/recovery'

export type BookSide = readonly (readonly [price: number, size: number])[]
export type Book = { readonly bids: BookSide; readonly asks: BookSide }

/** Returns the best levels of a market, as numbers. */
function bookOf({ views }: Engine, symbol: SymbolId, levels: number): Book {
  const instrument = views.instrument(symbol)
  const view = views.depth(symbol, levels)
  if (instrument === undefined || view === undefined) throw new Error(`${symbol} has no book`)
  const side = (all: typeof view.bids): BookSide =>
    all.map(({ priceTicks, qtyLots }) => [
      Number(formatPrice(instrument, priceTicks)),
      Number(formatQty(instrument, qtyLots)),
    ])
  return { bids: side(view.bids), asks: side(view.asks) }
}

/**
 * Calls `onBook` with the book after each of the given commands, in order. Returns the number of
 * replayed commands; throws if the journal does not begin with the first one.
 */
export function replayBooks(
  dataFolder: string,
  { symbol, levels, at }: { symbol: SymbolId; levels: number; at: ReadonlySet<number> },
  onBook: (seq: number, book: Book) => void,
): number {
  const store = new JournalStore(journalFile(dataFolder), { build: 'books', readOnly: true })
  try {
    if (store.prunedSeq > 0) throw new Error(`The journal begins after ${store.prunedSeq}`)
    const refusals = new Map(store.refusals())
    const engine = createEngine()
    const last = Math.max(...at)
    let seq = 1
    while (seq <= last) {
      const part = store.read(seq)
      if (part === undefined) throw new Error(`The journal ends before ${last}`)
      for (const line of part.lines.split('\n').slice(seq - part.firstSeq)) {
        applyUnlessRefused(engine, parseCommandLine(line, seq), refusals)
        if (at.has(seq)) onBook(seq, bookOf(engine, symbol, levels))
        seq += 1
      }
    }
    return seq - 1
  } finally {
    store.close()
  }
}
