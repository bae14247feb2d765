// Accounts so far above their margin requirement that no price move within 5 % can liquidate them;
// margin checks and the liquidation index skip them.

// They trade the most (market makers, large books), and to compute their margin with every order
// and a safe zone with every fill would cost more than the orders and the fills.

import { allPositions } from '../state/positions.ts'
import { contractMargin } from './account-margin.ts'
import { carryingOf, collateralOf } from './collateral.ts'
import { isDollarCoin } from '../state/coin.ts'
import type { AccountState, CoinBalance } from '../state/state.ts'
import { hasOptions } from './option-margin.ts'
import { mayBorrow } from './loans.ts'

/** Every price may move by this share of itself before a well-margined account is checked again. */
const mostReach = 0.05

/**
 * Returns by which share every price may move before a well-margined account is checked again: half
 * of the most to all of it, by the account's number, so that those who became so together are not
 * all checked together. Without positions and orders no price says anything about it.
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
 * Returns how much value, 1e-8 USD, the account may still add in orders and trades without being
 * near anything: while no mark moves by more than `mostReach` it cannot be liquidated, and its
 * orders up to that value cannot want for margin. Undefined for an account that is not well
 * margined.
 *
 * Initial margin is value over leverage, of the larger side at least, so that what stands,
 * positions and orders of both sides, is worth no more than 2 × leverage × initial margin, and at
 * the mark that plus what the orders would lose. G is all that stands or is added, each lot at its
 * price or at the mark, whichever is higher: whatever the price band, a lot's initial margin
 * (leverage 1 at worst) and what it loses when it fills away from the mark are together no more
 * than 1.1 times that where it is sold, no more than 1.6 times where it is bought at twice the
 * mark. With a balance of 2.2 G more than half of G is left for the twentieth by which prices
 * move, of positions and orders, and a hundredth in fees. Isolated positions stand on their own:
 * accounts with some never count as well margined. Funding, sessions, transfers and changed
 * leverage end it (`markToCheck`); a spot order and a spot trade take the dollars that they pay.
 *
 * The balance here is what no price of a coin can change: dollars, less those that spot orders
 * would pay, which is the most that such orders can lose (5.6). Other coins count nothing. That is
 * no more than they do count after the haircut of the orders that would pay them: where no slice
 * counts more than the one before, what orders take one by one is no more than what they would
 * take together, and they take no more than is there.
 */
export function spareValue(account: AccountState): bigint | undefined {
  if (hasOptions(account) || mayBorrow(account) || account.portfolio !== undefined) return undefined
  const { initial, orderLoss } = contractMargin(account)
  const stands = (2n * BigInt(account.risk.leverageE2) * initial) / 100n - orderLoss
  let balance = orderLoss
  for (const coinBalance of account.coins.values()) {
    if (coinBalance.held !== 0n || coinBalance.isolatedUnrealised !== 0n) return undefined
    if (isDollarCoin(coinBalance.coin)) {
      balance += collateralOf(coinBalance, carryingOf(coinBalance)) - coinBalance.locked
    } else if (!carriesItself(coinBalance)) return undefined
  }
  const spare = (5n * balance) / 11n - stands
  return spare <= 0n ? undefined : spare
}

/** Is a coin there for all that spot orders would pay of it, without a debt or a contract? */
const carriesItself = ({ coin, balance, locked, ...sums }: CoinBalance): boolean =>
  coin.isFalling &&
  balance >= locked &&
  sums.position === 0n &&
  sums.initial === 0n &&
  sums.unrealised === 0n &&
  sums.orderLoss === 0n
