// Terms of an order beside price and quantity: a trigger that it waits for, a take-profit and a
// stop-loss.

// They come from the chart and can be changed or removed in the ticket.

import type { PriceE8, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  parsePrice,
  ticksAroundE8,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { Side, TriggerBasis } from '@basis/domain/orders/order'
import type { TpslAsked, TpslContext } from '@basis/domain/orders/tpsl'
import { directionFrom, triggerProblem, type TriggerDirection } from '@basis/domain/orders/trigger'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { PickedTerms } from '../../stores/draft.ts'
import {
  readOrderTrailing,
  readTrailing,
  type TrailingAsked,
  type TrailingForm,
} from '../tpsl/trailing-form.ts'
import { emptyForm, type LegBases, type TpslForm } from '../tpsl/form-fields.ts'
import { readForm, readLegs } from '../tpsl/tpsl-form.ts'

/**
 * The text of the trigger and the forms of TP/SL and trailing stop; what is absent is not wanted.
 */
export type TicketTerms = {
  readonly trigger?: string
  readonly tpsl?: TpslForm
  readonly trailing?: TrailingForm
}

/** What they ask for: judged, and sent. */
export type OrderTerms = {
  readonly triggerTicks?: PriceTicks
  /** The way to the trigger that the trader saw: the exchange refuses another one. */
  readonly triggerDirection?: TriggerDirection
  readonly tpsl?: TpslAsked
  readonly trailing?: TrailingAsked
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

/** Returns the terms with a trigger or, with undefined, without one. */
export const withTrigger = (
  { trigger: _before, ...kept }: TicketTerms,
  trigger: string | undefined,
): TicketTerms => ({ ...(trigger === undefined ? {} : { trigger }), ...kept })

/**
 * Returns the terms with a TP/SL or, with undefined, without one, and without a trailing stop.
 */
export const withTpsl = (
  { trigger, trailing }: TicketTerms,
  tpsl: TpslForm | undefined,
): TicketTerms => ({
  ...(trigger === undefined ? {} : { trigger }),
  ...(tpsl === undefined ? {} : { tpsl }),
  ...(tpsl === undefined || trailing === undefined ? {} : { trailing }),
})

/** Returns the terms with the trailing stop of a form, and without one where it is empty. */
export const withTrailing = (
  { trailing: _before, ...kept }: TicketTerms,
  trailing: TrailingForm,
): TicketTerms => ({ ...kept, ...(trailing.retracement === '' ? {} : { trailing }) })

/** Returns the terms without a trailing stop. */
export const withoutTrailing = ({ trailing: _gone, ...kept }: TicketTerms): TicketTerms => kept

/** An order that waits for its trigger. */
export const isConditional = ({ trigger }: TicketTerms): boolean => trigger !== undefined

/** Returns what the terms ask for, as far as they can be read; spot orders have none. */
export function readTerms(terms: TicketTerms, instrument: Instrument): OrderTerms {
  if (instrument.kind === 'Spot') return {}
  const trigger = readTrigger(terms, instrument)
  const asked = terms.tpsl === undefined ? undefined : readLegs(terms.tpsl, instrument).asked
  const isBrought = asked?.takeProfit !== undefined || asked?.stopLoss !== undefined
  const trailing = terms.trailing && readTrailing(terms.trailing, { instrument }).asked
  return {
    ...(typeof trigger === 'number' ? { triggerTicks: trigger } : {}),
    ...(asked !== undefined && isBrought ? { tpsl: asked } : {}),
    ...(trailing === undefined ? {} : { trailing }),
  }
}

/** Reads the trigger; nothing where none is wanted, or none is typed yet. */
function readTrigger(
  { trigger = '' }: TicketTerms,
  instrument: Instrument,
): PriceTicks | Problem | undefined {
  const text = trigger.trim()
  return text === '' ? undefined : parsePrice(instrument, text)
}

/**
 * The ticks around where a basis is now; of the index the ticket knows nothing, so the exchange
 * judges.
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
 * Returns whether a trigger is reached by a rise or by a fall from the price of now; undefined
 * without a trigger, and where the exchange alone knows the price.
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
 * Returns the first problem of a side's terms, by the rules that the engine refuses by: the trigger
 * away from the last price, the legs on their sides of the order's price (spec 5; rules 8.5).
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
    // Where the exchange alone knows the basis, it alone says that there is none.
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

/** Returns what the TP/SL of an order is held against: the order's own price (spec 5). */
export function tpslContext(
  { terms, reduceOnly }: { readonly terms: TicketTerms; readonly reduceOnly: boolean },
  { instrument, last }: { readonly instrument: Instrument; readonly last: PriceTicks | undefined },
  { side, lots, limit }: JudgedSide,
): TpslContext {
  const { triggerTicks } = readTerms(terms, instrument)
  return {
    instrument,
    scene: 'Order',
    side,
    referenceTicks: limit ?? triggerTicks ?? last,
    marketTicks: triggerTicks === undefined ? last : undefined,
    sizeLots: lots,
    isUnified: true,
    reduceOnly,
  }
}

/** The order of one side: its quantity, 0 while none is known, and its limit. */
type JudgedSide = {
  readonly side: Side
  readonly lots: QtyLots
  readonly limit: PriceTicks | undefined
}
