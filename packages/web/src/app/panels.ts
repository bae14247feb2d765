// Which feature stands in which panel; each is loaded when its panel is first seen.

import { createElement, lazy } from 'react'
import type { ComponentType } from 'react'
import type { MessageKey } from '../i18n/message-keys.ts'
import type { PanelId } from './layout-model.ts'

/** What a panel may be told: on a phone, the side of the button that opened the ticket. */
export type PanelProps = { side?: 'Buy' | 'Sell' | undefined }

type Feature = Record<string, ComponentType<Record<string, unknown>> | undefined>

// The panels of the first sight come with the page. The chart, which is large, and what stands
// behind a tab come by themselves.
const features = import.meta.glob<Feature>(
  [
    '../features/account/{AccountBox,AccountMenu}.tsx',
    '../features/catalogue/{SymbolBar,SymbolInfo}.tsx',
    '../features/market-depth/{OrderBook,RecentTrades}.tsx',
    '../features/order-ticket/OrderTicket.tsx',
    '../features/orders/{OrderCount,OrderTable}.tsx',
    '../features/positions/{PositionCount,PositionTable}.tsx',
    '../features/status/StatusBar.tsx',
  ],
  { eager: true },
)
const laterFeatures = import.meta.glob<Feature>([
  '../features/account/AssetTable.tsx',
  '../features/chart/ChartPanel.tsx',
  '../features/history/TradeHistory.tsx',
])

/** Returns a feature's component, named like its file. */
function feature(folder: string, name: string): ComponentType<Record<string, unknown>> | undefined {
  return features[`../features/${folder}/${name}.tsx`]?.[name]
}

/** Returns a feature's component that is loaded when it is first painted. */
function laterFeature(folder: string, name: string): ReturnType<typeof feature> {
  const load = laterFeatures[`../features/${folder}/${name}.tsx`]
  if (load === undefined) return undefined
  return lazy(async () => {
    const component = (await load())[name]
    if (component === undefined) throw new Error(`${name}.tsx does not export ${name}`)
    return { default: component }
  })
}

const TradeHistory = laterFeature('history', 'TradeHistory')

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
  chart: laterFeature('chart', 'ChartPanel'),
  book: feature('market-depth', 'OrderBook'),
  trades: feature('market-depth', 'RecentTrades'),
  ticket: feature('order-ticket', 'OrderTicket'),
  account: feature('account', 'AccountBox'),
  positions: feature('positions', 'PositionTable'),
  orders: feature('orders', 'OrderTable'),
  orderHistory: history('orders'),
  fills: history('fills'),
  closedPnl: history('closedPnl'),
  assets: laterFeature('account', 'AssetTable'),
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
