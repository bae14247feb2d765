// The dated futures and the options of each coin, sorted out once: the exchange keeps all that ever
// were, and a hundred options are listed each day.

import type { SymbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Views } from '@basis/engine/views'
import { OpenSymbols } from './open-symbols.ts'
import { symbolIndex } from './symbol-index.ts'

type OfCoin = { readonly futures: SymbolId[]; readonly options: OpenSymbols }
type Sorted = {
  readonly ofCoins: Map<string, OfCoin>
  /** All that are no options. */
  readonly others: SymbolId[]
}

const sorted = symbolIndex(
  (): Sorted => ({ ofCoins: new Map(), others: [] }),
  ({ ofCoins, others }, { symbol, option, contractType, quoteCoin, baseCoin }) => {
    if (option === undefined) others.push(symbol)
    const isFuture = contractType === 'LinearFutures' && quoteCoin === 'USDT'
    if (option === undefined && !isFuture) return
    const known = ofCoins.get(baseCoin) ?? { futures: [], options: new OpenSymbols() }
    ofCoins.set(baseCoin, known)
    if (isFuture) known.futures.push(symbol)
    else known.options.add(symbol)
  },
)

/** Returns all symbols that are no options, in the order of listing; few, as those come weekly. */
export const symbolsWithoutOptions = (views: Views): readonly SymbolId[] => sorted(views).others

/** Returns the symbols of a coin's dated futures in USDT, delivered ones too. */
export const futuresSymbols = (views: Views, coin: string): readonly SymbolId[] =>
  ofCoin(views, coin)?.futures ?? []

/** Returns the options of a coin that have not expired, in the order of listing. */
export const openOptions = (views: Views, coin: string): readonly Instrument[] =>
  ofCoin(views, coin)?.options.open(views) ?? []

const ofCoin = (views: Views, coin: string): OfCoin | undefined => sorted(views).ofCoins.get(coin)
