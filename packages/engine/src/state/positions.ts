// Positions of an account in a market, one-way or the two sides of a hedged pair (rules 6.1):
// lookup, creation and leverage.

import { notEntered } from '@basis/domain/margin/entry-price'
import { feeRateOf } from '@basis/domain/instrument/fee-levels'
import { leverageE2, type LeverageE2, type RateE8 } from '@basis/domain/numbers/fixed'
import { marginRates, maxLeverageOf, maxValueAt } from '@basis/domain/margin/cross-margin'
import type { PositionIdx } from '@basis/domain/orders/position'
import { invalidateMargin } from './invalidation.ts'
import {
  coinOf,
  type AccountState,
  type EngineState,
  type HedgePair,
  type PositionState,
  type MarketState,
  type OpenOrder,
} from './state.ts'
import { newStops } from './conditional-terms.ts'
import type { MmrOrder } from './mmr-close.ts'

/** The initial leverage of a contract: 10x, or its maximum if that is less (spec 9: cap 10). */
const firstLeverageE2 = 1000

/** Returns the account's position in a market; creates it on first use. */
export function positionStateOf(
  account: AccountState,
  market: MarketState,
  idx: PositionIdx = 0,
): PositionState {
  if (idx !== 0) return sideOf(pairOf(account, market), idx)
  const found = account.positions.at(market.index)
  if (found !== undefined) return found
  const made = newPositionState(account, market)
  account.positions.put(market.index, made)
  return made
}

/** Returns the position that an order belongs to. */
export const positionOf = ({ account, market, positionIdx }: OpenOrder): PositionState =>
  positionStateOf(account, market, positionIdx)

/** Returns the position if there is one, else an empty one to read; changes no state (R6). */
export function peekPosition(
  account: AccountState,
  market: MarketState,
  idx: PositionIdx = 0,
): PositionState {
  if (idx === 0) return account.positions.at(market.index) ?? newPositionState(account, market)
  return sideOf(account.hedge?.pairs[market.index] ?? newPair(account, market), idx)
}

const sideOf = (pair: HedgePair, idx: 1 | 2): PositionState => (idx === 1 ? pair.long : pair.short)

/** Returns the account's hedged pair in a market; creates it on first use. */
export function pairOf(account: AccountState, market: MarketState): HedgePair {
  account.hedge ??= { byCoin: new Map(), bySymbol: new Map(), pairs: [] }
  const { pairs } = account.hedge
  const pair = (pairs[market.index] ??= newPair(account, market))
  for (let at = 0; at < market.index; at += 1) pairs[at] ??= undefined
  return pair
}

/** Creates a pair with the leverage and the margin mode of the one-way position before it. */
function newPair(account: AccountState, market: MarketState): HedgePair {
  const long = newPositionState(account, market, 1)
  const short = newPositionState(account, market, 2)
  const before = account.positions.at(market.index)
  const pair = { long, short }
  for (const side of [long, short]) {
    side.pair = pair
    if (before === undefined) continue
    side.isolated = before.isolated
    setPositionLeverage(side, before.leverageE2)
  }
  return pair
}

/**
 * Returns every position: one-way ones by market, then pairs by market, the long before the short.
 */
export function allPositions(account: AccountState): readonly (PositionState | undefined)[] {
  const { hedge } = account
  if (hedge === undefined) return account.positions.all()
  const all = account.positions.all().slice()
  for (const pair of hedge.pairs) if (pair !== undefined) all.push(pair.long, pair.short)
  return all
}

/** Whether the account has an open position in any market. */
export const hasPosition = (account: AccountState): boolean =>
  allPositions(account).some((held) => held !== undefined && held.sign !== 0)

/**
 * Like `allPositions`, read-only: in a fork, positions that it has not copied are the parent
 * state's and refer to the account there.
 */
export function shownPositions(account: AccountState): readonly (PositionState | undefined)[] {
  const { hedge, positions } = account
  if (hedge === undefined) return positions.seen()
  const all = positions.seen().slice()
  for (const pair of hedge.pairs) if (pair !== undefined) all.push(pair.long, pair.short)
  return all
}

/** Returns the account's positions in one market: one-way, long, short. */
export function positionsIn(account: AccountState, market: MarketState): readonly PositionState[] {
  const single = account.positions.at(market.index)
  const pair = account.hedge?.pairs[market.index]
  const one = single === undefined ? [] : [single]
  return pair === undefined ? one : [...one, pair.long, pair.short]
}

/** Returns how many orders of the account rest in a market, both sides of a hedge together. */
function restingIn({ positions, hedge }: AccountState, { index }: MarketState): number {
  const pair = hedge?.pairs[index]
  return restingOf(positions.at(index)) + restingOf(pair?.long) + restingOf(pair?.short)
}

