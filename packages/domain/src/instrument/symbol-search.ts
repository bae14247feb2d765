// The rank of a symbol in a search by name, which the symbol search of the terminal and that of the
// chart share.

/** The names of a listed symbol. */
type Names = { readonly symbol: string; readonly displayName: string }

/** Spaces, slashes, hyphens and underscores are not compared: btc-usdt finds BTCUSDT. */
const withoutSeparators = (text: string): string => text.replace(/[\s/_-]/g, '')

/** Whether the text names no symbol: it is empty, or separators only. */
export const isBlankSearch = (typed: string): boolean => withoutSeparators(typed) === ''

/**
 * Returns the rank of a match, the best first: 0 if the symbol is exactly what was typed, 1 if only
 * separators differ, 2 if the symbol begins with it, 3 if the symbol or its displayed name contains
 * it; undefined if it does not match. BTC/USDT is the pair and BTCUSDT the contract, though they
 * differ only in the slash.
 */
export function matchRank({ symbol, displayName }: Names, typed: string): number | undefined {
  const upper = typed.trim().toUpperCase()
  const query = withoutSeparators(upper)
  if (symbol.toUpperCase() === upper) return 0
  const name = withoutSeparators(symbol.toUpperCase())
  if (name === query) return 1
  if (name.startsWith(query)) return 2
  const isContained = [name, withoutSeparators(displayName.toUpperCase())].some((each) =>
    each.includes(query),
  )
  return isContained ? 3 : undefined
}

/** Returns the listings that match, the best match first, otherwise in the given order. */
export function rankedMatches<Found extends Names>(
  listings: readonly Found[],
  typed: string,
  rankOf: (match: number, listing: Found) => number = (match) => match,
): Found[] {
  return listings
    .flatMap((listing) => {
      const match = matchRank(listing, typed)
      return match === undefined ? [] : [{ listing, rank: rankOf(match, listing) }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ listing }) => listing)
}
