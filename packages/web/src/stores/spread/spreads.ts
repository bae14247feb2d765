// Pushed combinations: the markets of the watched ones, and the account's open orders, newest
// first, with the messages about them.

import { isFinal } from '@basis/domain/orders/order'
import type { WireSpreadMarket } from '@basis/protocol/spread/market'
import type { WireSpreadNews, WireSpreadOrder } from '@basis/protocol/spread/order'
import { createStreamStore, useStream, type StreamStore } from '../../platform/stream-store.ts'

export const spreadMarketStore: StreamStore<string, WireSpreadMarket> = createStreamStore()

const OPEN = 'open'
/** The open orders, under one key; undefined until the first snapshot. */
const openStore: StreamStore<typeof OPEN, readonly WireSpreadOrder[]> = createStreamStore()

/** The new and the previous state of an order; `before` is undefined for a new one. */
export type SpreadChange = {
  readonly before: WireSpreadOrder | undefined
  readonly order: WireSpreadOrder
}

const listeners = new Set<(change: SpreadChange) => void>()
const newsListeners = new Set<() => void>()

/** Listens to changes of orders, not to snapshots; returns the unsubscribe. */
export function onSpreadOrders(listener: (change: SpreadChange) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Listens to each message about orders or fills; returns the unsubscribe. */
export function onSpreadNews(listener: () => void): () => void {
  newsListeners.add(listener)
  return () => void newsListeners.delete(listener)
}

/** Applies a message of the topic: a snapshot has every open order, a delta the changed ones. */
export function applySpreadNews({ orders }: WireSpreadNews, isSnapshot: boolean): void {
  const before = isSnapshot ? [] : (openStore.current(OPEN) ?? [])
  const byId = new Map(before.map((order) => [order.orderId, order]))
  for (const order of orders) {
    const change = { before: byId.get(order.orderId), order }
    if (!isSnapshot) for (const listener of listeners) listener(change)
    if (isFinal(order.orderStatus)) byId.delete(order.orderId)
    else byId.set(order.orderId, order)
  }
  const open = [...byId.values()].toSorted((a, b) => Number(b.orderId) - Number(a.orderId))
  openStore.set(OPEN, open)
  for (const listener of newsListeners) listener()
}

/** Clears the account's orders after a sign-out. */
export function clearSpreads(): void {
  openStore.remove(OPEN)
}

/** Returns the open orders, newest first: those of combinations with a leg, or all. */
export function useOpenSpreads(leg?: string): readonly WireSpreadOrder[] {
  const open = useStream(openStore, OPEN) ?? []
  const isShown = ({ legSymbol1, legSymbol2 }: WireSpreadOrder): boolean =>
    leg === undefined || leg === legSymbol1 || leg === legSymbol2
  return open.filter(isShown)
}

export const useSpreadCount = (leg?: string): number => useOpenSpreads(leg).length

export const useSpreadMarket = (symbol: string): WireSpreadMarket | undefined =>
  useStream(spreadMarketStore, symbol)
