// Margin of combinations: the hold of a resting order, and whether an account can carry both legs
// (rules 20.3, D-S6, D-S8).

import type { PriceE8 } from '@basis/domain/numbers/fixed'
import { orderCostAt } from '@basis/domain/margin/cross-margin'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { spreadTicks, type SpreadTicks } from '@basis/domain/spread/combination'
import {
  fairSpreadTicks,
  legPrices,
  referenceE8,
  spreadBand,
  type SpreadBand,
} from '@basis/domain/spread/pricing'
import { modeOf } from '../state/position-mode.ts'
import { peekPosition } from '../state/positions.ts'
import { valueAtMark } from '../state/mark-value.ts'
import type { SpreadHold } from '../state/spreads/spread.ts'
import type { SpreadMarket } from './spread-orders.ts'
import { coinOf, tickValue, type AccountState, type MarketState } from '../state/state.ts'
import { accountMargin } from './account-margin.ts'
import { ofUsd, unlockedBalance } from './collateral.ts'
import { riskLimitProblem, shortfallOf } from './shortage.ts'

/** Returns the near leg's mark, or its index for a spot pair; 0 before the first price. */
export const nearReference = ({ near }: SpreadMarket): PriceE8 =>
  referenceE8(near.instrument.kind, near)

const hasPrices = (market: SpreadMarket): boolean =>
  market.far.markE8 > 0 && nearReference(market) > 0

/** Returns far mark minus near reference in ticks; undefined until both have a price. */
export const fairTicks = (market: SpreadMarket): SpreadTicks | undefined =>
  hasPrices(market)
    ? fairSpreadTicks(market.combination, market.far.markE8, nearReference(market))
    : undefined

/** Returns the price band of orders now; undefined until both legs have a price (D-S4). */
export function bandNow(market: SpreadMarket): SpreadBand | undefined {
  if (!hasPrices(market)) return undefined
  const marks = { farE8: market.far.markE8, nearE8: nearReference(market) }
  const ratios = [market.far.instrument.bandXE8, market.near.instrument.bandXE8]
  return spreadBand(market.combination, marks, ratios)
}

/** One leg of a combination's order: the market, the side taken in it, its price and lots. */
export type SpreadLeg = {
  readonly market: MarketState
  readonly sign: 1 | -1
  readonly ticks: number
  readonly lots: number
}

/**
 * Returns both legs of an order at a spread price, from the near leg's current reference (D-S5).
 * The legs' prices are whole ticks, as the combination's tick is a multiple of both.
 */
export function legsAt(
  market: SpreadMarket,
  { sign, price, lots }: { readonly sign: 1 | -1; readonly price: SpreadTicks; lots: number },
): { readonly far: SpreadLeg; readonly near: SpreadLeg } {
  const { combination, far, near } = market
  const at = legPrices(combination, nearReference(market), price)
  const leg = (of: MarketState, priceAtE8: number, side: 1 | -1): SpreadLeg => ({
    market: of,
    sign: side,
    ticks: priceAtE8 / of.instrument.tickSizeE8,
    lots: (lots * combination.lotSizeE8) / of.instrument.lotSizeE8,
  })
  return { far: leg(far, at.far, sign), near: leg(near, at.near, sign === 1 ? -1 : 1) }
}

/**
 * Returns the hold of a resting order: for each contract the cost of what it would open, for a spot
 * leg what it would pay (D-S8).
 */
export function holdOf(
  account: AccountState,
  market: SpreadMarket,
  asked: { readonly sign: 1 | -1; readonly price: SpreadTicks; readonly lots: number },
): SpreadHold {
  const { far, near } = legsAt(market, asked)
  const margin = legCost(account, far)
  if (near.market.instrument.kind !== 'Spot') {
    return { margin: margin + legCost(account, near), coin: '', coins: 0n }
  }
  const { baseCoin, quoteCoin, lotSizeE8 } = near.market.instrument
  return near.sign === 1
    ? { margin, coin: quoteCoin, coins: tickValue(near.market, near.ticks, near.lots) }
    : { margin, coin: baseCoin, coins: BigInt(near.lots) * BigInt(lotSizeE8) }
}

/** The cost of what a contract leg would open; closing a position is free (rules 6.3). */
function legCost(account: AccountState, { market, sign, ticks, lots }: SpreadLeg): bigint {
  const position = peekPosition(account, market)
  const closing = position.sign === -sign ? Math.min(position.sizeLots, lots) : 0
  if (lots === closing) return 0n
  const rates = sign === 1 ? position.longRates : position.shortRates
  return orderCostAt(tickValue(market, Math.max(1, ticks), lots - closing), rates)
}

