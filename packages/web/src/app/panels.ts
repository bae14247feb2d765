// Panels of the trade page, each with its name and its component.

// Panels that are visible at first come with the page; the chart, which is large, and what is
// behind a tab are loaded by themselves.

import { createElement } from 'react'
import type { ComponentType } from 'react'
import type { ContractType } from '@basis/domain/instrument/market'
import { AccountBox } from '../features/account/AccountBox.tsx'
import { OrderBook } from '../features/market-depth/OrderBook.tsx'
import { RecentTrades } from '../features/market-depth/RecentTrades.tsx'
import { OrderTicket } from '../features/order-ticket/OrderTicket.tsx'
import { OrderCount } from '../features/orders/OrderCount.tsx'
import { OrderTable } from '../features/orders/OrderTable.tsx'
import { PositionCount } from '../features/positions/PositionCount.tsx'
import { PositionTable } from '../features/positions/PositionTable.tsx'
import type { MessageKey } from '../i18n/message-keys.ts'
import { latePart } from '../platform/load-part.ts'
import type { PanelId } from './layout/layout-model.ts'

/** What a panel may be told: on a phone, the side of the button that opened the ticket. */
export type PanelProps = { side?: 'Buy' | 'Sell' | undefined }

const ChartPanel = latePart(
  async () => (await import('../features/chart/ChartPanel.tsx')).ChartPanel,
)

const TradeHistory = latePart(
  async () => (await import('../features/history/TradeHistory.tsx')).TradeHistory,
)
const AssetTable = latePart(
  async () => (await import('../features/account/AssetTable.tsx')).AssetTable,
)

export const panelNames: Record<PanelId, MessageKey> = {
  chart: 'shell.panelChart',
  book: 'shell.panelBook',
  trades: 'shell.panelTrades',
  ticket: 'shell.panelTicket',
  account: 'shell.panelAccount',
  positions: 'shell.panelPositions',
  orders: 'shell.panelOrders',
  orderHistory: 'shell.panelOrderHistory',
  fills: 'shell.panelFills',
  closedPnl: 'shell.panelClosedPnl',
  assets: 'shell.panelAssets',
}

export const panelViews: Record<PanelId, ComponentType<PanelProps>> = {
  chart: ChartPanel,
  book: OrderBook,
  trades: RecentTrades,
  ticket: OrderTicket,
  account: AccountBox,
  positions: PositionTable,
  orders: OrderTable,
  orderHistory: () => createElement(TradeHistory, { view: 'orders' }),
  fills: () => createElement(TradeHistory, { view: 'fills' }),
  closedPnl: () => createElement(TradeHistory, { view: 'closedPnl' }),
  assets: AssetTable,
}

/** All histories of a trader in one family of contracts, for the pages of their own. */
export const Histories: ComponentType<{ contractType: ContractType }> = (props) =>
  createElement(TradeHistory, props)

/** How many things stand behind a panel's tab, written after its name. */
export const panelCounts: Partial<Record<PanelId, ComponentType>> = {
  positions: PositionCount,
  orders: OrderCount,
}
