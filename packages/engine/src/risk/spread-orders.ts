// Creation of combinations when their legs are listed, and the holds of their orders (rules 20.1,
// 20.3).

import type { Instrument } from '@basis/domain/instrument/instrument'
import { amount, qtyLots } from '@basis/domain/numbers/fixed'
import { canBeLeg, combinationOf, type Combination } from '@basis/domain/spread/combination'
import type { SpreadOrder } from '@basis/domain/spread/order'
import { OrderBook } from '../order-book/order-book.ts'
import { markToCheck } from '../state/liquidation-index.ts'
import {
  mostLegTicks,
  type OpenSpreadOrderOf,
  type SpreadHold,
  type SpreadMarketOf,
} from '../state/spreads/spread.ts'
import {
  byName,
  coinOf,
  type AccountState,
  type EngineState,
  type MarketState,
} from '../state/state.ts'

export type SpreadMarket = SpreadMarketOf<MarketState>
export type OpenSpreadOrder = OpenSpreadOrderOf<AccountState, MarketState>

/** Creates the combinations of a newly listed market with all other markets. */
export function addCombinations(state: EngineState, market: MarketState): void {
  // Most listings are options, and there are hundreds of markets to combine with.
  if (!canBeLeg(market.instrument)) return
  for (const other of state.markets) {
    addCombination(state, market, other)
    if (other !== market) addCombination(state, other, market)
  }
}

function addCombination({ spreads, timeMs }: EngineState, far: MarketState, near: MarketState) {
  const combination = combinationOf(far.instrument, near.instrument)
  if (combination === undefined) return
  const { symbol, tickSizeE8, closesMs = Infinity } = combination
  for (const { instrument } of [far, near]) {
    const most = mostTicksOf(instrument, tickSizeE8)
    if (most > mostLegTicks) throw new RangeError(`${symbol}: a leg of ${most} ticks is too dear`)
  }
  const book = new OrderBook()
  const figures = { lastTicks: undefined, tradedLots: 0 }
  spreads.markets.set(symbol, { combination, far, near, book, ...figures })
  if (closesMs > timeMs && closesMs < spreads.closeDueMs) spreads.closeDueMs = closesMs
}

/** The maximum price of a leg, in ticks of its combination. */
const mostTicksOf = (leg: Instrument, tickSizeE8: number): number =>
  (leg.maxPriceTicks * leg.tickSizeE8) / tickSizeE8

/**
 * Returns whether a combination with an instrument, as it would be listed now, has a leg whose
 * maximum price its book cannot have.
 */
export const hasTooDearLeg = ({ markets }: EngineState, instrument: Instrument): boolean =>
  canBeLeg(instrument) &&
  markets.some(({ instrument: other }) => {
    if (other.symbol === instrument.symbol) return false
    const combination = combinationOf(instrument, other) ?? combinationOf(other, instrument)
    if (combination === undefined) return false
    const { tickSizeE8 } = combination
    return [instrument, other].some((leg) => mostTicksOf(leg, tickSizeE8) > mostLegTicks)
  })

/** Returns a combination with its legs' current limits; tick and lot sizes never change. */
export const combinationNow = ({ combination, far, near }: SpreadMarket): Combination =>
  combinationOf(far.instrument, near.instrument) ?? combination

/** Replaces an order's hold. */
export function setHold(order: OpenSpreadOrder, hold: SpreadHold): void {
  const { account, market } = order
  if (order.hold === hold) return
  const settled = coinOf(account, market.combination.quoteCoin)
  settled.spreadHold += hold.margin - order.hold.margin
  if (order.hold.coins !== 0n) coinOf(account, order.hold.coin).locked -= order.hold.coins
  if (hold.coins !== 0n) coinOf(account, hold.coin).locked += hold.coins
  order.hold = hold
  markToCheck(account.risk)
}

/** Returns the account's open orders of combinations, oldest first. */
export const spreadOrdersOf = (
  { spreads }: EngineState,
  account: AccountState,
): readonly OpenSpreadOrder[] =>
  spreads.orders.size === 0
    ? []
    : [...spreads.orders.values()].filter((order) => order.account === account).sort(byNumber)

/** Returns the open orders of combinations with a leg in this market, by account, oldest first. */
export function spreadsWithLeg(
  { spreads }: EngineState,
  leg: MarketState,
): ReadonlyMap<AccountState, readonly OpenSpreadOrder[]> {
  const met = [...spreads.orders.values()].filter(
    ({ market }) => market.far === leg || market.near === leg,
  )
  return Map.groupBy(met.sort(byNumber), ({ account }) => account)
}

/** Compares by id: a restored state has its orders in the order of its books (R4). */
export const byNumber = (one: OpenSpreadOrder, other: OpenSpreadOrder): number => one.id - other.id

/** Returns whether the account has an open order of a combination with a leg in this market. */
export const hasSpreadsIn = (
  state: EngineState,
  account: AccountState,
  leg: MarketState,
): boolean =>
  spreadOrdersOf(state, account).some(({ market }) => market.far === leg || market.near === leg)

/** Returns an immutable record of the order. */
export const spreadRecord = (order: OpenSpreadOrder): SpreadOrder => ({
  id: order.id,
  linkId: order.linkId,
  account: order.account.id,
  symbol: order.market.combination.symbol,
  side: order.side,
  orderType: order.orderType,
  timeInForce: order.timeInForce,
  priceTicks: order.priceTicks,
  qtyLots: qtyLots(order.qtyLots),
  leavesLots: qtyLots(order.leavesLots),
  filledLots: qtyLots(order.filledLots),
  filledValue: amount(order.filledValue),
  fees: byName(order.fees).map(([coin, fee]) => ({ coin, fee: amount(fee) })),
  status: order.status,
  cancelType: order.cancelType,
  createdMs: order.createdMs,
  updatedMs: order.updatedMs,
  updateNo: order.updateNo,
})
