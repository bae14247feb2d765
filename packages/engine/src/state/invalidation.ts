// Invalidation after a change: cached margins and account sums are dropped, and accounts to check
// and positions to emit at the end of the command are noted.

import { dollarE8 } from './coin.ts'
import { noteRisk, noteSpent } from './liquidation-index.ts'
import { valueAtMark } from './mark-value.ts'
import {
  tickValue,
  type AccountState,
  type EngineState,
  type PositionState,
  type MarketState,
} from './state.ts'

/** Has everything anew that was reckoned at the market's mark, which was another before. */
export function moveMark(state: EngineState, market: MarketState, before: number): void {
  const { markE8 } = market
  market.markNo += 1
  const share = before === 0 ? 1 : Math.abs(markE8 - before) / Math.min(markE8, before)
  state.marks.note(market.index, share)
}

/** Throws away what was reckoned of a holding whose orders, position or leverage changed. */
export function invalidateMargin(holding: PositionState): void {
  noteRisk(holding.account.risk)
  noteSums(holding)
  forgetMargin(holding)
}

function forgetMargin(holding: PositionState): void {
  holding.margin = undefined
  holding.buyCost = undefined
  holding.sellCost = undefined
  holding.buyValue = undefined
  holding.sellValue = undefined
}

/** Has the account's sums reckoned from nothing: its list of holdings is another. */
export function invalidateSums({ sums }: AccountState): void {
  sums.at = -1
}

/**
 * Returns what the room of a calm account is used up by: the lots at their price or at the mark,
 * whichever is higher, so that a sale far below the mark counts with what it gives away (calm.ts).
 */
export const weighed = (market: MarketState, ticks: number, lots: number): bigint =>
  ticks * market.instrument.tickSizeE8 > market.markE8
    ? tickValue(market, ticks, lots)
    : valueAtMark(market, lots)

/** Notes that orders or trades worth so much are added (none for those that end). */
function noteOrder({ account, market, pot }: PositionState, ticks: number, lots: number): void {
  const { risk } = account
  if (!risk.isCalm) return noteRisk(risk)
  // Coins that are held for spot orders carry nothing, and only dollars are worth what they say.
  if (pot.coin.usdE8 !== dollarE8 || market.instrument.kind === 'Spot') return noteRisk(risk)
  noteSpent(risk, lots === 0 ? 0n : weighed(market, ticks, lots))
}

/** Notes that what the sums hold of a holding is no longer what it is. */
export function noteSums(holding: PositionState): void {
  const unit = holding.pair === undefined ? holding : holding.pair.long
  if (unit.isDirty) return
  unit.isDirty = true
  unit.account.sums.dirty.push(unit)
}

/** As `invalidateMargin`, where only orders of one side changed, perhaps by one of this value. */
export function invalidateSide(holding: PositionState, sign: 1 | -1, ticks = 0, lots = 0): void {
  noteOrder(holding, ticks, lots)
  noteSums(holding)
  holding.margin = undefined
  if (sign === 1) holding.buyCost = holding.buyValue = undefined
  else holding.sellCost = holding.sellValue = undefined
}

/** Marks a position as changed: its margin is computed anew and the command tells it at its end. */
export function touch(state: EngineState, holding: PositionState): void {
  invalidateMargin(holding)
  tellLater(state, holding)
}

function tellLater(state: EngineState, holding: PositionState): void {
  if (holding.touched) return
  holding.touched = true
  state.touched.push(holding)
}

/** As `touch`, by a trade. */
export function touchTraded(
  state: EngineState,
  holding: PositionState,
  { value, lots }: { readonly value: bigint; readonly lots: number },
): void {
  const { market, pot, account } = holding
  const { risk } = account
  const atMark = weighed(market, 0, lots)
  if (pot.coin.usdE8 === dollarE8) noteSpent(risk, value > atMark ? value : atMark)
  else noteRisk(risk)
  noteSums(holding)
  forgetMargin(holding)
  tellLater(state, holding)
}
