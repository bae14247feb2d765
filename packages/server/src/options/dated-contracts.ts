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
  count: number
  last: SymbolId | undefined
}

const sortedBy = new WeakMap<Views, Sorted>()

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

function ofCoin(views: Views, coin: string): OfCoin | undefined {
  const symbols = views.symbols()
  const sorted = sortedFor(views, symbols)
  for (const symbol of symbols.slice(sorted.count)) {
    const { option, contractType, quoteCoin, baseCoin = '' } = views.instrument(symbol) ?? {}
    const isFuture = contractType === 'LinearFutures' && quoteCoin === 'USDT'
    if (option === undefined && !isFuture) continue
    const known = sorted.ofCoins.get(baseCoin) ?? { futures: [], options: [] }
    sorted.ofCoins.set(baseCoin, known)
    const list = isFuture ? known.futures : known.options
    list.push(symbol)
  }
  sorted.count = symbols.length
  sorted.last = symbols.at(-1)
  return sorted.ofCoins.get(coin)
}

/** Symbols are only added at the end; an engine that was rebuilt may lack the last ones. */
function sortedFor(views: Views, symbols: readonly SymbolId[]): Sorted {
  const known = sortedBy.get(views)
  if (known !== undefined && symbols[known.count - 1] === known.last) return known
  const fresh: Sorted = { ofCoins: new Map(), count: 0, last: undefined }
  sortedBy.set(views, fresh)
  return fresh
}
