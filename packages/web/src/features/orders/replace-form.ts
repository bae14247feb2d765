// The logic of changing an open order: what may be typed, and what would be sent.

import type { PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  parsePrice,
  parseQty,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { orderProblem } from '@basis/domain/orders/order-rules'
import { triggerProblem } from '@basis/domain/orders/trigger'
import { waitsOnLegs, type Order, type TpslLeg, type TpslLegs } from '@basis/domain/orders/order'
import { spotPlanProblem } from '@basis/domain/orders/spot-plans'
import { legNames, movedOrderProblem, spotLegFields, type LegName } from '@basis/domain/orders/tpsl'
import { problem, type Problem } from '@basis/domain/instrument/problems'

/** Texts of the fields; a market order has no price, and only a conditional one has a trigger. */
export type ReplaceDraft = {
  readonly price: string | undefined
  readonly trigger: string | undefined
  readonly qty: string
  /** The legs of a spot order with two triggers. */
  readonly legs: LegDrafts
}
type LegDrafts = Readonly<Partial<Record<LegName, LegDraft>>>
/** A market leg has no limit. */
type LegDraft = { readonly trigger: string; readonly limit: string | undefined }

/** The changes; an absent field is unchanged. */
export type Replacement = {
  readonly priceTicks?: PriceTicks
  readonly triggerTicks?: PriceTicks
  readonly qtyLots?: QtyLots
  readonly legs?: TpslLegs
}

export function draftOf(order: Order, instrument: Instrument): ReplaceDraft {
  const { orderType, priceTicks, stop, status } = order
  // The legs of a spot plan and the current trigger of a trailing order are not a single editable
  // trigger.
  const isTyped = stop?.planType === undefined || stop.planType === 1 || stop.planType === 8
  const trigger = status === 'Untriggered' && isTyped ? stop?.triggerTicks : undefined
  const hasLegs = waitsOnLegs(order)
  return {
    price: orderType === 'Limit' && !hasLegs ? formatPrice(instrument, priceTicks) : undefined,
    trigger: trigger === undefined ? undefined : formatPrice(instrument, trigger),
    qty: formatQty(instrument, order.qtyLots),
    legs: hasLegs ? legsOf(order, instrument) : {},
  }
}

function legsOf({ stop }: Order, instrument: Instrument): LegDrafts {
  const text = (ticks: PriceTicks): string => formatPrice(instrument, ticks)
  const drafts = legNames.flatMap((name) => {
    const leg = stop?.[name]
    if (leg === undefined) return []
    const limit = leg.limitTicks === undefined ? undefined : text(leg.limitTicks)
    return [[name, { trigger: text(leg.triggerTicks), limit }] as const]
  })
  return Object.fromEntries(drafts)
}

/**
 * Returns the changes to send, or their first problem: by the same rules as for a new order.
 * `current` is the price that the trigger is compared with, if it is known: the trigger must stay
 * on its side.
 */
export function replacementOf(
  draft: ReplaceDraft,
  order: Order,
  instrument: Instrument,
  current?: PriceTicks,
): Replacement | Problem {
  if (waitsOnLegs(order)) return legReplacement(draft, order, instrument, current)
  const trigger = readTrigger(draft, order, instrument, current)
  if (typeof trigger === 'object') return trigger
  if (draft.price?.trim() === '') return problem('priceRequired', 'price')
  const price = draft.price === undefined ? order.priceTicks : parsePrice(instrument, draft.price)
  if (typeof price === 'object') return price
  if (draft.qty.trim() === '') return problem('qtyRequired', 'qty')
  const qty = parseQty(instrument, draft.qty)
  if (typeof qty === 'object') return qty
  const { orderType, side, reduceOnly } = order
  const limit = orderType === 'Limit' ? { priceTicks: price } : {}
  const asked = { orderType, side, reduceOnly, ...limit, qtyLots: qty }
  const wrong = orderProblem(instrument, asked, undefined)
  if (wrong !== undefined) return wrong
  if (qty <= order.filledLots) return problem('qtyNotAboveFilled', 'qty')
  const made = {
    ...(price === order.priceTicks ? {} : { priceTicks: price }),
    ...(trigger === undefined || trigger === order.stop?.triggerTicks
      ? {}
      : { triggerTicks: trigger }),
    ...(qty === order.qtyLots ? {} : { qtyLots: qty }),
  }
  if (Object.keys(made).length === 0) return problem('orderUnchanged')
  const beyond = movedOrderProblem(order, made, instrument)
  // The dialog has no field for the leg, so the changed field is marked.
  return beyond ? { ...beyond, field: orderType === 'Limit' ? 'price' : 'triggerPrice' } : made
}

function readTrigger(
  draft: ReplaceDraft,
  { stop }: Order,
  instrument: Instrument,
  current: PriceTicks | undefined,
): PriceTicks | undefined | Problem {
  if (draft.trigger === undefined || stop === undefined) return stop?.triggerTicks
  if (draft.trigger.trim() === '') return problem('priceRequired', 'triggerPrice')
  const read = parsePrice(instrument, draft.trigger)
  if (typeof read === 'object') return { ...read, field: 'triggerPrice' }
  if (read === stop.triggerTicks || stop.triggerDirection === 0 || current === undefined) {
    return read
  }
  const asked = { priceTicks: read, direction: stop.triggerDirection, current }
  return triggerProblem(instrument, asked) ?? read
}

export const isReplacement = (made: Replacement | Problem): made is Replacement => !('name' in made)

/** A change of legs or of the quantity, checked by the plan's rule like a new order. */
function legReplacement(
  draft: ReplaceDraft,
  order: Order,
  instrument: Instrument,
  last: PriceTicks | undefined,
): Replacement | Problem {
  const { stop, side, orderType } = order
  const tpsl: { -readonly [Name in LegName]?: TpslLeg } = {}
  const changed: { -readonly [Name in LegName]?: TpslLeg } = {}
  for (const name of legNames) {
    const [leg, typed] = [stop?.[name], draft.legs[name]]
    if (leg === undefined || typed === undefined) continue
    const { trigger: triggerField, limit: limitField } = spotLegFields[name]
    const triggerTicks = readField(instrument, typed.trigger, triggerField)
    if (typeof triggerTicks === 'object') return triggerTicks
    const limitTicks =
      typed.limit === undefined ? undefined : readField(instrument, typed.limit, limitField)
    if (typeof limitTicks === 'object') return limitTicks
    const asked = { ...leg, triggerTicks, ...(limitTicks === undefined ? {} : { limitTicks }) }
    tpsl[name] = asked
    const isSame = triggerTicks === leg.triggerTicks && limitTicks === leg.limitTicks
    if (!isSame) changed[name] = asked
  }
  if (draft.qty.trim() === '') return problem('qtyRequired', 'qty')
  const qty = parseQty(instrument, draft.qty)
  if (typeof qty === 'object') return qty
  const plan = stop?.planType ?? 11
  const asked = { plan, side, orderType, qtyLots: qty, tpsl: { mode: 'Partial', ...tpsl } } as const
  const wrong = last === undefined ? undefined : spotPlanProblem(instrument, asked, last)
  if (wrong !== undefined) return wrong
  const isMoved = Object.keys(changed).length > 0
  if (!isMoved && qty === order.qtyLots) return problem('orderUnchanged')
  return {
    ...(isMoved ? { legs: changed } : {}),
    ...(qty === order.qtyLots ? {} : { qtyLots: qty }),
  }
}

function readField(instrument: Instrument, text: string, field: string): PriceTicks | Problem {
  if (text.trim() === '') return problem('priceRequired', field)
  const read = parsePrice(instrument, text)
  return typeof read === 'object' ? { ...read, field } : read
}
