// The fee of a fill (rules 3.1).

import { amount, rateE8, unitE8, type Amount, type RateE8 } from '../numbers/fixed.ts'

/** The taker rate if neither the symbol nor its coin has one (spec 9). */
export const defaultTakerFeeE8: RateE8 = rateE8(55_000)

/** Taker rates by symbol or by settle coin. */
export type TakerRates = ReadonlyMap<string, RateE8>

/** Returns a contract's taker rate: its symbol's, else its coin's, else the default (rules 3.1). */
export const takerRateOf = (
  { symbol, settleCoin }: { readonly symbol: string; readonly settleCoin: string },
  rates: TakerRates,
): RateE8 => rates.get(symbol) ?? rates.get(settleCoin) ?? defaultTakerFeeE8

/** Returns value × rate, truncated to 8 decimals (rules 0.3). EX-3.1 */
export function feeOf(value: Amount, rate: RateE8): Amount {
  return amount((value * BigInt(rate)) / unitE8)
}
