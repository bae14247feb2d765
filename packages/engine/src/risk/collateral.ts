// Values of an account's coins: in USD, as collateral, and after the haircut loss of its spot
// orders (rules 5.6, 12.3, EX-12.3, EX-12.4; docs/rules/collateral.md).

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

/** Returns an amount of a coin in USD; what is owed counts in full, toward minus infinity. */
export function inUsd(coin: CoinState, value: bigint): bigint {
  if (coin.usdE8 === dollarE8 || value === 0n) return value
  return divRound(value * BigInt(coin.usdE8), unitE8, 'down')
}

/** Returns an amount of USD in a coin, rounded down; 0 for a coin without a price. */
export function ofUsd(coin: CoinState, usd: bigint): bigint {
  if (coin.usdE8 === dollarE8) return usd
  return coin.usdE8 === 0 ? 0n : divRound(usd * unitE8, BigInt(coin.usdE8), 'down')
}

/** Returns what a quantity counts as collateral in USD: slices of a credit, the whole of a debt. */
export function collateralOf(coinBalance: CoinBalance, quantity: bigint): bigint {
  if (coinBalance.coin.isDollar && !coinBalance.isOff) return quantity
  return collateralValue(countedCoin(coinBalance), amount(quantity))
}

/** Returns a coin as it counts for its owner, who may have taken it out (12.3). */
export const countedCoin = ({ coin, isOff }: CoinBalance): CoinCollateral =>
  isOff ? { ...coin, isOn: false } : coin

/**
 * Returns what of a balance carries cross margin: the wallet and what its contracts have won,
 * but not what isolated positions hold; in portfolio margin options at their marks too (10.1).
 * What spot orders have locked is still the account's.
 */
export const carryingOf = (coinBalance: CoinBalance): bigint =>
  coinBalance.balance -
  coinBalance.held +
  coinBalance.unrealised +
  coinBalance.optionValue -
  debtOf(coinBalance)

/** Returns what an account owes of a coin: its loans, and the interest that is not paid (12.1). */
export const debtOf = ({ loan }: CoinBalance): bigint => loan.principal + loan.interest

/** Returns what of the locks must be there: all but those of orders that may borrow. */
export const ownLocks = ({ locked, loan }: CoinBalance): bigint => locked - loan.reserved

/** Returns what an order that may borrow can pay without; what other orders locked is not. */
export const ownBalance = (coinBalance: CoinBalance): bigint => {
  const own = coinBalance.balance - ownLocks(coinBalance) - coinBalance.held
  return own > 0n ? own : 0n
}

/** Returns what of a coin neither locks nor isolated positions hold, as last computed. */
export const unlockedBalance = (coinBalance: CoinBalance): bigint =>
  coinBalance.balance - coinBalance.locked - coinBalance.held

/** Returns the most of a balance that may leave for a loss of collateral, in USD. */
export const quantityOfLoss = (coinBalance: CoinBalance, usd: bigint): bigint =>
  quantityForLoss(countedCoin(coinBalance), amount(carryingOf(coinBalance)), amount(usd))

/**
 * A spot order as collateral sees it: what it would pay out of one balance and bring into
 * another.
 */
export type SpotSwap = {
  readonly out: CoinBalance
  readonly paid: bigint
  readonly into: CoinBalance
  readonly got: bigint
}

/** What is supposed to be different: one order more, or one that is not open. */
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

/** Returns HL ≥ 0: what each open spot order would take away of collateral if it filled, USD. */
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
 * What the orders of one market would take away. It is kept until they or their coins change: those
 * who quote many pairs change one order at a time.
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
  const carrying = isDollar ? 0n : carryingOf(coinBalance)
  return { carrying, usdE8, tiers, isOff: coinBalance.isOff }
}

const isPart = (part: CollateralPart, coinBalance: CoinBalance): boolean => {
  const { usdE8, tiers, isDollar } = coinBalance.coin
  if (part.usdE8 !== usdE8 || part.tiers !== tiers || part.isOff !== coinBalance.isOff) return false
  return isDollar || part.carrying === carryingOf(coinBalance)
}

function hasLocks(account: AccountState): boolean {
  for (const { locked } of account.coins.values()) if (locked !== 0n) return true
  return false
}

/** Returns what a spot order takes away of collateral, USD. */
export const swapLoss = ({ out, paid, into, got }: SpotSwap): bigint =>
  haircutLoss(
    { coin: countedCoin(out), held: amount(carryingOf(out)), moved: amount(paid) },
    { coin: countedCoin(into), held: amount(carryingOf(into)), moved: amount(got) },
  )
