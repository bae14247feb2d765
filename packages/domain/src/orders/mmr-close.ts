// MMR close orders: they close a whole position once the account's maintenance margin rate reaches
// a level (rules 8.8). Rates have four decimals; comparisons use the unrounded sums.

import { formatTrimmed, mulDiv, wholeE4, type Amount } from '../numbers/fixed.ts'
import { problem, type Problem } from '../instrument/problems.ts'

/** An account's maintenance margin and margin balance (MB − HL + OL), in one unit. */
export type MaintenanceSums = { readonly maintenance: Amount; readonly balance: Amount }

/** The maximum trigger rate: 90 %. */
export const mostMmrCloseE4 = 9000

/** Whether the account's rate is at or above a level; always true without a balance. */
export const isMmrReached = ({ maintenance, balance }: MaintenanceSums, rateE4: number): boolean =>
  balance <= 0n ? maintenance > 0n : maintenance * wholeE4 >= balance * BigInt(rateE4)

/** Returns the account's current rate, rounded up to four decimals; 100 % without balance. */
export const currentRateE4 = ({ maintenance, balance }: MaintenanceSums): number =>
  Number(balance <= 0n ? wholeE4 : mulDiv(maintenance, wholeE4, balance, 'up'))

/**
 * Returns why an MMR close order is rejected, if so: cross margin only, one per position, a rate
 * above the account's current one and at most 90 %, and no position whose closing would raise the
 * rate. `after` are the sums as they would be with the position closed.
 */
export function mmrCloseProblem(wish: {
  readonly isCross: boolean
  readonly hasOne: boolean
  readonly rateE4: number
  readonly now: MaintenanceSums
  readonly after: MaintenanceSums
}): Problem | undefined {
  const { isCross, hasOne, rateE4, now, after } = wish
  if (!isCross) return problem('mmrCloseNeedsCross', 'marginMode')
  if (hasOne) return problem('mmrCloseExists', 'symbol')
  const fits = Number.isSafeInteger(rateE4) && rateE4 > 0 && rateE4 <= mostMmrCloseE4
  if (!fits || isMmrReached(now, rateE4)) {
    return problem('mmrCloseRateOutOfRange', 'triggerRate', {
      min: formatTrimmed(BigInt(currentRateE4(now)), 2),
      max: formatTrimmed(BigInt(mostMmrCloseE4), 2),
    })
  }
  return wouldRaise(now, after) ? problem('mmrCloseWouldRaise', 'symbol') : undefined
}

/** Whether closing raises the rate, as closing one side of a hedge may. */
function wouldRaise(now: MaintenanceSums, after: MaintenanceSums): boolean {
  if (after.maintenance === 0n) return false
  if (after.balance <= 0n) return true
  return after.maintenance * now.balance > now.maintenance * after.balance
}

export type MmrClose = {
  readonly id: number
  readonly rateE4: number
  /** The maintenance margin that closing its position releases now. */
  readonly released: Amount
}

/**
 * Returns the order to execute now, if one is due: the one that releases most margin, of equals the
 * older. Called again after each execution with the new sums, so that orders no longer needed stay
 * (D-41).
 */
export function dueMmrClose(
  waiting: readonly MmrClose[],
  now: MaintenanceSums,
): MmrClose | undefined {
  let best: MmrClose | undefined
  for (const order of waiting) {
    if (!isMmrReached(now, order.rateE4)) continue
    const isBetter =
      best === undefined ||
      order.released > best.released ||
      (order.released === best.released && order.id < best.id)
    if (isBetter) best = order
  }
  return best
}
