// Logic of the symbol picker: which symbols match, their order, and keyboard navigation.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { MarketType } from '@basis/domain/instrument/market'
import type { Listing } from '../../stores/catalogue.ts'
import { isBlankSearch, rankedMatches } from '@basis/domain/instrument/symbol-search'
import type { PickerTab } from '../../stores/settings.ts'
import type { PickerRow } from '../../stores/tickers.ts'

export const pickerColumns = ['symbol', 'last', 'change', 'turnover', 'funding'] as const
export type PickerColumn = (typeof pickerColumns)[number]

/** The sort column and its direction; undefined keeps the exchange's order. */
export type PickerSort = { readonly column: PickerColumn; readonly isDown: boolean } | undefined

/** Returns the listings of a tab that match a search; a search covers all tabs. */
export function matchingListings(
  order: readonly Listing[],
  wanted: {
    readonly tab: PickerTab
    readonly query: string
    readonly favourites: readonly string[]
    /** Only pairs with this quote coin; '' for all. */
    readonly quoteCoin?: string
  },
): Listing[] {
  const { quoteCoin = '' } = wanted
  const isOfTab = ({ symbol, marketType, instrument }: Listing): boolean => {
    if (wanted.tab === 'favourites') return wanted.favourites.includes(symbol)
    if (tabOf(marketType) !== wanted.tab) return false
    return wanted.tab !== 'spot' || quoteCoin === '' || instrument.quoteCoin === quoteCoin
  }
  if (isBlankSearch(wanted.query)) return order.filter(isOfTab)
  // Of equal matches, the tab's own listings come first.
  return rankedMatches(
    order,
    wanted.query,
    (match, listing) => match * 2 + (isOfTab(listing) ? 0 : 1),
  )
}

/** Returns the quote coins of pairs, the one with the most pairs first. */
export function quoteCoinsOf(order: readonly Listing[]): readonly string[] {
  const counts = new Map<string, number>()
  for (const { marketType, instrument } of order) {
    if (tabOf(marketType) !== 'spot') continue
    counts.set(instrument.quoteCoin, (counts.get(instrument.quoteCoin) ?? 0) + 1)
  }
  return [...counts.keys()].toSorted((a, b) => {
    const more = (counts.get(b) ?? 0) - (counts.get(a) ?? 0)
    return more === 0 ? a.localeCompare(b) : more
  })
}

function tabOf(marketType: MarketType): PickerTab | undefined {
  switch (marketType) {
    case 'Spot':
      return 'spot'
    case 'UsdtPerpetual':
      return 'usdt'
    case 'UsdcPerpetual':
      return 'usdc'
    case 'InversePerpetual':
      return 'inverse'
    case 'UsdtFutures':
    case 'UsdcFutures':
    case 'InverseFutures':
      return 'futures'
    default:
      return undefined
  }
}

/** Returns the listings sorted by a column; those without a figure come last. */
export function sortedListings(
  listings: readonly Listing[],
  sort: PickerSort,
  rowOf: (symbol: string) => PickerRow | undefined,
  lastPriceE8: LastPriceE8 = () => undefined,
): Listing[] {
  if (sort === undefined) return [...listings]
  const direction = sort.isDown ? -1 : 1
  return listings.toSorted((a, b) => {
    if (sort.column === 'symbol') return (a.symbol < b.symbol ? -1 : 1) * direction
    const first = figureOf(a, rowOf(a.symbol), { column: sort.column, lastPriceE8 })
    const second = figureOf(b, rowOf(b.symbol), { column: sort.column, lastPriceE8 })
    if (first === undefined || second === undefined) {
      return first === second ? 0 : first === undefined ? 1 : -1
    }
    return (first < second ? -1 : first > second ? 1 : 0) * direction
  })
}

function figureOf(
  listing: Listing,
  row: PickerRow | undefined,
  by: { readonly column: Exclude<PickerColumn, 'symbol'>; readonly lastPriceE8: LastPriceE8 },
): bigint | number | undefined {
  if (row === undefined) return undefined
  switch (by.column) {
    case 'last':
      return row.lastTicks === undefined ? undefined : row.lastTicks * listing.instrument.tickSizeE8
    case 'change':
      return row.changeE8
    case 'turnover':
      return dollarTurnover(listing.instrument, row, by.lastPriceE8)
    case 'funding':
      return row.fundingRateE8
  }
}

/** The last price of a symbol, 1e-8; undefined if it is not known. */
export type LastPriceE8 = (symbol: string) => number | undefined

/**
 * Returns a row's turnover in dollars, 1e-8, converted at the last price, so that rows can be
 * compared; undefined while a quote coin's price is not known.
 */
export function dollarTurnover(
  instrument: Instrument,
  row: PickerRow,
  lastPriceE8: LastPriceE8,
): bigint | undefined {
  if (instrument.kind === 'Inverse') {
    const lastE8 = BigInt((row.lastTicks ?? 0) * instrument.tickSizeE8)
    return (row.turnover * lastE8) / 100_000_000n
  }
  const { quoteCoin } = instrument
  if (quoteCoin.startsWith('USD')) return row.turnover
  const priceE8 = lastPriceE8(`${quoteCoin}/USDT`)
  if (priceE8 !== undefined && priceE8 > 0) return (row.turnover * BigInt(priceE8)) / 100_000_000n
  const inverseE8 = lastPriceE8(`USDT/${quoteCoin}`)
  if (inverseE8 === undefined || inverseE8 <= 0) return undefined
  return (row.turnover * 100_000_000n) / BigInt(inverseE8)
}

/** Returns the sort after a click on a column: descending, ascending, none. */
export function nextSort(sort: PickerSort, column: PickerColumn): PickerSort {
  if (sort?.column !== column) return { column, isDown: true }
  return sort.isDown ? { column, isDown: false } : undefined
}

/** Returns the row after a key press; undefined if the key does not move the selection. */
export function movedRow(active: number, key: string, count: number): number | undefined {
  if (count === 0) return undefined
  switch (key) {
    case 'ArrowDown':
      return (active + 1) % count
    case 'ArrowUp':
      return (active - 1 + count) % count
    case 'PageDown':
      return Math.min(count - 1, active + 8)
    case 'PageUp':
      return Math.max(0, active - 8)
    default:
      return undefined
  }
}
