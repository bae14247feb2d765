// The latest public trades and liquidations of each watched symbol, newest first.

import { newestLiquidations, type WireMarketLiquidation } from '@basis/protocol/market-data'
import { formatTopic } from '@basis/protocol/topics'
import { createStreamStore, useStream } from '../platform/stream-store.ts'
import type { StreamStore } from '../platform/stream-store.ts'
import type { Trade } from '../feed/market.ts'
import type { LiquidationSnapshot, TradeSnapshot } from '../feed/messages.ts'
import { useWatch } from '../feed/push.ts'

export type { Trade } from '../feed/market.ts'

/** As many as a tall panel can show. */
const KEPT = 60

export const tradeStore: StreamStore<string, readonly Trade[]> = createStreamStore()

/** Takes in trades, oldest first; one that is known already is not listed twice. */
export function applyTrades(shot: TradeSnapshot): void {
  const before = shot.isSnapshot ? [] : (tradeStore.current(shot.symbol) ?? [])
  const known = new Set(before.map((trade) => trade.id))
  const fresh = shot.trades.filter((trade) => !known.has(trade.id)).toReversed()
  tradeStore.set(shot.symbol, [...fresh, ...before].slice(0, KEPT))
}

/** Returns a symbol's latest trades and keeps them coming while the caller is on the page. */
export function useTrades(symbol: string): readonly Trade[] | undefined {
  useWatch(formatTopic({ kind: 'trade', symbol }))
  return useStream(tradeStore, symbol)
}

export const liquidationStore: StreamStore<string, readonly WireMarketLiquidation[]> =
  createStreamStore()

/** Takes in liquidations, oldest first. */
export function applyMarketLiquidations(shot: LiquidationSnapshot): void {
  const before = shot.isSnapshot ? [] : (liquidationStore.current(shot.symbol) ?? [])
  const all = [...shot.liquidations.toReversed(), ...before]
  liquidationStore.set(shot.symbol, all.slice(0, newestLiquidations))
}

/** Returns a contract's latest liquidations and keeps them coming, as `useTrades` does. */
export function useLiquidations(symbol: string): readonly WireMarketLiquidation[] | undefined {
  useWatch(formatTopic({ kind: 'liquidation', symbol }))
  return useStream(liquidationStore, symbol)
}
