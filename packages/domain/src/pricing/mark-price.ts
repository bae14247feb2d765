// Mark price, premium, funding rate and price bands (rules 2.2, 2.5, 2.6, 8.2), in integers.

import { amount, divRound, mulDiv, priceE8, rateE8, unitE8 } from '../numbers/fixed.ts'
import type { Amount, PriceE8, RateE8 } from '../numbers/fixed.ts'

/** Returns the median of three numbers. */
export function medianOfThree(a: number, b: number, c: number): number {
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c))
}

/**
 * Returns the mark of a perpetual: the median of I × (1 + F t ÷ N), I + MA(basis) and the last
 * price (2.2). EX-2.3 Times in ms; the result has 8 decimals, half-up.
 */
export function perpetualMark(input: {
  readonly index: PriceE8
  readonly lastFunding: RateE8
  readonly toFundingMs: number
  readonly intervalMs: number
  readonly basisAverageE8: number
  readonly last: PriceE8
}): PriceE8 {
  const { index, lastFunding, toFundingMs, intervalMs, basisAverageE8, last } = input
  const carry = divRound(
    BigInt(index) * BigInt(lastFunding) * BigInt(toFundingMs),
    unitE8 * BigInt(intervalMs),
    'nearest',
  )
  const price1 = index + Number(carry)
  return priceE8(medianOfThree(price1, index + basisAverageE8, last))
}

/** Returns [max(0, impactBid − I) − max(0, I − impactAsk)] ÷ I as a rate, half-up (2.5). */
export function premiumIndex(impactBid: PriceE8, impactAsk: PriceE8, index: PriceE8): RateE8 {
  const top = Math.max(0, impactBid - index) - Math.max(0, index - impactAsk)
  return rateE8(Number(mulDiv(BigInt(top), unitE8, BigInt(index), 'nearest')))
}

/** Returns Σ(i × P_i) ÷ Σ i over the samples of an interval, oldest first, half-up (2.5). EX-2.5 */
export function weightedPremium(samples: readonly RateE8[]): RateE8 {
  if (samples.length === 0) return rateE8(0)
  let top = 0n
  let weight = 0n
  samples.forEach((sample, i) => {
    top += BigInt(i + 1) * BigInt(sample)
    weight += BigInt(i + 1)
  })
  return rateE8(Number(divRound(top, weight, 'nearest')))
}

/** Returns min(0.75 × (IMR₁ − MMR₁), MMR₁), rounded down (2.6, D-15). */
export function fundingCap(initialRate: RateE8, maintenanceRate: RateE8): RateE8 {
  return rateE8(Math.min(Math.floor((3 * (initialRate - maintenanceRate)) / 4), maintenanceRate))
}

/** Returns clamp(P̄ + clamp(Int − P̄, ±0.05 %), ±cap) with Int = 0.03 % × N/24 (2.6). EX-2.6 */
export function fundingRate(premium: RateE8, intervalMin: number, cap: RateE8): RateE8 {
  const interest = Math.round((30_000 * intervalMin) / 1440)
  const inner = clamp(interest - premium, -50_000, 50_000)
  return rateE8(clamp(premium + inner, -cap, cap))
}

/**
 * Returns the highest allowed buy price and the lowest allowed sell price (8.2), 8 decimals: max
 * buy = min(M(1+Y), max(I, M(1+X) + max(0, A))), min sell mirrored. EX-8.1. Rounding to ticks (buy
 * down, sell up) is the caller's. `averageE8` is the 30-second average of mid − M.
 */
export function priceBand(input: {
  readonly mark: PriceE8
  readonly index: PriceE8
  readonly averageE8: number
  readonly bandX: RateE8
  readonly bandY: RateE8
}): { readonly maxBuyE8: number; readonly minSellE8: number } {
  const { mark, index, averageE8, bandX, bandY } = input
  const part = (rate: RateE8, rounding: 'down' | 'up'): number =>
    Number(mulDiv(BigInt(mark), BigInt(rate), unitE8, rounding))
  const maxBuyE8 = Math.min(
    mark + part(bandY, 'down'),
    Math.max(index, mark + part(bandX, 'down') + Math.max(0, averageE8)),
  )
  const minSellE8 = Math.max(
    mark - part(bandY, 'down'),
    Math.min(index, mark - part(bandX, 'down') + Math.min(0, averageE8)),
  )
  return { maxBuyE8, minSellE8 }
}

/**
 * Returns the band of a spot pair (8.2): max buy = min(max(I, I(1+x) + A), I(1+y)), min sell
 * mirrored, 8 decimals. EX-8.2. `averageE8` is the two-minute average of mid − I, of either sign.
 */
export function spotPriceBand(input: {
  readonly index: PriceE8
  readonly averageE8: number
  readonly bandX: RateE8
  readonly bandY: RateE8
}): { readonly maxBuyE8: number; readonly minSellE8: number } {
  const { index, averageE8, bandX, bandY } = input
  const part = (rate: RateE8): number => Number(mulDiv(BigInt(index), BigInt(rate), unitE8, 'down'))
  const maxBuyE8 = Math.min(Math.max(index, index + part(bandX) + averageE8), index + part(bandY))
  const minSellE8 = Math.max(Math.min(index, index - part(bandX) + averageE8), index - part(bandY))
  return { maxBuyE8, minSellE8 }
}

/**
 * Returns a position's funding payment, negative if it pays: −s × value × F; a payment is rounded
 * up, a receipt down (2.7, D-04). EX-2.7
 */
export function fundingPayment(sign: 1 | -1, value: Amount, rate: RateE8): Amount {
  return amount(mulDiv(value * BigInt(-sign), BigInt(rate), unitE8, 'down'))
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}

const yearMin = 365n * 24n * 60n

/**
 * Returns the annualised funding rate: rates that add up to `rate` over `settlements`, one every
 * `intervalMin`, half-up; 0 for a contract without funding.
 */
export function annualFunding(rate: RateE8, intervalMin: number, settlements = 1): RateE8 {
  const spanMin = intervalMin * settlements
  return rateE8(
    spanMin <= 0 ? 0 : Number(mulDiv(BigInt(rate), yearMin, BigInt(spanMin), 'nearest')),
  )
}
