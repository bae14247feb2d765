// Conditional orders: trigger direction, trigger price basis, and the sequence in which triggers
// fire (spec 4, 5; rules 8.3, 6.2).

import type { PriceTicks, QtyLots } from '../numbers/fixed.ts'
import { priceTicks, qtyLots } from '../numbers/fixed.ts'
import { formatPrice, type Instrument } from '../instrument/instrument.ts'
import { triggerBases, type OrderType, type TriggerBasis } from './order.ts'
import { maxOrderQty } from './order-rules.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import type { Tip } from './tpsl.ts'

/** Triggered by a rise or by a fall to the price (triggerDirection). */
export const triggerDirections = { rises: 1, falls: 2 } as const
export type TriggerDirection = (typeof triggerDirections)[keyof typeof triggerDirections]

/** Returns the trigger basis of a text; an unknown one means the last price (spec 4). */
export const triggerBasisOf = (text: string | undefined): TriggerBasis =>
  triggerBases.find((basis) => basis === text) ?? 'LastPrice'

/** Returns the direction from the current price to the trigger; a fall if they are equal. */
export const directionFrom = (current: PriceTicks, trigger: PriceTicks): TriggerDirection =>
  trigger > current ? 1 : 2

/**
 * Returns why a trigger is rejected, if so: it must be above 0 and up to the instrument's maximum
 * (spec 5), above the current price for a rise (110092), below it for a fall (110093). `current` is
 * the price of its basis; without one the trigger is rejected.
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

/** Whether the price has reached the trigger in its direction, or passed it. */
export const isTriggered = (
  direction: TriggerDirection,
  trigger: PriceTicks,
  price: PriceTicks,
): boolean => (direction === 1 ? price >= trigger : price <= trigger)

/** The fields that decide the firing sequence. */
export type WaitingTrigger = {
  readonly id: number
  readonly direction: TriggerDirection
  readonly priceTicks: PriceTicks
}

/**
 * Compares triggers by the sequence in which a move from a price fires them: nearest to that price
 * first, then the older (8.3). A newer trigger has a larger `id`.
 */
export const firingOrder =
  (from: PriceTicks) =>
  (a: WaitingTrigger, b: WaitingTrigger): number =>
    Math.abs(a.priceTicks - from) - Math.abs(b.priceTicks - from) || a.id - b.id

/** Returns the quantity of a close-on-trigger order, capped at the position (6.2). */
export const closingLots = (orderLots: QtyLots, positionLots: QtyLots): QtyLots =>
  qtyLots(Math.min(orderLots, positionLots))

/** Returns the tip that a trigger quantity above the maximum will be split (spec 5), if it will. */
export function splitTip(
  instrument: Instrument,
  orderType: OrderType,
  lots: QtyLots,
): Tip | undefined {
  if (lots <= maxOrderQty(instrument, orderType)) return undefined
  return { name: 'maxQtySplitOrderTip', field: 'qty' }
}
