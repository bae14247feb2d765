// Panels of a phone: the chart is visible at first, the others are loaded after the first paint, or
// when they are selected before that.

import type { ComponentType } from 'react'
import { latePart, loadPart } from '../../platform/load-part.ts'
import type { PanelId } from '../layout/layout-model.ts'
import { OrdersPanel, PositionTable } from './OwnTables.tsx'
import { panelsApart } from './panels.ts'

const further = {
  OrderBook: async () => (await import('../../features/market-depth/OrderBook.tsx')).OrderBook,
  RecentTrades: async () =>
    (await import('../../features/market-depth/RecentTrades.tsx')).RecentTrades,
  AccountBox: async () => (await import('../../features/account/AccountBox.tsx')).AccountBox,
  SymbolInfo: async () => (await import('../../features/catalogue/SymbolInfo.tsx')).SymbolInfo,
  TicketSheet: async () => (await import('../TicketSheet.tsx')).TicketSheet,
} as const

export const TicketSheet = latePart(further.TicketSheet, { isFirst: true })

export const panelViews: Record<Exclude<PanelId, 'ticket'> | 'info', ComponentType> = {
  ...panelsApart,
  book: latePart(further.OrderBook, { isFirst: true }),
  trades: latePart(further.RecentTrades, { isFirst: true }),
  account: latePart(further.AccountBox, { isFirst: true }),
  positions: PositionTable,
  orders: OrdersPanel,
  info: latePart(further.SymbolInfo),
}

/** Loads the panels that a tap may open, before it does. */
export function loadFurtherPanels(): void {
  for (const load of Object.values(further)) void loadPart<unknown>(load)
}
