// Price moves of markets with waiting triggers, recorded for the end of the command.

import { ticksAroundE8 } from '@basis/domain/instrument/instrument'
import type { TriggerBasis } from '@basis/domain/orders/order'
import type { EngineState, MarketState } from './state.ts'

/** Returns the ticks around the price of a basis; 0 without a price. */
export function ticksAround(
  { instrument, lastTicks, markE8, indexE8 }: MarketState,
  basis: TriggerBasis,
): { readonly floor: number; readonly roof: number } {
  if (basis === 'LastPrice') return { floor: lastTicks, roof: lastTicks }
  return ticksAroundE8(instrument, basis === 'MarkPrice' ? markE8 : indexE8)
}

/** Records a trade's price in a watched market, before it becomes the last price. */
export function recordTrade(state: EngineState, market: MarketState, ticks: number): void {
  const { moves } = market
  if (moves.traded) {
    if (ticks >= moves.low && ticks <= moves.high) return
    moves.isHighNewer = ticks > moves.high
    moves.low = Math.min(moves.low, ticks)
    moves.high = Math.max(moves.high, ticks)
    return
  }
  moves.traded = true
  moves.from = market.lastTicks
  moves.low = moves.high = ticks
  moves.isHighNewer = false
  recordMove(state, market)
}

/** Records index and mark of a watched market, before they are updated. */
export function recordPrices(state: EngineState, market: MarketState): void {
  const { moves } = market
  if (moves.priced) return
  moves.priced = true
  moves.indexE8 = market.indexE8
  moves.markE8 = market.markE8
  recordMove(state, market)
}

function recordMove(state: EngineState, market: MarketState): void {
  if (market.moves.moved) return
  market.moves.moved = true
  state.triggers.moved.push(market)
}
