// Invalidation after a change: drops cached margins and account sums, and records the accounts to
// check and the positions to emit at the end of the command.

import { dollarE8, isDollarCoin } from './coin.ts'
import { markToCheck, takeSpareValue } from './liquidation-index.ts'
import { valueAtMark } from './mark-value.ts'
import {
  coinOf,
  tickValue,
  type AccountState,
  type EngineState,
  type OpenOrder,
  type PositionState,
  type MarketState,
} from './state.ts'

/** Invalidates everything that depends on a market's mark, after the mark has moved. */
export function moveMark(state: EngineState, market: MarketState, before: number): void {
  market.markNo += 1
  // Premiums can move by multiples: accounts with options are checked at every move.
  if (market.instrument.option !== undefined) state.marks.recordMove(market.index)
  else state.marks.record(market.index, before, market.markE8)
}

/** Drops the cached figures of a position whose orders, size or leverage changed. */
export function invalidateMargin(position: PositionState): void {
  markToCheck(position.account.risk)
  markSumsChanged(position)
  dropMargin(position)
}

function dropMargin(position: PositionState): void {
  position.margin = undefined
  position.buyCost = undefined
  position.sellCost = undefined
  position.buyValue = undefined
  position.sellValue = undefined
  position.haircut = undefined
}

/** Makes the account's sums be recomputed from scratch, after its list of positions changed. */
export function invalidateSums({ sums }: AccountState): void {
  sums.at = -1
}

/**
 * Returns what lots use of a well-margined account's spare value: their value at their price or at
 * the mark, whichever is higher, so that a sale far below the mark counts in full
 * (risk/well-margined.ts).
 */
export const valueAtWorse = (market: MarketState, ticks: number, lots: number): bigint =>
  ticks * market.instrument.tickSizeE8 > market.markE8
    ? tickValue(market, ticks, lots)
    : valueAtMark(market, lots)

/** Updates the risk record for lots that an order added at a price; 0 if the order ended. */
function recordOrder(position: PositionState, sign: 1 | -1, ticks: number, lots: number): void {
  const { account, market, coinBalance } = position
  const { risk } = account
  if (!risk.isWellMargined) return markToCheck(risk)
  const { kind, option } = market.instrument
  if (kind === 'Spot') return takeSpareValue(risk, dollarsPaid(position, sign, ticks, lots))
  // Only the value of dollar coins is constant.
  const isPlain = option === undefined && coinBalance.coin.usdE8 === dollarE8
  if (!isPlain) return markToCheck(risk)
  takeSpareValue(risk, lots === 0 ? 0n : valueAtWorse(market, ticks, lots))
}

/**
 * Returns what a spot order uses of a well-margined account's spare value: the dollars that it
 * would pay. Other coins count 0 in it, and an order cannot pay more than the balance.
 */
function dollarsPaid(
  { account, market }: PositionState,
  sign: 1 | -1,
  ticks: number,
  lots: number,
): bigint {
  const { baseCoin, quoteCoin, lotSizeE8 } = market.instrument
  if (lots === 0 || !isDollarCoin(coinOf(account, sign === 1 ? quoteCoin : baseCoin).coin)) {
    return 0n
  }
  return sign === 1 ? tickValue(market, ticks, lots) : BigInt(lots) * BigInt(lotSizeE8)
}

/** Records that the account's sums are out of date for the position. */
export function markSumsChanged(position: PositionState): void {
  const counted = position.pair === undefined ? position : position.pair.long
  if (counted.isDirty) return
  counted.isDirty = true
  counted.account.sums.dirty.push(counted)
}

/**
 * Like `invalidateMargin`, if only one order of a side was added (`lots` above zero), removed
 * (below) or changed in place (undefined). A cached value of the side's orders is adjusted instead
 * of recomputed, as a market maker has hundreds of them.
 */
export function invalidateSide(
  position: PositionState,
  order: Pick<OpenOrder, 'sign' | 'priceTicks' | 'reduceOnly'>,
  lots?: number,
): void {
  const { sign, priceTicks } = order
  recordOrder(position, sign, priceTicks, Math.max(0, lots ?? 0))
  markSumsChanged(position)
  position.margin = undefined
  position.haircut = undefined
  const known = sign === 1 ? position.buyValue : position.sellValue
  const value = known === undefined ? undefined : valueWith(position, known, order, lots)
  if (sign === 1) {
    position.buyCost = undefined
    position.buyValue = value
  } else {
    position.sellCost = undefined
    position.sellValue = value
  }
}

/** The value of a side's orders after one was added or removed; undefined to sum up again. */
function valueWith(
  { market }: PositionState,
  known: bigint,
  { priceTicks, reduceOnly }: Pick<OpenOrder, 'priceTicks' | 'reduceOnly'>,
  lots: number | undefined,
): bigint | undefined {
  // The lots that a filled order had before are not known here.
  if (lots === undefined || lots === 0) return undefined
  if (reduceOnly) return known
  const value = tickValue(market, priceTicks, Math.abs(lots))
  return lots > 0 ? known + value : known - value
}

/**
 * Marks a position as changed: its margin is recomputed, and it is emitted at the end of the
 * command.
 */
export function markChanged(state: EngineState, position: PositionState): void {
  invalidateMargin(position)
  emitLater(state, position)
}

function emitLater(state: EngineState, position: PositionState): void {
  if (position.isChanged) return
  position.isChanged = true
  state.changedPositions.push(position)
}

/** Like `markChanged`, after a trade. */
export function markTraded(
  state: EngineState,
  position: PositionState,
  { value, lots }: { readonly value: bigint; readonly lots: number },
): void {
  const { market, coinBalance, account } = position
  const { risk } = account
  const atMark = valueAtWorse(market, 0, lots)
  const isPlain = coinBalance.coin.usdE8 === dollarE8 && market.instrument.option === undefined
  if (isPlain) takeSpareValue(risk, value > atMark ? value : atMark)
  else markToCheck(risk)
  markSumsChanged(position)
  dropMargin(position)
  emitLater(state, position)
}