/** Returns why an account's modes do not allow these legs, if so (D-S9). */
export function modeProblem(
  account: AccountState,
  { far, near }: SpreadMarket,
): Problem | undefined {
  for (const market of [far, near]) {
    if (market.instrument.kind === 'Spot') continue
    if (modeOf(account, market) === 'BothSide') return problem('spreadNeedsOneWay', 'symbol')
    if (peekPosition(account, market).isolated) return problem('spreadNeedsCross', 'symbol')
  }
  return undefined
}

/** Returns why an account cannot cover an additional hold, if so. */
export function holdProblem(
  account: AccountState,
  { margin, coin, coins }: SpreadHold,
  { combination }: SpreadMarket,
): Problem | undefined {
  const { available } = accountMargin(account)
  if (margin > 0n && available < margin) {
    const quote = coinOf(account, combination.quoteCoin)
    return lacking(
      'insufficientBalance',
      combination.quoteCoin,
      margin,
      ofUsd(quote.coin, available),
    )
  }
  const there = coins === 0n ? 0n : unlockedBalance(coinOf(account, coin))
  if (coins <= there) return undefined
  const name = coin === combination.baseCoin ? 'insufficientCoin' : 'insufficientBalance'
  return lacking(name, coin, coins, there)
}

const lacking = (
  name: 'insufficientBalance' | 'insufficientCoin',
  coin: string,
  needed: bigint,
  there: bigint,
): Problem => problem(name, 'qty', shortfallOf(needed, there, coin))

/** An account's funds before or after a match, as far as the check compares them. */
export type SpreadMeans = {
  readonly available: bigint
  readonly initial: bigint
  /** Unlocked balances of the coins that a spot leg moves. */
  readonly unlocked: ReadonlyMap<string, bigint>
}

/** Returns the figures by which a match is checked. */
export function meansOf(account: AccountState, { combination, near }: SpreadMarket): SpreadMeans {
  const { available, initial } = accountMargin(account)
  const coins = [combination.baseCoin, combination.quoteCoin]
  const moved = near.instrument.kind === 'Spot' ? coins : []
  const unlocked = new Map(moved.map((coin) => [coin, unlockedBalance(coinOf(account, coin))]))
  return { available, initial, unlocked }
}

/**
 * Returns why an account cannot carry both legs after a match: coins, risk limit, margin. A match
 * that needs no more coins or margin than before passes these checks, to permit risk reduction.
 */
export function carriedLegsProblem(
  account: AccountState,
  market: SpreadMarket,
  before: SpreadMeans,
): Problem | undefined {
  const after = meansOf(account, market)
  const { baseCoin, quoteCoin } = market.combination
  for (const [coin, there] of after.unlocked) {
    const was = before.unlocked.get(coin) ?? 0n
    if (there >= 0n || there >= was) continue
    const name = coin === baseCoin ? 'insufficientCoin' : 'insufficientBalance'
    return lacking(name, coin, was - there, was)
  }
  const beyond = [market.far, market.near].map((leg) => riskProblem(account, leg))
  const limit = beyond.find((wrong) => wrong !== undefined)
  if (limit !== undefined) return limit
  if (after.available >= 0n) return undefined
  if (after.initial <= before.initial && after.available >= before.available) return undefined
  const { coin } = coinOf(account, quoteCoin)
  const needed = before.available - after.available
  return lacking(
    'insufficientBalance',
    quoteCoin,
    ofUsd(coin, needed),
    ofUsd(coin, before.available),
  )
}

/** Returns the problem if a position's value at mark exceeds the maximum at its leverage (4.3). */
function riskProblem(account: AccountState, market: MarketState): Problem | undefined {
  if (market.instrument.kind === 'Spot') return undefined
  const position = peekPosition(account, market)
  const value = valueAtMark(market, position.sizeLots)
  return value <= position.maxValue ? undefined : riskLimitProblem(position, value)
}

/** Returns whether the prices of both legs are above 0. */
export const isPriced = ({ far, near }: ReturnType<typeof legsAt>): boolean =>
  far.ticks > 0 && near.ticks > 0

/** Returns the expected price of a market order: the opposite best price, else the fair spread. */
export const expectedTicks = (market: SpreadMarket, best: SpreadTicks | undefined): SpreadTicks =>
  best ?? fairTicks(market) ?? spreadTicks(0)
