// Which feature stands in which panel; each is loaded when its panel is first seen.

import { createElement, lazy } from 'react'
import type { ComponentType } from 'react'
import type { MessageKey } from '../i18n/message-keys.ts'
import type { PanelId } from './layout-model.ts'

/** What a panel may be told: on a phone, the side of the button that opened the ticket. */
export type PanelProps = { side?: 'Buy' | 'Sell' | undefined }

type Feature = Record<string, ComponentType<Record<string, unknown>> | undefined>

// The panels of the first sight come with the page; the chart, which is large, comes by itself.
const features = import.meta.glob<Feature>(
  [
    '../features/account/{AccountBox,AccountMenu,AssetTable}.tsx',
    '../features/catalogue/{SymbolBar,SymbolInfo}.tsx',
    '../features/history/TradeHistory.tsx',
    '../features/market-depth/{OrderBook,RecentTrades}.tsx',
    '../features/order-ticket/OrderTicket.tsx',
    '../features/orders/{OrderCount,OrderTable}.tsx',
    '../features/positions/{PositionCount,PositionTable}.tsx',
    '../features/status/StatusBar.tsx',
  ],
  { eager: true },
)
const charts = import.meta.glob<Feature>('../features/chart/ChartPanel.tsx')

/** Returns a feature's component, named like its file. */
function feature(folder: string, name: string): ComponentType<Record<string, unknown>> | undefined {
  return features[`../features/${folder}/${name}.tsx`]?.[name]
}

function chart(): ComponentType<Record<string, unknown>> | undefined {
  const load = charts['../features/chart/ChartPanel.tsx']
  if (load === undefined) return undefined
  return lazy(async () => {
    const { ChartPanel } = await load()
    if (ChartPanel === undefined) throw new Error('ChartPanel.tsx does not export ChartPanel')
    return { default: ChartPanel }
  })
}

const TradeHistory = feature('history', 'TradeHistory')

function history(view: string): ComponentType<PanelProps> | undefined {
  if (TradeHistory === undefined) return undefined
  return () => createElement(TradeHistory, { view })
}

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

export const panelViews: Record<PanelId, ComponentType<PanelProps> | undefined> = {
  chart: chart(),
  book: feature('market-depth', 'OrderBook'),
  trades: feature('market-depth', 'RecentTrades'),
  ticket: feature('order-ticket', 'OrderTicket'),
  account: feature('account', 'AccountBox'),
  positions: feature('positions', 'PositionTable'),
  orders: feature('orders', 'OrderTable'),
  orderHistory: history('orders'),
  fills: history('fills'),
  closedPnl: history('closedPnl'),
  assets: feature('account', 'AssetTable'),
}

/** How many things stand behind a panel's tab, written after its name. */
export const panelCounts: Partial<Record<PanelId, ComponentType | undefined>> = {
  positions: feature('positions', 'PositionCount'),
  orders: feature('orders', 'OrderCount'),
}

/** What stands around the panels. */
export const SymbolBar = feature('catalogue', 'SymbolBar')
export const SymbolInfo = feature('catalogue', 'SymbolInfo')
export const StatusBar = feature('status', 'StatusBar')
export const AccountMenu = feature('account', 'AccountMenu')
