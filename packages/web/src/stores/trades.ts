// The latest public trades and liquidations of each watched symbol, newest first.

import { newestLiquidations, type WireMarketLiquidation } from '@basis/protocol/market-data'
import { formatTopic } from '@basis/protocol/topics/topic'
import { createStreamStore, useStream } from '../platform/stream-store.ts'
import type { StreamStore } from '../platform/stream-store.ts'
import type { Trade } from '../feed/market.ts'
import type { LiquidationSnapshot, TradeSnapshot } from '../feed/messages.ts'
import { useWatch } from '../feed/push.ts'

export type { Trade } from '../feed/market.ts'

/** As many as a tall panel can show. */
const KEPT = 60

export const tradeStore: StreamStore<string, readonly Trade[]> = createStreamStore()

/** Adds trades, oldest first; a known trade is not added twice. */
export function applyTrades(shot: TradeSnapshot): void {
  const before = shot.isSnapshot ? [] : (tradeStore.current(shot.symbol) ?? [])
  const known = new Set(before.map((trade) => trade.id))
  const fresh = shot.trades.filter((trade) => !known.has(trade.id)).toReversed()
  tradeStore.set(shot.symbol, [...fresh, ...before].slice(0, KEPT))
}

/** Returns a symbol's latest trades and subscribes to them while the component is mounted. */
export function useTrades(symbol: string): readonly Trade[] | undefined {
  useWatch(formatTopic({ kind: 'trade', symbol }))
  return useStream(tradeStore, symbol)
}

export const liquidationStore: StreamStore<string, readonly WireMarketLiquidation[]> =
  createStreamStore()

/** Adds liquidations, oldest first. */
export function applyMarketLiquidations(shot: LiquidationSnapshot): void {
  const before = shot.isSnapshot ? [] : (liquidationStore.current(shot.symbol) ?? [])
  const all = [...shot.liquidations.toReversed(), ...before]
  liquidationStore.set(shot.symbol, all.slice(0, newestLiquidations))
}

/** Returns a contract's latest liquidations and subscribes to them, as `useTrades` does. */
export function useLiquidations(symbol: string): readonly WireMarketLiquidation[] | undefined {
  useWatch(formatTopic({ kind: 'liquidation', symbol }))
  return useStream(liquidationStore, symbol)
}
