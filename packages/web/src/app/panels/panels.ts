// Panels of the trade page: their names, and those that every layout loads separately.

// The layouts differ in the panels loaded with the page: a large window shows most of them at
// first, a phone few (desktop-panels.ts, phone-panels.ts).

import { createElement } from 'react'
import type { ComponentType } from 'react'
import type { HistoryFamily } from '@basis/domain/instrument/market'
import { OrderCount } from '../../features/orders/OrderCount.tsx'
import { StrategyCount } from '../../features/strategies/StrategyCount.tsx'
import { PositionCount } from '../../features/positions/PositionCount.tsx'
import type { MessageKey } from '../../i18n/message-keys.ts'
import { latePart } from '../../platform/load-part.ts'
import type { PanelId } from '../layout/layout-model.ts'

const ChartPanel = latePart(
  async () => (await import('../../features/chart/ChartPanel.tsx')).ChartPanel,
  { isFirst: true },
)

const Ladder = latePart(async () => (await import('../../features/market-depth/Ladder.tsx')).Ladder)

const TradeHistory = latePart(
  async () => (await import('../../features/history/TradeHistory.tsx')).TradeHistory,
)
const AssetTable = latePart(
  async () => (await import('../../features/account/AssetTable.tsx')).AssetTable,
)

const Borrowings = latePart(
  async () => (await import('../../features/spot-margin/Borrowings.tsx')).Borrowings,
)

const StrategyTable = latePart(
  async () => (await import('../../features/strategies/StrategyTable.tsx')).StrategyTable,
)

export const panelNames: Record<PanelId, MessageKey> = {
  chart: 'shell.panelChart',
  book: 'shell.panelBook',
  ladder: 'shell.panelLadder',
  trades: 'shell.panelTrades',
  ticket: 'shell.panelTicket',
  account: 'shell.panelAccount',
  positions: 'shell.panelPositions',
  orders: 'shell.panelOrders',
  strategies: 'shell.panelStrategies',
  orderHistory: 'shell.panelOrderHistory',
  fills: 'shell.panelFills',
  closedPnl: 'shell.panelClosedPnl',
  assets: 'shell.panelAssets',
}

/** The chart, which is large, and panels behind a tab at first. */
export const panelsApart = {
  chart: ChartPanel,
  ladder: Ladder,
  orderHistory: () => createElement(TradeHistory, { view: 'orders' }),
  fills: () => createElement(TradeHistory, { view: 'fills' }),
  closedPnl: () => createElement(TradeHistory, { view: 'closedPnl' }),
  assets: () => createElement(AssetTable, { loans: createElement(Borrowings) }),
  strategies: () =>
    createElement(StrategyTable, {
      ended: createElement(TradeHistory, { view: 'strategies' }),
    }),
} satisfies Partial<Record<PanelId, ComponentType>>

/** All histories of one family, for the history pages. */
export const Histories: ComponentType<{ family: HistoryFamily }> = (props) =>
  createElement(TradeHistory, props)

/** The number of entries of a panel, shown after its name on the tab. */
export const panelCounts: Partial<Record<PanelId, ComponentType>> = {
  positions: PositionCount,
  orders: OrderCount,
  strategies: StrategyCount,
}
