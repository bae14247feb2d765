// Values of an account's coins: in USD, as collateral, and after the haircut loss of its spot
// orders (rules 5.6, 12.3, EX-12.3, EX-12.4; docs/rules/collateral.md).

import { amount, divRound, unitE8 } from '@basis/domain/numbers/fixed'
import { collateralValue, haircutLoss, quantityForLoss } from '@basis/domain/margin/collateral'
import { dollarE8, type CoinState } from '../state/coin.ts'
import { shownPositions } from '../state/positions.ts'
import {
  coinOf,
  tickValue,
  type AccountState,
  type CoinBalance,
  type OpenOrder,
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
export function collateralOf(coin: CoinState, quantity: bigint): bigint {
  if (coin.isDollar) return quantity
  return collateralValue(coin, amount(quantity))
}

/**
 * Returns what of a balance carries cross margin: the wallet and what its contracts have won,
 * but not what isolated positions hold. What spot orders have locked is still the account's.
 */
export const carryingOf = (coinBalance: CoinBalance): bigint =>
  coinBalance.balance - coinBalance.held + coinBalance.unrealised

/** Returns what of a coin neither locks nor isolated positions hold, as last computed. */
export const unlockedBalance = (coinBalance: CoinBalance): bigint =>
  coinBalance.balance - coinBalance.locked - coinBalance.held

/** Returns the most of a balance that may leave for a loss of collateral, in USD. */
export const quantityOfLoss = (coinBalance: CoinBalance, usd: bigint): bigint =>
  quantityForLoss(coinBalance.coin, amount(carryingOf(coinBalance)), amount(usd))

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
export function spotSwaps(account: AccountState, without?: OpenOrder): readonly SpotSwap[] {
  const swaps: SpotSwap[] = []
  for (const position of shownPositions(account)) {
    if (position?.market.instrument.kind !== 'Spot') continue
    const { market } = position
    const lotSize = BigInt(market.instrument.lotSizeE8)
    for (const order of [...position.buys, ...position.sells]) {
      if (order === without) continue
      const { sign, priceTicks, leavesLots } = order
      const quote = tickValue(market, priceTicks, leavesLots)
      swaps.push(swapOf({ account, market, sign }, { base: BigInt(leavesLots) * lotSize, quote }))
    }
  }
  return swaps
}

/** Returns HL ≥ 0: what each open spot order would take away of collateral if it filled, USD. */
export function haircutOf(account: AccountState, what: SpotWhatIf = {}): bigint {
  let loss = what.draft === undefined ? 0n : lossOf(what.draft)
  if (!hasLocks(account)) return loss
  for (const swap of spotSwaps(account, what.without)) loss += lossOf(swap)
  return loss
}

function hasLocks(account: AccountState): boolean {
  for (const { locked } of account.coins.values()) if (locked !== 0n) return true
  return false
}

const lossOf = ({ out, paid, into, got }: SpotSwap): bigint =>
  haircutLoss(
    { coin: out.coin, held: amount(carryingOf(out)), moved: amount(paid) },
    { coin: into.coin, held: amount(carryingOf(into)), moved: amount(got) },
  )
