// Requests to bring a table of the trade page to the front: a notice asks, the layout answers.

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

/** Asks for a table; a page that is not there yet answers when it is. */
export function showPanel(panel: TablePanel): void {
  usePanelRequest.setState({ panel })
}

/** Hands each request to the layout, also one that was made before; returns how to stop. */
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
