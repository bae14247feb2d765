// Instruments by category and name: `BTCUSDT` is the pair in one category and the perpetual in
// another.

import { symbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Views } from '@basis/engine/views'
import { spotSymbolIdOf } from '@basis/protocol/spot/symbol'
import type { V5Category } from '@basis/protocol/v5/vocabulary'
import { OpenSymbols } from '../options/open-symbols.ts'
import { symbolIndex } from '../options/symbol-index.ts'
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

/**
 * What was ever listed, by category: hundreds of options are listed every day, and a question about
 * one category must not visit all the others. Status and terms change, so only symbols are kept.
 */
class Catalogue {
  readonly #symbols: Readonly<Record<V5Category, Instrument['symbol'][]>> = {
    spot: [],
    linear: [],
    inverse: [],
    option: [],
  }
  readonly #open: Readonly<Record<V5Category, OpenSymbols>> = {
    spot: new OpenSymbols(),
    linear: new OpenSymbols(),
    inverse: new OpenSymbols(),
    option: new OpenSymbols(),
  }
  readonly pairs = new Map<string, Instrument['symbol']>()

  add(instrument: Instrument): void {
    const { symbol } = instrument
    const category = categoryOf(instrument)
    this.#symbols[category].push(symbol)
    this.#open[category].add(symbol)
    if (category === 'spot') this.pairs.set(spotSymbolIdOf(symbol), symbol)
  }

  symbols(category: V5Category): readonly Instrument['symbol'][] {
    return this.#symbols[category]
  }

  open(views: Views, category: V5Category): readonly Instrument[] {
    return this.#open[category].open(views)
  }
}

const catalogueOf = symbolIndex(
  () => new Catalogue(),
  (catalogue, instrument) => catalogue.add(instrument),
)

/** Returns the instrument of a name in a category; undefined if none is listed. */
export function findInstrument(
  views: Views,
  category: V5Category,
  name: string,
): Instrument | undefined {
  const symbol = category === 'spot' ? catalogueOf(views).pairs.get(name) : symbolId(name)
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

/** Returns all symbols of a category, ended ones too, in the order in which they were listed. */
export const symbolsIn = (views: Views, category: V5Category): readonly Instrument['symbol'][] =>
  catalogueOf(views).symbols(category)

/** Returns all instruments of a category, ended ones too, in the order of their listing. */
export const instrumentsOf = (views: Views, category: V5Category): readonly Instrument[] =>
  instrumentsAt(views, symbolsIn(views, category))

/** The same without those that are closed. */
export const openInstrumentsOf = (views: Views, category: V5Category): readonly Instrument[] =>
  catalogueOf(views).open(views, category)

const instrumentsAt = (
  views: Views,
  symbols: readonly Instrument['symbol'][],
): readonly Instrument[] => symbols.flatMap((symbol) => views.instrument(symbol) ?? [])

/** Whether an instrument ends on a date as it is in names, such as `25DEC26`. */
export const isOfExpiry = ({ symbol }: Instrument, date: string): boolean =>
  symbol.split('-')[1] === date
