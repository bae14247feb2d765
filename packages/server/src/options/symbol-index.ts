// An index over all symbols that were ever listed, brought up to date by those listed since.

import type { SymbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Views } from '@basis/engine/views'

/**
 * Returns a function that returns the index of an exchange's symbols: `create` makes an empty one,
 * `add` sorts an instrument into it. Hundreds of options are listed each day, so none is visited
 * twice; as status and terms change, an index should keep symbols only.
 */
export function symbolIndex<Index>(
  create: () => Index,
  add: (index: Index, instrument: Instrument) => void,
): (views: Views) => Index {
  type Known = { readonly index: Index; count: number; last: SymbolId | undefined }
  const knownOf = new WeakMap<Views, Known>()
  const beginFor = (views: Views): Known => {
    const fresh: Known = { index: create(), count: 0, last: undefined }
    knownOf.set(views, fresh)
    return fresh
  }
  return (views) => {
    const symbols = views.symbols()
    const before = knownOf.get(views)
    // Symbols are only added at the end; an engine that was rebuilt may lack the last ones.
    const isCurrent = before !== undefined && symbols[before.count - 1] === before.last
    const known = isCurrent ? before : beginFor(views)
    if (symbols.length === known.count) return known.index
    for (const symbol of symbols.slice(known.count)) {
      const instrument = views.instrument(symbol)
      if (instrument !== undefined) add(known.index, instrument)
    }
    known.count = symbols.length
    known.last = symbols.at(-1)
    return known.index
  }
}
