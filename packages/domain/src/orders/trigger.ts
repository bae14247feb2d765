// Conditional orders: which way a trigger waits, on which price, and in what order triggers fire
// (spec 4, 5; rules 8.3, 6.2).

import type { PriceTicks, QtyLots } from '../numbers/fixed.ts'
import { priceTicks, qtyLots } from '../numbers/fixed.ts'
import { formatPrice, type Instrument } from '../instrument/instrument.ts'
import { triggerBases, type OrderType, type TriggerBasis } from './order.ts'
import { maxOrderQty } from './order-rules.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import type { Tip } from './tpsl.ts'

/** Triggered by a rise to the price, by a fall to it (triggerDirection). */
export const triggerDirections = { rises: 1, falls: 2 } as const
export type TriggerDirection = (typeof triggerDirections)[keyof typeof triggerDirections]

/** Returns the basis that a text names; an unknown one falls back to the last price (spec 4). */
export const triggerBasisOf = (text: string | undefined): TriggerBasis =>
  triggerBases.find((basis) => basis === text) ?? 'LastPrice'

/**
 * Returns the way a price must go from here to reach the trigger; a fall when it is there already.
 */
export const directionFrom = (current: PriceTicks, trigger: PriceTicks): TriggerDirection =>
  trigger > current ? 1 : 2

/**
 * Returns why a trigger may not wait, if so: a price above 0 and up to the instrument's maximum
 * (spec 5), above the current price to be reached by a rise (110092), below it to be reached by a
 * fall (110093). `current` is the price of its basis; without one nothing can be watched.
 */
export function triggerProblem(
  instrument: Instrument,
  trigger: {
    readonly priceTicks: PriceTicks
    readonly direction: TriggerDirection
    readonly current: PriceTicks | undefined
  },
): Problem | undefined {
  const { priceTicks: price, direction, current } = trigger
  if (!Number.isSafeInteger(price)) return problem('priceInvalid', 'triggerPrice')
  if (price <= 0) {
    return problem('priceTooLow', 'triggerPrice', { min: formatPrice(instrument, priceTicks(1)) })
  }
  if (price > instrument.maxPriceTicks) {
    const max = formatPrice(instrument, instrument.maxPriceTicks)
    return problem('priceTooHigh', 'triggerPrice', { max })
  }
  if (current === undefined) return problem('priceUnavailable', 'triggerPrice')
  const figures = { price: formatPrice(instrument, current) }
  if (direction === 1) {
    return price > current ? undefined : problem('triggerAboveRequired', 'triggerPrice', figures)
  }
  return price < current ? undefined : problem('triggerBelowRequired', 'triggerPrice', figures)
}

/** Has the price reached the trigger: risen to it or beyond, fallen to it or beyond? */
export const isTriggered = (
  direction: TriggerDirection,
  trigger: PriceTicks,
  price: PriceTicks,
): boolean => (direction === 1 ? price >= trigger : price <= trigger)

/** What the order of firing depends on. */
export type WaitingTrigger = {
  readonly id: number
  readonly direction: TriggerDirection
  readonly priceTicks: PriceTicks
}

/**
 * Orders triggers as a move from a price fires them: first those nearest to where it came from,
 * then the older ones (8.3). `id` grows with age.
 */
export const firingOrder =
  (from: PriceTicks) =>
  (a: WaitingTrigger, b: WaitingTrigger): number =>
    Math.abs(a.priceTicks - from) - Math.abs(b.priceTicks - from) || a.id - b.id

/** Returns what a close-on-trigger order may still ask for: no more than the position (6.2). */
export const closingLots = (orderLots: QtyLots, positionLots: QtyLots): QtyLots =>
  qtyLots(Math.min(orderLots, positionLots))

/**
 * Returns the tip that a trigger quantity above the maximum will be split (spec 5), if it will be.
 */
export function splitTip(
  instrument: Instrument,
  orderType: OrderType,
  lots: QtyLots,
): Tip | undefined {
  if (lots <= maxOrderQty(instrument, orderType)) return undefined
  return { name: 'maxQtySplitOrderTip', field: 'qty' }
}
