// Combinations as they are pushed: the market of each that is watched, the account's open orders,
// newest first, and a number that grows with each order or fill that is told.

import { isFinal } from '@basis/domain/orders/order'
import type { WireSpreadMarket } from '@basis/protocol/spread/market'
import type { WireSpreadNews, WireSpreadOrder } from '@basis/protocol/spread/order'
import { createStreamStore, useStream, type StreamStore } from '../../platform/stream-store.ts'

export const spreadMarketStore: StreamStore<string, WireSpreadMarket> = createStreamStore()

const OPEN = 'open'
const NEWS = 'news'
/** Under one key the open orders; undefined until the first snapshot. */
const openStore: StreamStore<typeof OPEN, readonly WireSpreadOrder[]> = createStreamStore()
const newsStore: StreamStore<typeof NEWS, number> = createStreamStore()

/** An order as it is, and as it was before; undefined of one that is new. */
export type SpreadChange = {
  readonly before: WireSpreadOrder | undefined
  readonly order: WireSpreadOrder
}

const listeners = new Set<(change: SpreadChange) => void>()

/** Tells of orders that change, not of those that a snapshot brings; returns how to stop. */
export function onSpreadOrders(listener: (change: SpreadChange) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Takes in a message of the topic: a snapshot has every open order, a change what changed. */
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
  newsStore.set(NEWS, (newsStore.current(NEWS) ?? 0) + 1)
}

/** Forgets the account's own: nobody is signed in. */
export function clearSpreads(): void {
  openStore.remove(OPEN)
  newsStore.remove(NEWS)
}

/** Returns the open orders, newest first: of combinations with a leg, or all of them. */
export function useOpenSpreads(leg?: string): readonly WireSpreadOrder[] {
  const open = useStream(openStore, OPEN) ?? []
  const isShown = ({ legSymbol1, legSymbol2 }: WireSpreadOrder): boolean =>
    leg === undefined || leg === legSymbol1 || leg === legSymbol2
  return open.filter(isShown)
}

export const useSpreadCount = (leg?: string): number => useOpenSpreads(leg).length

/** Returns how often orders and fills were told: what depends on them is asked for again. */
export const useSpreadNews = (): number => useStream(newsStore, NEWS) ?? 0

export const useSpreadMarket = (symbol: string): WireSpreadMarket | undefined =>
  useStream(spreadMarketStore, symbol)
