// Delivery of dated futures: the mark before it, the delivery price, and the fee rate (rules 2.3,
// 11.1). Times are computed from the delivery time; no clock is read here.

import { divRound, mulDiv, priceE8, rateE8, unitE8 } from '../numbers/fixed.ts'
import type { PriceE8, RateE8 } from '../numbers/fixed.ts'
import { deliveryWindowMs, reduceOnlyBeforeMs } from '../instrument/futures-calendar.ts'
import type { ContractType } from '../instrument/market.ts'
import { problem, type Problem } from '../instrument/problems.ts'

const secondMs = 1000

/** Trading, then reduce-only, then delivering, without trading. */
export const deliveryPhases = ['Trading', 'ReduceOnly', 'Delivering'] as const
export type DeliveryPhase = (typeof deliveryPhases)[number]

/** Returns the delivery phase of a contract (11.1, D-51). */
export function deliveryPhase(nowMs: number, deliveryMs: number): DeliveryPhase {
  if (nowMs >= deliveryMs) return 'Delivering'
  return nowMs >= deliveryMs - reduceOnlyBeforeMs ? 'ReduceOnly' : 'Trading'
}

/** Returns why an order is rejected this close to delivery, if so (110042, 110074). */
export function deliveryProblem(
  nowMs: number,
  deliveryMs: number,
  reduces: boolean,
): Problem | undefined {
  const phase = deliveryPhase(nowMs, deliveryMs)
  if (phase === 'Delivering') return problem('instrumentNotTrading', 'symbol', { status: phase })
  return phase === 'ReduceOnly' && !reduces ? problem('preDeliveryReduceOnly', 'symbol') : undefined
}

/** The sum of the index of each second of the last half hour; created by `openDeliveryMean`. */
export type DeliveryMean = {
  readonly deliveryMs: number
  /** The first second not counted yet. */
  readonly nextMs: number
  readonly sumE8: bigint
  readonly samples: number
}

export const openDeliveryMean = (deliveryMs: number): DeliveryMean => ({
  deliveryMs,
  nextMs: deliveryMs - deliveryWindowMs,
  sumE8: 0n,
  samples: 0,
})

/**
 * Counts each whole second before `nowMs` not counted yet, with the index in force since the last
 * call: call it before a new index is applied. The cost does not depend on the time passed, and
 * each second is counted once (11.1: 1,800 samples from 07:30:00).
 */
export function advanceDeliveryMean(
  mean: DeliveryMean,
  nowMs: number,
  indexE8: PriceE8,
): DeliveryMean {
  const until = Math.min(nowMs, mean.deliveryMs)
  const passed = Math.ceil((until - mean.nextMs) / secondMs)
  if (passed <= 0) return mean
  return {
    ...mean,
    nextMs: mean.nextMs + passed * secondMs,
    sumE8: mean.sumE8 + BigInt(passed) * BigInt(indexE8),
    samples: mean.samples + passed,
  }
}

/** Returns the mean of the samples, half-up to 8 decimals; undefined without samples. */
export function deliveryPriceE8({ sumE8, samples }: DeliveryMean): PriceE8 | undefined {
  if (samples === 0) return undefined
  return priceE8(Number(divRound(sumE8, BigInt(samples), 'nearest')))
}

/** Returns (impactMid − I) ÷ I, half-up: one sample of the fair basis (2.3). EX-2.4 */
export function basisRate(impactBid: PriceE8, impactAsk: PriceE8, index: PriceE8): RateE8 {
  const top = BigInt(impactBid) + BigInt(impactAsk) - 2n * BigInt(index)
  return rateE8(Number(mulDiv(top, unitE8, 2n * BigInt(index), 'nearest')))
}

/**
 * Returns a dated future's mark (2.3): I × (1 + basis), half-up, `basis` being the ten-minute
 * average of `basisRate`; in the last half hour the mean of the index so far (D-11). EX-2.4
 */
export function expiryMarkE8(input: {
  readonly index: PriceE8
  readonly basis: RateE8
  readonly mean: DeliveryMean
}): PriceE8 {
  const predicted = deliveryPriceE8(input.mean)
  if (predicted !== undefined) return predicted
  const index = BigInt(input.index)
  return priceE8(Number(mulDiv(index, unitE8 + BigInt(input.basis), unitE8, 'nearest')))
}

/** The rate of the delivered value: 0.05 %, 0 for USDC futures (3.1, D-17). */
export const deliveryFeeRate = (contract: ContractType): RateE8 =>
  rateE8(contract === 'UsdcFutures' ? 0 : 50_000)
