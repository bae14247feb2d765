// Values of an account's coins: in USD, as collateral, and the haircut loss of its spot orders
// (rules 5.6, 12.3, EX-12.3, EX-12.4; docs/rules/collateral.md).

import { amount, divRound, unitE8 } from '@basis/domain/numbers/fixed'
import {
  collateralValue,
  haircutLoss,
  quantityForLoss,
  type CoinCollateral,
} from '@basis/domain/margin/collateral'
import { dollarE8, type CoinState } from '../state/coin.ts'
import { shownPositions } from '../state/positions.ts'
import type { CollateralPart } from '../state/margin/margin-parts.ts'
import {
  coinOf,
  tickValue,
  type AccountState,
  type CoinBalance,
  type OpenOrder,
  type PositionState,
} from '../state/state.ts'

/**
 * Returns an amount of a coin in USD, rounded toward minus infinity; a negative amount counts in
 * full.
 */
export function inUsd(coin: CoinState, value: bigint): bigint {
  if (coin.usdE8 === dollarE8 || value === 0n) return value
  return divRound(value * BigInt(coin.usdE8), unitE8, 'down')
}

/** Returns an amount of USD in a coin, rounded down; 0 for a coin without a price. */
export function ofUsd(coin: CoinState, usd: bigint): bigint {
  if (coin.usdE8 === dollarE8) return usd
  return coin.usdE8 === 0 ? 0n : divRound(usd * unitE8, BigInt(coin.usdE8), 'down')
}

/** Returns the collateral value of a quantity in USD: a credit by tiers, a debt in full. */
export function collateralOf(coinBalance: CoinBalance, quantity: bigint): bigint {
  if (coinBalance.coin.isDollar && !coinBalance.isOff) return quantity
  return collateralValue(countedCoin(coinBalance), amount(quantity))
}

/** Returns a coin's collateral terms for its owner, who may have excluded it (12.3). */
export const countedCoin = ({ coin, isOff }: CoinBalance): CoinCollateral =>
  isOff ? { ...coin, isOn: false } : coin

/**
 * Returns the part of a balance that backs cross margin: the wallet and unrealised cross PnL,
 * without the margin of isolated positions; in portfolio margin also options at mark (10.1). Coins
 * locked by spot orders are included.
 */
export const crossBackingBalance = (coinBalance: CoinBalance): bigint =>
  coinBalance.balance -
  coinBalance.held +
  coinBalance.unrealised +
  coinBalance.optionValue -
  debtOf(coinBalance)

/** Returns an account's debt in a coin: principal and unpaid interest (12.1). */
export const debtOf = ({ loan }: CoinBalance): bigint => loan.principal + loan.interest

/** Returns the locks that the balance must cover: all but those of orders that may borrow. */
export const ownLocks = ({ locked, loan }: CoinBalance): bigint => locked - loan.reserved

/**
 * Returns what an order that may borrow can pay without borrowing; locks of other orders are
 * excluded.
 */
export const ownBalance = (coinBalance: CoinBalance): bigint => {
  const own = coinBalance.balance - ownLocks(coinBalance) - coinBalance.held
  return own > 0n ? own : 0n
}

/** Returns the balance less locks and isolated margin, as last computed. */
export const unlockedBalance = (coinBalance: CoinBalance): bigint =>
  coinBalance.balance - coinBalance.locked - coinBalance.held

/** Returns the largest quantity whose withdrawal loses no more than `usd` of collateral. */
export const quantityOfLoss = (coinBalance: CoinBalance, usd: bigint): bigint =>
  quantityForLoss(countedCoin(coinBalance), amount(crossBackingBalance(coinBalance)), amount(usd))

/** A spot order's effect on collateral: what it would pay from one balance and add to another. */
export type SpotSwap = {
  readonly out: CoinBalance
  readonly paid: bigint
  readonly into: CoinBalance
  readonly got: bigint
}

/** A hypothesis: an additional order, or an open order left out. */
export type SpotWhatIf = {
  readonly draft?: SpotSwap | undefined
  readonly without?: OpenOrder | undefined
}

