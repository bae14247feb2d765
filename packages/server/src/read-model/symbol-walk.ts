// The symbols of a table, found by one index seek each; walked through in parts, as most of those
// that were ever listed have ended.

import type { Kysely } from 'kysely'
import type { HistoryTables } from './history-tables.ts'

/** Tables with an index that begins with the symbol. */
type Table = 'candle' | 'openInterest' | 'publicTrade'

const symbolsPerPart = 100

/** Yields the symbols of a table after one, in order. */
async function* symbolsAfter(
  db: Kysely<HistoryTables>,
  table: Table,
  after: string,
): AsyncGenerator<string> {
  for (let last = after; ;) {
    // Typed as one of the tables: all have the column.
    const next = await db
      .selectFrom(table as 'candle')
      .select('symbol')
      .where('symbol', '>', last)
      .orderBy('symbol')
      .limit(1)
      .executeTakeFirst()
    if (next === undefined) return
    last = next.symbol
    yield last
  }
}

export class SymbolWalk {
  readonly #db: Kysely<HistoryTables>
  readonly #table: Table
  #last = ''

  constructor(db: Kysely<HistoryTables>, table: Table) {
    this.#db = db
    this.#table = table
  }

  /** Returns the next symbols, from the first on after the last ones. */
  async next(): Promise<readonly string[]> {
    const found: string[] = []
    for await (const symbol of symbolsAfter(this.#db, this.#table, this.#last)) {
      found.push(symbol)
      if (found.length === symbolsPerPart) break
    }
    this.#last = found.length < symbolsPerPart ? '' : (found.at(-1) ?? '')
    return found
  }
}
