// A market chosen in a chart's own search: shown on the page, and in the price source that the
// trader has chosen for the charts.

import type { CandleSource } from '@basis/domain/instrument/candle'
import { listingOf, showListing, type Listing } from '../../stores/catalogue.ts'
import { seriesOf, tickerOf } from './feed/chart-datafeed.ts'

/** Returns a listing's ticker in the chosen price source; a spot pair has its last price only. */
export const tickerIn = ({ symbol, instrument }: Listing, source: CandleSource): string =>
  tickerOf(symbol, instrument.kind === 'Spot' ? 'last' : source)

/** Shows the found market on the whole page; returns the ticker that the chart then shows. */
export function showFound(found: string, source: CandleSource): string {
  const listing = listingOf(seriesOf(found).symbol)
  if (listing === undefined) return found
  showListing(listing)
  return tickerIn(listing, source)
}
