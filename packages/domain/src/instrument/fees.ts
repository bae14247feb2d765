// The fee of a fill (rules 3.1).

import { amount, rateE8, unitE8, type Amount, type RateE8 } from '../numbers/fixed.ts'

/** The taker rate where a position names none (spec 9). */
export const defaultTakerFeeE8: RateE8 = rateE8(55_000)

/** Returns value × rate, truncated to 8 decimals (rules 0.3). EX-3.1 */
export function feeOf(value: Amount, rate: RateE8): Amount {
  return amount((value * BigInt(rate)) / unitE8)
}
