// The symbol the page shows, with its instrument.

import { useTradePage } from '../shell/location.ts'
import { chooseSymbol } from '../shell/location.ts'
import { symbolOfPage, useListing, type Listing } from './catalogue.ts'

/** Returns the symbol of the trade page; the default one where the address names none. */
export function useCurrentSymbol(): string {
  return symbolOfPage(useTradePage()) ?? 'BTCUSDT'
}

/** Returns the listing the page shows; undefined until the catalogue is there or when it is not listed. */
export function useCurrentListing(): Listing | undefined {
  return useListing(useCurrentSymbol())
}

/** Moves the page to a listing. */
export function showListing(listing: Listing): void {
  const { instrument, marketType, symbol } = listing
  chooseSymbol({
    marketType,
    symbol,
    baseCoin: instrument.baseCoin,
    quoteCoin: instrument.quoteCoin,
  })
}
