// Accounts so far above their margin requirement that no price move within 5 % can liquidate them;
// margin checks and the liquidation index skip them.

// Such accounts trade the most (market makers, large books): computing their margin at every order
// and a safe zone at every fill would cost more than the orders and the fills.

import { allPositions } from '../state/positions.ts'
import { contractMargin } from './account-margin.ts'
import { crossBackingBalance, collateralOf } from './collateral.ts'
import { isDollarCoin } from '../state/coin.ts'
import type { AccountState, CoinBalance } from '../state/state.ts'
import { hasOptions } from './option-margin.ts'
import { mayBorrow } from './loans.ts'

/** The maximum relative price move before a well-margined account is checked again. */
const mostReach = 0.05

/**
 * Returns the relative price move after which a well-margined account is checked again: 50 to 100 %
 * of the maximum, depending on the account's number, so that accounts are not all checked at the
 * same time. `Infinity` without positions and orders.
 */
export function wellMarginedReach(account: AccountState): number {
  if (isFlat(account)) return Infinity
  const share = (Math.imul(account.id, 0x9e3779b1) >>> 0) / 2 ** 32
  return mostReach * (0.5 + share / 2)
}

const isFlat = (account: AccountState): boolean =>
  allPositions(account).every(
    (held) => held === undefined || (held.sign === 0 && held.buys.length + held.sells.length === 0),
  )

/**
 * Returns how much value, 1e-8 USD, the account may still add in orders and trades: while no mark
 * moves by more than `mostReach`, it cannot be liquidated, and orders up to that value cannot lack
 * margin. Undefined for an account that is not well margined.
 *
 * Initial margin is at least the larger side's value over leverage, so that positions and orders of
 * both sides have a value of at most 2 × leverage × initial margin, and at mark of that plus the
 * order loss. G is the value of all existing and added lots, each at its price or at the mark,
 * whichever is higher: whatever the price band, a lot's initial margin (leverage 1 at worst) plus
 * its loss when filled away from the mark is at most 1.1 times that for a sale, and 1.6 times for a
 * buy at twice the mark. With a balance of 2.2 G more than half of G is left for a price move of 5
 * % of positions and orders, and 1 % of fees. Accounts with isolated positions are never well
 * margined. Funding, sessions, transfers and changed leverage end the state (`markToCheck`); a spot
 * order or trade deducts the dollars that it pays.
 *
 * The balance here does not depend on coin prices: dollars, less those that spot orders would pay,
 * which is the maximum that such orders can lose (5.6). Other coins count 0. That is no more than
 * their actual value after the haircut of the orders that would pay them: if no tier has a higher
 * ratio than the one before, the orders' separate losses are no more than their joint loss, which
 * is no more than the coin's value.
 */
export function spareValue(account: AccountState): bigint | undefined {
  if (hasOptions(account) || mayBorrow(account) || account.portfolio !== undefined) return undefined
  const { initial, orderLoss } = contractMargin(account)
  const stands = (2n * BigInt(account.risk.leverageE2) * initial) / 100n - orderLoss
  let balance = orderLoss
  for (const coinBalance of account.coins.values()) {
    if (coinBalance.held !== 0n || coinBalance.isolatedUnrealised !== 0n) return undefined
    if (isDollarCoin(coinBalance.coin)) {
      balance += collateralOf(coinBalance, crossBackingBalance(coinBalance)) - coinBalance.locked
    } else if (!isSelfFunded(coinBalance)) return undefined
  }
  const spare = (5n * balance) / 11n - stands
  return spare <= 0n ? undefined : spare
}

/** Returns whether a coin's balance covers its spot orders, and it has no debt and no contracts. */
const isSelfFunded = (its: CoinBalance): boolean =>
  its.coin.isFalling &&
  its.balance >= its.locked &&
  its.position === 0n &&
  its.initial === 0n &&
  its.unrealised === 0n &&
  its.orderLoss === 0n
