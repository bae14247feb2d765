// The dated futures and the options of each coin, sorted out once: the exchange keeps all that ever
// were, and a hundred options are listed each day.

import type { SymbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import type { Views } from '@basis/engine/views'

type OfCoin = {
  readonly futures: SymbolId[]
  /** Without those that were delivered, which is final. */
  options: SymbolId[]
}
type Sorted = {
  readonly ofCoins: Map<string, OfCoin>
  /** All that are no options. */
  readonly others: SymbolId[]
  count: number
  last: SymbolId | undefined
}

const sortedBy = new WeakMap<Views, Sorted>()

/** Returns all symbols that are no options, in the order of listing; few, as those come weekly. */
export const symbolsWithoutOptions = (views: Views): readonly SymbolId[] => sorted(views).others

/** Returns the symbols of a coin's dated futures in USDT, delivered ones too. */
export const futuresSymbols = (views: Views, coin: string): readonly SymbolId[] =>
  ofCoin(views, coin)?.futures ?? []

/** Returns the options of a coin that have not expired, in the order of listing. */
export function openOptions(views: Views, coin: string): readonly Instrument[] {
  const known = ofCoin(views, coin)
  if (known === undefined) return []
  const nowMs = views.timeMs()
  const options = known.options.flatMap((symbol) => views.instrument(symbol) ?? [])
  const open = options.filter(({ status }) => status !== 'Closed')
  const isOver = ({ deliveryMs = 0, status }: Instrument): boolean =>
    status === 'Closed' && deliveryMs <= nowMs
  if (open.length < options.length) {
    known.options = options.flatMap((each) => (isOver(each) ? [] : [each.symbol]))
  }
  return open
}

const ofCoin = (views: Views, coin: string): OfCoin | undefined => sorted(views).ofCoins.get(coin)

function sorted(views: Views): Sorted {
  const symbols = views.symbols()
  const found = sortedFor(views, symbols)
  for (const symbol of symbols.slice(found.count)) {
    const { option, contractType, quoteCoin, baseCoin = '' } = views.instrument(symbol) ?? {}
    if (option === undefined) found.others.push(symbol)
    const isFuture = contractType === 'LinearFutures' && quoteCoin === 'USDT'
    if (option === undefined && !isFuture) continue
    const known = found.ofCoins.get(baseCoin) ?? { futures: [], options: [] }
    found.ofCoins.set(baseCoin, known)
    const list = isFuture ? known.futures : known.options
    list.push(symbol)
  }
  found.count = symbols.length
  found.last = symbols.at(-1)
  return found
}

/** Symbols are only added at the end; an engine that was rebuilt may lack the last ones. */
function sortedFor(views: Views, symbols: readonly SymbolId[]): Sorted {
  const known = sortedBy.get(views)
  if (known !== undefined && symbols[known.count - 1] === known.last) return known
  const fresh: Sorted = { ofCoins: new Map(), others: [], count: 0, last: undefined }
  sortedBy.set(views, fresh)
  return fresh
}
