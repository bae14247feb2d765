// Fees: which rate holds, and the fee of a fill (domain.md 3.1).

import { amount, rateE8, unitE8, type Amount, type RateE8 } from '../numbers/fixed.ts'

/** Spec 9: used where neither the symbol nor the coin has a rate of its own. */
export const defaultTakerFeeE8: RateE8 = rateE8(55_000)

/** Returns the taker rate by symbol, then by coin, then the default (spec 9). */
export function takerFeeRate(bySymbol: RateE8 | undefined, byCoin: RateE8 | undefined): RateE8 {
  return bySymbol ?? byCoin ?? defaultTakerFeeE8
}

/** Returns value × rate, truncated to 8 decimals (domain.md 0.3). EX-3.1 */
export function feeOf(value: Amount, rate: RateE8): Amount {
  return amount((value * BigInt(rate)) / unitE8)
}
