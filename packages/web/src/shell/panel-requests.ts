// Requests to bring a table of the trade page to the front, e.g. by a notice; the layout handles
// them.

import { currentPage, currentTradePage, goTo } from './location.ts'
import { isTradePage } from './routes.ts'

export const tablePanels = [
  'positions',
  'orders',
  'strategies',
  'orderHistory',
  'fills',
  'closedPnl',
  'assets',
] as const
export type TablePanel = (typeof tablePanels)[number]

const listeners = new Set<(panel: TablePanel) => void>()
/** The request that no layout has heard yet. */
let waiting: TablePanel | undefined

/**
 * Requests a table. From a page without tables the last trade page is opened; a layout that is not
 * mounted yet handles the request later.
 */
export function showPanel(panel: TablePanel): void {
  if (!isTradePage(currentPage())) goTo(currentTradePage())
  if (listeners.size === 0) waiting = panel
  for (const show of listeners) show(panel)
}

/** Calls a part of the layout with each request, also a waiting one; returns the unsubscribe. */
export function onPanelRequest(show: (panel: TablePanel) => void): () => void {
  listeners.add(show)
  const panel = waiting
  waiting = undefined
  if (panel !== undefined) show(panel)
  return () => listeners.delete(show)
}
