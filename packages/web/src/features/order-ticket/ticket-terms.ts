// Terms of an order besides price and quantity: its trigger, a take-profit and a stop-loss.

// They may be set on the chart and changed or removed in the ticket.

import type { PriceE8, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  parsePrice,
  ticksAroundE8,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { Side, TriggerBasis } from '@basis/domain/orders/order'
import type { TpslRequest, TpslContext } from '@basis/domain/orders/tpsl'
import { directionFrom, triggerProblem, type TriggerDirection } from '@basis/domain/orders/trigger'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { PickedTerms } from '../../stores/draft.ts'
import {
  readOrderTrailing,
  readTrailing,
  type TrailingRequest,
  type TrailingForm,
} from '../tpsl/trailing-form.ts'
import { emptyForm, type LegBases, type TpslForm } from '../tpsl/form-fields.ts'
import { readForm, readLegs } from '../tpsl/tpsl-form.ts'

/** The text of the trigger and the forms of TP/SL and trailing stop; absent ones are not wanted. */
export type TicketTerms = {
  readonly trigger?: string
  readonly tpsl?: TpslForm
  readonly trailing?: TrailingForm
}

/** The parsed terms, which are checked and sent. */
export type OrderTerms = {
  readonly triggerTicks?: PriceTicks
  /** The direction to the trigger when the trader sent it: the exchange refuses another one. */
  readonly triggerDirection?: TriggerDirection
  readonly tpsl?: TpslRequest
  readonly trailing?: TrailingRequest
}

/** On the chart the prices of TP/SL are drawn as last prices. */
const atLast: LegBases = { takeProfit: 'LastPrice', stopLoss: 'LastPrice' }

/** Returns the terms of an order picked on the chart. */
export function termsOf(picked: PickedTerms, instrument: Instrument): TicketTerms {
  const text = (ticks: number | undefined): string =>
    ticks === undefined ? '' : formatPrice(instrument, ticks as PriceTicks)
  const { triggerTicks, takeProfitTicks, stopLossTicks } = picked
  const tpsl = {
    ...emptyForm('Full', atLast),
    takeProfit: text(takeProfitTicks),
    stopLoss: text(stopLossTicks),
  }
  return {
    ...(triggerTicks === undefined ? {} : { trigger: text(triggerTicks) }),
    ...(takeProfitTicks === undefined && stopLossTicks === undefined ? {} : { tpsl }),
  }
}

/** Returns the terms with a trigger, or without one if it is undefined. */
export const withTrigger = (
  { trigger: _before, ...kept }: TicketTerms,
  trigger: string | undefined,
): TicketTerms => ({ ...(trigger === undefined ? {} : { trigger }), ...kept })

/**
 * Returns the terms without a trailing stop and with a TP/SL, or without one if it is undefined.
 */
export const withTpsl = (
  { trigger, trailing }: TicketTerms,
  tpsl: TpslForm | undefined,
): TicketTerms => ({
  ...(trigger === undefined ? {} : { trigger }),
  ...(tpsl === undefined ? {} : { tpsl }),
  ...(tpsl === undefined || trailing === undefined ? {} : { trailing }),
})

/** Returns the terms with the trailing stop of a form, or without one if it is empty. */
export const withTrailing = (
  { trailing: _before, ...kept }: TicketTerms,
  trailing: TrailingForm,
): TicketTerms => ({ ...kept, ...(trailing.retracement === '' ? {} : { trailing }) })

/** Returns the terms without a trailing stop. */
export const withoutTrailing = ({ trailing: _gone, ...kept }: TicketTerms): TicketTerms => kept

/** A conditional order, which has a trigger. */
export const isConditional = ({ trigger }: TicketTerms): boolean => trigger !== undefined

/** Returns the terms that can be parsed; spot orders have none. */
export function readTerms(terms: TicketTerms, instrument: Instrument): OrderTerms {
  if (instrument.kind === 'Spot') return {}
  const trigger = readTrigger(terms, instrument)
  const asked = terms.tpsl === undefined ? undefined : readLegs(terms.tpsl, instrument).terms
  const isBrought = asked?.takeProfit !== undefined || asked?.stopLoss !== undefined
  const trailing = terms.trailing && readTrailing(terms.trailing, { instrument }).terms
  return {
    ...(typeof trigger === 'number' ? { triggerTicks: trigger } : {}),
    ...(asked !== undefined && isBrought ? { tpsl: asked } : {}),
    ...(trailing === undefined ? {} : { trailing }),
  }
}

/** Parses the trigger; nothing if there is none or its text is empty. */
function readTrigger(
  { trigger = '' }: TicketTerms,
  instrument: Instrument,
): PriceTicks | Problem | undefined {
  const text = trigger.trim()
  return text === '' ? undefined : parsePrice(instrument, text)
}

/**
 * The current ticks around the trigger's price type; the ticket has no index price, so the exchange
 * checks that.
 */
function currentTicks(
  basis: TriggerBasis,
  at: {
    readonly instrument: Instrument
    readonly last: PriceTicks | undefined
    readonly markE8: PriceE8 | undefined
  },
): { readonly floor: PriceTicks; readonly roof: PriceTicks } | undefined {
  if (basis === 'LastPrice') return at.last && { floor: at.last, roof: at.last }
  if (basis === 'IndexPrice' || at.markE8 === undefined) return undefined
  return ticksAroundE8(at.instrument, at.markE8)
}

/**
 * Returns whether a trigger is reached by a rise or by a fall from the current price; undefined
 * without a trigger, and if only the exchange knows the price.
 */
export function triggerDirection(
  { terms, triggerBy }: { readonly terms: TicketTerms; readonly triggerBy: TriggerBasis },
  around: Parameters<typeof currentTicks>[1],
): TriggerDirection | undefined {
  const trigger = readTrigger(terms, around.instrument)
  const current = currentTicks(triggerBy, around)
  if (typeof trigger !== 'number' || current === undefined) return undefined
  return directionFrom(current.floor, trigger)
}

/**
 * Returns the first problem of a side's terms, by the engine's own rules: the trigger against the
 * last price, the legs against the order's price (spec 5; rules 8.5).
 */
export function termsProblem(
  {
    terms,
    reduceOnly,
    triggerBy,
  }: {
    readonly terms: TicketTerms
    readonly reduceOnly: boolean
    readonly triggerBy: TriggerBasis
  },
  around: {
    readonly instrument: Instrument
    readonly last: PriceTicks | undefined
    readonly markE8: PriceE8 | undefined
  },
  order: JudgedSide,
): Problem | undefined {
  const { instrument, last } = around
  if (instrument.kind === 'Spot') return undefined
  if (terms.trigger?.trim() === '') return problem('priceRequired', 'trigger')
  const trigger = readTrigger(terms, instrument)
  if (typeof trigger === 'object') return { ...trigger, field: 'trigger' }
  if (trigger !== undefined) {
    const current = currentTicks(triggerBy, around)
    const direction = current === undefined ? 1 : directionFrom(current.floor, trigger)
    const beyond = direction === 1 ? current?.floor : current?.roof
    const wrong = triggerProblem(instrument, { priceTicks: trigger, direction, current: beyond })
    // If only the exchange knows the price, it must report that there is none.
    const isTheirs = wrong?.name === 'priceUnavailable' && triggerBy !== 'LastPrice'
    if (wrong !== undefined && !isTheirs) return wrong
  }
  if (terms.tpsl === undefined) return undefined
  const judged = tpslContext({ terms, reduceOnly }, { instrument, last }, order)
  const [first] = readForm(terms.tpsl, judged).problems.values()
  if (first !== undefined || terms.trailing === undefined) return first
  const [wrong] = readOrderTrailing(terms.trailing, judged).problems.values()
  return wrong
}

/**
 * Returns the context in which an order's TP/SL are checked: against the order's own price (spec
 * 5).
 */
export function tpslContext(
  { terms, reduceOnly }: { readonly terms: TicketTerms; readonly reduceOnly: boolean },
  { instrument, last }: { readonly instrument: Instrument; readonly last: PriceTicks | undefined },
  { side, lots, limit }: JudgedSide,
): TpslContext {
  const triggerTicks = aboveZero(readTerms(terms, instrument).triggerTicks)
  return {
    instrument,
    scene: 'Order',
    side,
    referenceTicks: aboveZero(limit) ?? triggerTicks ?? last,
    marketTicks: triggerTicks === undefined ? last : undefined,
    sizeLots: lots,
    isUnified: true,
    reduceOnly,
  }
}

/** A typed price that is 0 so far is not a price yet. */
const aboveZero = (ticks: PriceTicks | undefined): PriceTicks | undefined =>
  ticks === 0 ? undefined : ticks

/** The order of one side: its quantity, 0 if not known, and its limit. */
type JudgedSide = {
  readonly side: Side
  readonly lots: QtyLots
  readonly limit: PriceTicks | undefined
}
