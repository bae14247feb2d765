// PnL of linear and inverse positions: average prices, unrealised PnL, ROI, break-even (rules 1).

import { amount, divRound, mulDiv, priceE8, unitE8, wholeE4 } from '../numbers/fixed.ts'
import type { Amount, LeverageE2, PriceE8, RateE8 } from '../numbers/fixed.ts'
import { defaultTakerFeeE8 } from './fees.ts'

/**
 * Returns value ÷ quantity as a price with 8 decimals, half-up (rules 0.3); 0 for no quantity.
 * Both in 1e-8 units. EX-1.1
 */
export function averagePriceE8(value: Amount, qty: Amount): PriceE8 {
  return priceE8(qty === 0n ? 0 : Number(mulDiv(value, unitE8, qty, 'nearest')))
}

/** Returns s × (value now − value at entry), exact. `sign` is +1 long, −1 short. EX-1.4 */
export function unrealisedPnl(sign: 1 | -1, valueNow: Amount, entryValue: Amount): Amount {
  return amount(sign === 1 ? valueNow - entryValue : entryValue - valueNow)
}

/**
 * Returns what a closed part takes of a position's entry value, fees or funding, truncated; the
 * rest keeps the remainder, and all of the lots take the whole (rules 1.5).
 */
export const closedShare = (whole: bigint, closedLots: number, sizeLots: number): bigint =>
  closedLots === sizeLots ? whole : (whole * BigInt(closedLots)) / BigInt(sizeLots)

/**
 * Returns ROI in hundredths of a percent, half-up: 100 × PnL × L ÷ (q × P) (spec 9, D-05). EX-1.7
 * `entryValue` is q × P; 0 where that is 0.
 */
export function roiE2(pnl: Amount, leverage: LeverageE2, entryValue: Amount): number {
  if (entryValue === 0n) return 0
  return Number(mulDiv(pnl, BigInt(leverage) * 100n, entryValue, 'nearest'))
}

/** Returns a gain over the money put in, 4 decimals, truncated; 0 if none was put in (16.7). */
export const returnE4 = (gain: bigint, putIn: bigint): bigint =>
  putIn <= 0n ? 0n : mulDiv(gain, wholeE4, putIn, 'truncate')

/**
 * Returns the price at which closing leaves a PnL of exactly zero, 8 decimals half-up: (E q_s − R)
 * ÷ (q_s − |q_s| f) (rules 1.7). EX-1.8
 * `realised` is the position's realised PnL so far, signed; `qty` in 1e-8 base, positive.
 */
export function breakEvenPriceE8(input: {
  readonly kind?: 'Linear' | 'Inverse'
  readonly sign: 1 | -1
  readonly qty: Amount
  readonly entryValue: Amount
  readonly realised: Amount
  readonly takerFee: RateE8
}): PriceE8 {
  const { sign, qty, entryValue, realised, takerFee } = input
  if (qty === 0n) return priceE8(0)
  const fee = BigInt(Math.max(takerFee, defaultTakerFeeE8))
  if (input.kind === 'Inverse') return inverseBreakEvenE8(input, fee)
  const top = sign === 1 ? entryValue - realised : entryValue + realised
  const rate = sign === 1 ? unitE8 - fee : unitE8 + fee
  return priceE8(Number(divRound(top * unitE8 * unitE8, qty * rate, 'nearest')))
}

/** Long Q(1+f) ÷ (Q/E + R), short Q(1−f) ÷ (Q/E − R); 0 if there is no such price (D-06). EX-1.9 */
function inverseBreakEvenE8(
  { sign, qty, entryValue, realised }: Parameters<typeof breakEvenPriceE8>[0],
  fee: bigint,
): PriceE8 {
  const bottom = sign === 1 ? entryValue + realised : entryValue - realised
  if (bottom <= 0n) return priceE8(0)
  const rate = sign === 1 ? unitE8 + fee : unitE8 - fee
  return priceE8(Number(divRound(qty * rate, bottom, 'nearest')))
}

/** Returns contracts ÷ value as a price with 8 decimals, half-up (harmonic mean). EX-1.2 */
export function inverseAveragePriceE8(value: Amount, contracts: Amount): PriceE8 {
  return priceE8(value === 0n ? 0 : Number(mulDiv(contracts, unitE8, value, 'nearest')))
}

/**
 * Returns the parts of a position's realised PnL: trades, opening fees not yet assigned to a closed
 * part, funding (rules 1.5).
 */
export function realisedParts(position: {
  readonly realisedPnl: Amount
  readonly openFees: Amount
  readonly openFunding: Amount
}): { trade: Amount; fees: Amount; funding: Amount } {
  const trade = position.realisedPnl + position.openFees - position.openFunding
  return { trade: amount(trade), fees: amount(-position.openFees), funding: position.openFunding }
}