const restingOf = (position: PositionState | undefined): number =>
  position === undefined ? 0 : position.buys.length + position.sells.length

/** Returns how many orders of the account rest or wait in spot symbols. */
const restingSpot = (account: AccountState): number =>
  shownPositions(account).reduce(
    (sum, held) =>
      held?.market.instrument.kind === 'Spot' ? sum + restingOf(held) + held.waiting.length : sum,
    0,
  )

/**
 * Returns how many orders count toward the limit of active orders in a market: all spot orders, or
 * all in options of the base coin (rules 8.3). For a robot, which quotes every pair, the limit
 * applies to each pair.
 */
export function activeOrders(account: AccountState, market: MarketState): number {
  const { kind, option, baseCoin } = market.instrument
  if (account.role === 'robot') return restingIn(account, market)
  if (option !== undefined) return restingOptions(account, baseCoin)
  return kind === 'Spot' ? restingSpot(account) : restingIn(account, market)
}

/** Returns how many orders of the account rest in options of a coin. */
const restingOptions = (account: AccountState, baseCoin: string): number =>
  shownPositions(account).reduce((sum, held) => {
    const { option, baseCoin: own } = held?.market.instrument ?? {}
    return option !== undefined && own === baseCoin ? sum + restingOf(held) : sum
  }, 0)

/** Returns how many conditional orders of the account wait in a market (rules 8.3). */
export const conditionalOrders = (account: AccountState, market: MarketState): number =>
  positionsIn(account, market)
    .flatMap(({ waiting }) => waiting)
    .filter(({ plan }) => plan?.stopType === 'Stop').length

/**
 * Returns an empty position outside the account's list, for computations that must not change the
 * state (R6).
 */
function newPositionState(
  account: AccountState,
  market: MarketState,
  idx: PositionIdx = 0,
): PositionState {
  const tiers = market.instrument.riskTiers
  const most = tiers.length === 0 ? 100 : maxLeverageOf(tiers)
  const leverage = leverageE2(Math.min(firstLeverageE2, most))
  const fee = market.instrument.takerFeeE8
  return {
    account,
    market,
    idx,
    pair: undefined,
    coinBalance: coinOf(account, market.instrument.settleCoin),
    sign: 0,
    sizeLots: 0,
    entryValue: 0n,
    averageValue: 0n,
    entered: notEntered,
    average: notEntered,
    leverageE2: leverage,
    isolated: false,
    extra: 0n,
    autoAdd: false,
    realised: 0n,
    cumRealised: 0n,
    openFees: 0n,
    openFunding: 0n,
    openedMs: 0,
    updatedMs: 0,
    buys: [],
    sells: [],
    waiting: [],
    stops: newStops(),
    reduceOnlyOrders: 0,
    isChanged: false,
    longRates: marginRates(market.valueSign, leverage, fee),
    shortRates: marginRates(market.valueSign === 1 ? -1 : 1, leverage, fee),
    margin: undefined,
    marginAtMark: -1,
    counted: undefined,
    isDirty: false,
    buyCost: undefined,
    sellCost: undefined,
    buyValue: undefined,
    sellValue: undefined,
    haircut: undefined,
    maxValue: maxValueAt(tiers, leverage),
  }
}

/** Sets the leverage and the figures derived from it. */
export function setPositionLeverage(position: PositionState, leverage: LeverageE2): void {
  const { valueSign, instrument } = position.market
  const fee = instrument.takerFeeE8
  const { risk } = position.account
  position.leverageE2 = leverage
  if (leverage > risk.leverageE2) risk.leverageE2 = leverage
  position.longRates = marginRates(valueSign, leverage, fee)
  position.shortRates = marginRates(valueSign === 1 ? -1 : 1, leverage, fee)
  position.maxValue = maxValueAt(position.market.instrument.riskTiers, leverage)
  invalidateMargin(position)
}

/** Returns the rate that a fill of the account would pay in a market (rules 3.6). */
export const accountFeeRate = (
  { fees }: AccountState,
  { instrument }: MarketState,
  isMaker: boolean,
): RateE8 => feeRateOf(instrument, isMaker, fees?.rates)

/** Returns the MMR close order that waits for a position, if one does (rules 8.8). */
export const mmrCloseOf = (
  { mmr }: EngineState,
  { account, market, idx }: PositionState,
): MmrOrder | undefined =>
  mmr.waiting.size === 0
    ? undefined
    : [...mmr.waiting.values()].find(
        (each) =>
          each.account === account.id && each.market === market.index && each.positionIdx === idx,
      )