/** Returns what a spot order would move. */
export function swapOf(
  order: Pick<OpenOrder, 'account' | 'market' | 'sign'>,
  moved: Moved,
): SpotSwap {
  const { baseCoin, quoteCoin } = order.market.instrument
  const base = coinOf(order.account, baseCoin)
  const quote = coinOf(order.account, quoteCoin)
  return order.sign === 1
    ? { out: quote, paid: moved.quote, into: base, got: moved.base }
    : { out: base, paid: moved.base, into: quote, got: moved.quote }
}
type Moved = { readonly base: bigint; readonly quote: bigint }

/** Returns what the account's resting spot orders would move. */
export function spotSwaps(account: AccountState): readonly SpotSwap[] {
  return shownPositions(account).flatMap((position) =>
    position?.market.instrument.kind === 'Spot' ? ordersOf(position).map(swapOfOrder) : [],
  )
}

const ordersOf = ({ buys, sells }: PositionState): OpenOrder[] => [...buys, ...sells]

function swapOfOrder(order: OpenOrder): SpotSwap {
  const { market, priceTicks, leavesLots } = order
  const base = BigInt(leavesLots) * BigInt(market.instrument.lotSizeE8)
  return swapOf(order, { base, quote: tickValue(market, priceTicks, leavesLots) })
}

/** Returns HL ≥ 0: the collateral that each open spot order would lose if filled, summed, USD. */
export function haircutOf(account: AccountState, what: SpotWhatIf = {}): bigint {
  let loss = what.draft === undefined ? 0n : swapLoss(what.draft)
  if (!hasLocks(account)) return loss
  for (const position of shownPositions(account)) {
    if (position?.market.instrument.kind === 'Spot') loss += haircutOfMarket(position)
  }
  const { without } = what
  const isCounted = without?.market.instrument.kind === 'Spot' && without.slot >= 0
  return isCounted ? loss - swapLoss(swapOfOrder(without)) : loss
}

/**
 * The collateral loss of the orders in one market. Cached until the orders or their coins change,
 * as market makers in many pairs change one order at a time.
 */
function haircutOfMarket(position: PositionState): bigint {
  const { account, market, haircut } = position
  const base = coinOf(account, market.instrument.baseCoin)
  const quote = coinOf(account, market.instrument.quoteCoin)
  if (haircut !== undefined && isPart(haircut.base, base) && isPart(haircut.quote, quote)) {
    return haircut.loss
  }
  if (position.buys.length + position.sells.length === 0) return 0n
  const loss = ordersOf(position).reduce((sum, order) => sum + swapLoss(swapOfOrder(order)), 0n)
  position.haircut = { loss, base: partOf(base), quote: partOf(quote) }
  return loss
}

const partOf = (coinBalance: CoinBalance): CollateralPart => {
  const { usdE8, tiers, isDollar } = coinBalance.coin
  const carrying = isDollar ? 0n : crossBackingBalance(coinBalance)
  return { carrying, usdE8, tiers, isOff: coinBalance.isOff }
}

const isPart = (part: CollateralPart, coinBalance: CoinBalance): boolean => {
  const { usdE8, tiers, isDollar } = coinBalance.coin
  if (part.usdE8 !== usdE8 || part.tiers !== tiers || part.isOff !== coinBalance.isOff) return false
  return isDollar || part.carrying === crossBackingBalance(coinBalance)
}

function hasLocks(account: AccountState): boolean {
  for (const { locked } of account.coins.values()) if (locked !== 0n) return true
  return false
}

/** Returns the collateral that a spot order would lose if filled, USD. */
export const swapLoss = ({ out, paid, into, got }: SpotSwap): bigint =>
  haircutLoss(
    { coin: countedCoin(out), held: amount(crossBackingBalance(out)), moved: amount(paid) },
    { coin: countedCoin(into), held: amount(crossBackingBalance(into)), moved: amount(got) },
  )
