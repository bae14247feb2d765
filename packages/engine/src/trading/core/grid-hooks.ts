// Queues orders, positions and prices for grid bots, which act on them at the end of the command
// (rules 17.2, 17.6). It is a layer below the bots.

import { escrowAccount } from '../../state/copy.ts'
import type { PnlClosed } from '../../api/events.ts'
import type { AccountState, EngineState, MarketState, OpenOrder } from '../../state/state.ts'

/** Records that an order of a bot is final. */
export function recordGridFinal({ grids }: EngineState, order: OpenOrder): void {
  const wallet = order.account.id
  if (wallet <= escrowAccount || !grids.running.has(wallet)) return
  const { id, filledLots: lots, filledValue: value, fee, cancelType: why } = order
  grids.finals.push({ wallet, id, lots, value, fee, why })
}

/** Records that a bot's position changed by other than its own orders: the bot must end. */
export function recordGridTaken(
  { grids }: EngineState,
  { id }: AccountState,
  cause: Exclude<PnlClosed['cause'], 'Trade'>,
): void {
  if (id > escrowAccount && grids.running.has(id)) grids.taken.set(id, endBy[cause])
}

const endBy = {
  Liquidation: 'Liquidation',
  TakeOver: 'Liquidation',
  Adl: 'Deleveraged',
  Delivery: 'Delisting',
} as const

/** Records the bots whose watched prices a trade reached. */
export function recordGridPrice({ grids }: EngineState, market: MarketState, ticks: number): void {
  const reached = market.gridIndex.take('LastPrice', ticks, ticks)
  // The index is unordered: bots act in the order of their numbers (R4).
  reached.sort((a, b) => a.wallet - b.wallet)
  for (const bot of reached) grids.reached.push({ bot, ticks })
}
