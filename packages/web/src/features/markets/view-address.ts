// The view of the markets page in its URL, so that a link or a reload opens it.

import { oneOf } from '../../platform/storage.ts'
import { marketViews, type MarketView } from './market-rows.ts'

/** Returns the view that the URL names; undefined if it names no known view. */
export const viewInAddress = (): MarketView | undefined =>
  oneOf(marketViews)(new URLSearchParams(globalThis.location.search).get('view'))

/** Replaces the view in the URL; the default view is left out. */
export function writeView(view: MarketView, first: MarketView): void {
  const { history, location } = globalThis
  const url = new URL(location.href)
  if (view === first) url.searchParams.delete('view')
  else url.searchParams.set('view', view)
  history.replaceState(history.state, '', url)
}
