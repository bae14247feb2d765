// Instruments by category and name: `BTCUSDT` is the pair in one category and the perpetual in
// another.

import { symbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Views } from '@basis/engine/views'
import { spotSymbolIdOf } from '@basis/protocol/spot/symbol'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import { V5Refused } from './refused.ts'

/** The category of an instrument. */
export function categoryOf({ kind, option }: Instrument): V5Category {
  if (kind === 'Spot') return 'spot'
  if (option !== undefined) return 'option'
  return kind === 'Inverse' ? 'inverse' : 'linear'
}

/** The name of an instrument in its category. */
export const v5Symbol = ({ kind, symbol }: Instrument): string =>
  kind === 'Spot' ? spotSymbolIdOf(symbol) : symbol

type Catalogue = {
  readonly count: number
  readonly pairs: ReadonlyMap<string, Instrument['symbol']>
}
const catalogues = new WeakMap<Views, Catalogue>()

/** Returns spot pairs by name; rebuilt when something was listed. */
function pairsOf(views: Views): Catalogue['pairs'] {
  const symbols = views.symbols()
  const known = catalogues.get(views)
  if (known?.count === symbols.length) return known.pairs
  const pairs = new Map(
    symbols
      .filter((symbol) => views.instrument(symbol)?.kind === 'Spot')
      .map((symbol) => [spotSymbolIdOf(symbol), symbol] as const),
  )
  catalogues.set(views, { count: symbols.length, pairs })
  return pairs
}

/** Returns the instrument of a name in a category; undefined if none is listed. */
export function findInstrument(
  views: Views,
  category: V5Category,
  name: string,
): Instrument | undefined {
  const symbol = category === 'spot' ? pairsOf(views).get(name) : symbolId(name)
  const instrument = symbol === undefined ? undefined : views.instrument(symbol)
  return instrument !== undefined && categoryOf(instrument) === category ? instrument : undefined
}

/** The same, but throws V5Refused if none is listed. */
export function listedInstrument(views: Views, category: V5Category, name: string): Instrument {
  const found = findInstrument(views, category, name)
  if (found !== undefined) return found
  const result = { category: '', list: [], nextPageCursor: '' }
  throw new V5Refused(10001, 'params error: symbol invalid', { result })
}

/** Returns all instruments of a category, in the order in which they were listed. */
export function instrumentsOf(views: Views, category: V5Category): readonly Instrument[] {
  return views.symbols().flatMap((symbol) => {
    const instrument = views.instrument(symbol)
    return instrument !== undefined && categoryOf(instrument) === category ? [instrument] : []
  })
}

/** Whether an instrument ends on a date as it is in names, such as `25DEC26`. */
export const isOfExpiry = ({ symbol }: Instrument, date: string): boolean =>
  symbol.split('-')[1] === date
