// Option contracts: payoff at expiry, fees and price limits, in integers (rules 9.1, 9.4).

import { dayMs } from './candle.ts'
import { amount, divRound, mulDiv, priceE8, rateE8, unitE8 } from '../numbers/fixed.ts'
import type { Amount, PriceE8, RateE8 } from '../numbers/fixed.ts'

export const optionRights = ['Call', 'Put'] as const
export type OptionRight = (typeof optionRights)[number]

/** The terms of an option beyond its instrument's; the delivery time is the instrument's. */
export type OptionTerms = {
  readonly right: OptionRight
  readonly strikeE8: PriceE8
}

/** A fee is at most this share of the premium (9.4). */
const feeCap = rateE8(7_000_000)
const deliveryRate = rateE8(15_000)
const deliveryCap = rateE8(12_500_000)

/**
 * Returns the fee of a trade: min(rate × I, 7 % × P) × size, truncated. `premium` is P × size.
 * EX-9.3, EX-9.4
 */
export function optionFee(
  rate: RateE8,
  index: PriceE8,
  { qty, premium }: { readonly qty: Amount; readonly premium: Amount },
): Amount {
  const byIndex = mulDiv(qty * BigInt(index), BigInt(rate), unitE8 * unitE8, 'truncate')
  const capped = mulDiv(premium, BigInt(feeCap), unitE8, 'truncate')
  return amount(byIndex < capped ? byIndex : capped)
}

/**
 * Returns the premium at which closing leaves exactly nothing won or lost, 8 decimals half-up, at
 * the present index; 0 where no premium is so low. X = (E q_s − R) ÷ q_s (1.7); with the fee of the
 * closing trade (9.4) a long breaks even at min(X + rate × I, X ÷ 0.93), a short at
 * max(X − rate × I, X ÷ 1.07).
 */
export function optionBreakEvenE8(
  position: {
    readonly sign: 1 | -1
    readonly qty: Amount
    readonly entryValue: Amount
    readonly realised: Amount
  },
  rate: RateE8,
  index: PriceE8,
): PriceE8 {
  const { sign, qty, entryValue, realised } = position
  if (qty === 0n) return priceE8(0)
  const isLong = sign === 1
  const net = (isLong ? entryValue - realised : entryValue + realised) * unitE8 * unitE8
  const fee = qty * BigInt(index) * BigInt(rate)
  const cap = isLong ? unitE8 - BigInt(feeCap) : unitE8 + BigInt(feeCap)
  const byIndex = divRound(isLong ? net + fee : net - fee, qty * unitE8, 'nearest')
  const byCap = divRound(net, qty * cap, 'nearest')
  const isByIndex = isLong ? byIndex < byCap : byIndex > byCap
  const premium = isByIndex ? byIndex : byCap
  return priceE8(premium > 0n ? Number(premium) : 0)
}

/** Returns the payoff of one base coin at a price of the underlying (9.4). EX-9.5 */
export const exerciseValueE8 = ({ right, strikeE8 }: OptionTerms, underlying: PriceE8): PriceE8 =>
  priceE8(Math.max(0, right === 'Call' ? underlying - strikeE8 : strikeE8 - underlying))

/** Returns how far out of the money it is; 0 at and in the money (9.5). */
export const outOfMoneyE8 = ({ right, strikeE8 }: OptionTerms, index: PriceE8): PriceE8 =>
  priceE8(Math.max(0, right === 'Call' ? strikeE8 - index : index - strikeE8))

/** 1970-01-02 was a Friday. */
const fridayOf = 1

/** A daily option does not expire on a Friday; its delivery is free (9.4). */
export const isDailyOption = (deliveryMs: number): boolean =>
  Math.floor(deliveryMs / dayMs) % 7 !== fridayOf

/**
 * Returns the delivery fee of either side: min(0.015 % × DP, 12.5 % × value) × size, truncated; 0
 * for worthless and for daily options. EX-9.5
 */
export function optionDeliveryFee(
  qty: Amount,
  { value, price, deliveryMs }: OptionDelivery,
): Amount {
  if (value === 0 || isDailyOption(deliveryMs)) return amount(0n)
  const byPrice = BigInt(price) * BigInt(deliveryRate)
  const capped = BigInt(value) * BigInt(deliveryCap)
  return amount(mulDiv(qty, byPrice < capped ? byPrice : capped, unitE8 * unitE8, 'truncate'))
}

/** The delivery price, and the payoff of one base coin at it. */
export type OptionDelivery = {
  readonly price: PriceE8
  readonly value: PriceE8
  readonly deliveryMs: number
}

/** Shares of the index, ×1e8: the farthest limit from the mark, and the lowest sell price (9.1). */
const limitReach = rateE8(1_000_000)
const leastSale = rateE8(50_000)

/**
 * Returns the highest buy price and the lowest sell price: sell ≥ max(0.05 % × I, Mk − 1 % × I),
 * buy ≤ max(Mk + 1 % × I, tick), ×1e8; rounding to ticks is the caller's (9.1, D-43).
 */
export function optionPriceLimits(
  mark: PriceE8,
  index: PriceE8,
  tickSizeE8: number,
): { readonly maxBuyE8: number; readonly minSellE8: number } {
  const part = (rate: RateE8): number => Number(mulDiv(BigInt(index), BigInt(rate), unitE8, 'down'))
  return {
    maxBuyE8: Math.max(mark + part(limitReach), tickSizeE8),
    minSellE8: Math.max(part(leastSale), mark - part(limitReach)),
  }
}
