// Requests to bring a table of the trade page to the front, e.g. by a notice; the layout handles
// them.

import { create } from 'zustand'

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

const usePanelRequest = create<{ panel: TablePanel | undefined }>(() => ({ panel: undefined }))

/** Requests a table; a layout that is not mounted yet handles it later. */
export function showPanel(panel: TablePanel): void {
  usePanelRequest.setState({ panel })
}

/** Calls the layout with each request, also a pending one; returns the unsubscribe. */
export function onPanelRequest(show: (panel: TablePanel) => void): () => void {
  const answer = (): void => {
    const { panel } = usePanelRequest.getState()
    if (panel === undefined) return
    usePanelRequest.setState({ panel: undefined })
    show(panel)
  }
  answer()
  return usePanelRequest.subscribe(answer)
}
