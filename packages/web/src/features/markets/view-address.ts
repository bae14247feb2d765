// The view of the markets page in its address, so that a link or a reload leads to it.

import { oneOf } from '../../platform/storage.ts'
import { marketViews, type MarketView } from './market-rows.ts'

/** Returns the view that the address names; undefined where it names none that there is. */
export const viewInAddress = (): MarketView | undefined =>
  oneOf(marketViews)(new URLSearchParams(globalThis.location.search).get('view'))

/** Writes a view into the address, in the place of the former; the first view needs no word. */
export function writeView(view: MarketView, first: MarketView): void {
  const { history, location } = globalThis
  const url = new URL(location.href)
  if (view === first) url.searchParams.delete('view')
  else url.searchParams.set('view', view)
  history.replaceState(history.state, '', url)
}
