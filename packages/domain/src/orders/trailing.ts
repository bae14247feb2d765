// Trailing stops: they wait for the activation price, follow the best price at a distance, and fire
// when it returns to the trigger (rules 8.6). A pure state machine over last prices in ticks.

import { priceTicks, wholeE4, type PriceTicks } from '../numbers/fixed.ts'
import { formatPrice, type Instrument } from '../instrument/instrument.ts'
import { problem, type Problem } from '../instrument/problems.ts'

/** A price distance, or a rate with four decimals: 1 % is 100 (trailValuePercentageE4). */
export type Retracement = { readonly distanceTicks: PriceTicks } | { readonly rateE4: number }

export type TrailingTerms = {
  /** The position's side: +1 long, −1 short. */
  readonly sign: 1 | -1
  readonly retracement: Retracement
  /** Absent if active from the start. */
  readonly activationTicks?: PriceTicks | undefined
}

/**
 * A trailing stop as requested: a distance or a rate (4 decimals), perhaps with an activation
 * price.
 */
export type TrailingRequest = {
  /** 0 cancels the trailing stop of a position. */
  readonly distanceTicks?: PriceTicks
  readonly rateE4?: number
  readonly activationTicks?: PriceTicks
}

/** A trailing stop attached to an order; its side is that of the position that the order opens. */
export type AttachedTrailing = Omit<TrailingTerms, 'sign'>
/** The same with the ID of the order whose fill adds it. */
export type FilledTrailing = AttachedTrailing & { readonly orderId: number }

export type TrailingStop = {
  readonly terms: TrailingTerms
  readonly isActive: boolean
  /** The best price since activation: a long's peak, a short's trough; 0 before activation. */
  readonly extremeTicks: PriceTicks
  /** The trigger price; 0 before activation. At or below 0 a long's cannot be reached yet. */
  readonly triggerTicks: PriceTicks
}

/**
 * Returns the trigger at an extreme: peak − d or peak × (1 − p) down to a tick for a long, trough +
 * d or trough × (1 + p) up to a tick for a short, so that the distance is never less than
 * requested.
 */
export function triggerAt({ sign, retracement }: TrailingTerms, extreme: number): PriceTicks {
  if ('distanceTicks' in retracement) {
    return priceTicks(extreme - sign * retracement.distanceTicks)
  }
  const away = BigInt(extreme) * (wholeE4 - BigInt(sign) * BigInt(retracement.rateE4))
  return priceTicks(Number(sign === 1 ? away / wholeE4 : (away + wholeE4 - 1n) / wholeE4))
}

/**
 * Returns why a trailing stop is rejected, if so: the distance must be at least one tick, below the
 * price and below the instrument's maximum, the rate from 0.01 % to below 100 %, the activation
 * price in range.
 */
export function trailingProblem(
  instrument: Instrument,
  { sign, retracement, activationTicks }: TrailingTerms,
  lastTicks: PriceTicks,
): Problem | undefined {
  const { minPriceTicks, maxPriceTicks } = instrument
  if ('rateE4' in retracement) {
    const { rateE4 } = retracement
    const fits = Number.isSafeInteger(rateE4) && rateE4 > 0 && rateE4 < Number(wholeE4)
    if (!fits) return problem('trailingOutOfRange', 'trailingStop', { min: '0.01', max: '99.99' })
  } else {
    const most = sign === 1 ? lastTicks - 1 : maxPriceTicks - lastTicks
    const { distanceTicks } = retracement
    const fits = Number.isSafeInteger(distanceTicks) && distanceTicks >= 1 && distanceTicks <= most
    if (!fits) {
      return problem('trailingOutOfRange', 'trailingStop', {
        min: formatPrice(instrument, priceTicks(1)),
        max: formatPrice(instrument, priceTicks(Math.max(1, most))),
      })
    }
  }
  if (activationTicks === undefined) return undefined
  const isInside = activationTicks > minPriceTicks && activationTicks < maxPriceTicks
  if (isInside) return undefined
  return problem('trailingOutOfRange', 'activationPrice', {
    min: formatPrice(instrument, priceTicks(minPriceTicks + 1)),
    max: formatPrice(instrument, priceTicks(maxPriceTicks - 1)),
  })
}

/** The order that a trailing stop is attached to. */
export type AttachingOrder = {
  /** The order's side: +1 Buy, −1 Sell. */
  readonly sign: 1 | -1
  /** The expected opening price: its limit, its trigger, or the current price. */
  readonly referenceTicks: PriceTicks | undefined
  /** A reducing order opens no position to follow. */
  readonly isReducing: boolean
}

/** Returns the attached trailing stop of a request; undefined if it has no distance. */
export function attachedTrailing({
  distanceTicks,
  rateE4,
  activationTicks,
}: TrailingRequest): AttachedTrailing | undefined {
  const retracement =
    rateE4 !== undefined ? { rateE4 } : distanceTicks === undefined ? undefined : { distanceTicks }
  if (retracement === undefined) return undefined
  return { retracement, ...(activationTicks === undefined ? {} : { activationTicks }) }
}

/**
 * Returns why the requested trailing stop may not be attached to an order, if so (rules 8.6): the
 * bounds are those of a position's, at the price where the order is expected to open.
 */
export function attachedTrailingProblem(
  instrument: Instrument,
  asked: TrailingRequest,
  { sign, referenceTicks, isReducing }: AttachingOrder,
): Problem | undefined {
  if (instrument.kind === 'Spot') return problem('triggerNotAllowed', 'trailingStop')
  const terms = attachedTrailing(asked)
  if (terms === undefined) return problem('triggerNotAllowed', 'activationPrice')
  if (isReducing) return problem('tpslOnReduceOnly', 'reduceOnly')
  if (referenceTicks === undefined) return problem('priceUnavailable', 'trailingStop')
  return trailingProblem(instrument, { ...terms, sign }, referenceTicks)
}

/**
 * Returns a new trailing stop at the last price. It is active at once if its activation price is
 * reached already (a long's at or below the last price, a short's at or above) (D-39).
 */
export function openTrailing(terms: TrailingTerms, lastTicks: PriceTicks): TrailingStop {
  const none = priceTicks(0)
  const waiting = { terms, isActive: false, extremeTicks: none, triggerTicks: none }
  return followed(waiting, lastTicks)
}

/**
 * Returns the trailing stop after a trade: activated, moved or unchanged. The trigger of a long
 * never falls and that of a short never rises (14.2.34). EX-8.6
 */
export function followed(stop: TrailingStop, lastTicks: PriceTicks): TrailingStop {
  const { terms, isActive, extremeTicks } = stop
  const { sign, activationTicks } = terms
  if (!isActive) {
    if (activationTicks !== undefined && sign * (lastTicks - activationTicks) < 0) return stop
  } else if (sign * (lastTicks - extremeTicks) <= 0) return stop
  return {
    terms,
    isActive: true,
    extremeTicks: lastTicks,
    triggerTicks: triggerAt(terms, lastTicks),
  }
}

/** Whether the price has reached the trigger; call it after `followed`, with the same price. */
export const trailingFires = (
  { terms, isActive, triggerTicks }: TrailingStop,
  lastTicks: PriceTicks,
): boolean => isActive && terms.sign * (lastTicks - triggerTicks) <= 0
