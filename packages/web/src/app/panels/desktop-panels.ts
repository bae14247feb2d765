// Panels of a large window; those visible at first are loaded with the page.

import type { ComponentType } from 'react'
import { AccountBox } from '../../features/account/AccountBox.tsx'
import { OrderBook } from '../../features/market-depth/OrderBook.tsx'
import { RecentTrades } from '../../features/market-depth/RecentTrades.tsx'
import { OrderTicket } from '../../features/order-ticket/OrderTicket.tsx'
import type { PanelId } from '../layout/layout-model.ts'
import { OrdersPanel, PositionTable } from './OwnTables.tsx'
import { panelsApart } from './panels.ts'

export const panelViews: Record<PanelId, ComponentType> = {
  ...panelsApart,
  book: OrderBook,
  trades: RecentTrades,
  ticket: OrderTicket,
  account: AccountBox,
  positions: PositionTable,
  orders: OrdersPanel,
}
