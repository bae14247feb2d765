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
import type { Side, TpslLeg, TriggerBasis } from '@basis/domain/orders/order'
import { tpslProblems, type TpslAsked } from '@basis/domain/orders/tpsl'
import { directionFrom, triggerProblem } from '@basis/domain/orders/trigger'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { PickedTerms } from '../../stores/draft.ts'

const termNames = ['trigger', 'takeProfit', 'stopLoss'] as const
export type TermName = (typeof termNames)[number]

/** The texts of the fields that are shown; an absent one is not wanted. */
export type TicketTerms = { readonly [Name in TermName]?: string }

/** What they ask for: judged, and sent. */
export type OrderTerms = { readonly triggerTicks?: PriceTicks; readonly tpsl?: TpslAsked }

/** Returns the fields that an order picked on the chart fills. */
export function termsOf(picked: PickedTerms, instrument: Instrument): TicketTerms {
  const text = (ticks: number | undefined) =>
    ticks === undefined ? undefined : formatPrice(instrument, ticks as PriceTicks)
  return withoutEmpty({
    trigger: text(picked.triggerTicks),
    takeProfit: text(picked.takeProfitTicks),
    stopLoss: text(picked.stopLossTicks),
  })
}

/** Returns the terms with one field written or, with undefined, taken away. */
export const changedTerms = (
  terms: TicketTerms,
  name: TermName,
  text: string | undefined,
): TicketTerms => withoutEmpty({ ...terms, [name]: text })

function withoutEmpty(texts: Readonly<Record<TermName, string | undefined>> | object): TicketTerms {
  return Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== undefined))
}

/** An order that waits for its trigger. */
export const isConditional = ({ trigger }: TicketTerms): boolean => trigger !== undefined

/** Is the order to bring a TP/SL: are its fields open? */
export const hasTpsl = ({ takeProfit, stopLoss }: TicketTerms): boolean =>
  takeProfit !== undefined || stopLoss !== undefined

/** Returns the terms with the fields of a TP/SL opened or closed. */
export const withTpsl = (terms: TicketTerms, isOpen: boolean): TicketTerms =>
  withoutEmpty({
    trigger: terms.trigger,
    takeProfit: isOpen ? (terms.takeProfit ?? '') : undefined,
    stopLoss: isOpen ? (terms.stopLoss ?? '') : undefined,
  })

/** Returns what the terms ask for, as far as they can be read; spot orders have none. */
export function readTerms(terms: TicketTerms, instrument: Instrument): OrderTerms {
  if (instrument.kind === 'Spot') return {}
  const read = (name: TermName): PriceTicks | undefined => {
    const made = readTerm(terms, name, instrument)
    return typeof made === 'number' ? made : undefined
  }
  const triggerTicks = read('trigger')
  const [takeProfit, stopLoss] = [marketLeg(read('takeProfit')), marketLeg(read('stopLoss'))]
  const legs = {
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  }
  return {
    ...(triggerTicks === undefined ? {} : { triggerTicks }),
    ...(takeProfit === undefined && stopLoss === undefined
      ? {}
      : { tpsl: { mode: 'Full', ...legs } }),
  }
}

/** Reads one field; an empty one asks for nothing. */
function readTerm(
  terms: TicketTerms,
  name: TermName,
  instrument: Instrument,
): PriceTicks | Problem | undefined {
  const text = terms[name]?.trim() ?? ''
  return text === '' ? undefined : parsePrice(instrument, text)
}

/** The ticket's legs are market orders at the last price. */
const marketLeg = (triggerTicks: PriceTicks | undefined): TpslLeg | undefined =>
  triggerTicks === undefined
    ? undefined
    : { triggerTicks, triggerBy: 'LastPrice', orderType: 'Market' }

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
  order: {
    readonly side: Side
    readonly lots: QtyLots
    readonly limit: PriceTicks | undefined
  },
): Problem | undefined {
  const { instrument, last } = around
  if (instrument.kind === 'Spot') return undefined
  for (const name of termNames) {
    // Of a TP/SL either side may be left empty.
    if (name === 'trigger' && terms.trigger?.trim() === '') return problem('priceRequired', name)
    const made = readTerm(terms, name, instrument)
    if (typeof made === 'object') return { ...made, field: name }
  }
  const { triggerTicks: trigger, tpsl } = readTerms(terms, instrument)
  if (trigger !== undefined) {
    const current = currentTicks(triggerBy, around)
    const isKnown = current !== undefined || triggerBy === 'LastPrice'
    const direction = current === undefined ? 1 : directionFrom(current.floor, trigger)
    const beyond = direction === 1 ? current?.floor : current?.roof
    const asked = { priceTicks: trigger, direction, current: beyond }
    const wrong = isKnown ? triggerProblem(instrument, asked) : undefined
    if (wrong !== undefined) return wrong
  }
  if (tpsl === undefined) return undefined
  const [first] = tpslProblems(tpsl, {
    instrument,
    scene: 'Order',
    side: order.side,
    referenceTicks: order.limit ?? trigger ?? last,
    marketTicks: trigger === undefined ? last : undefined,
    sizeLots: order.lots,
    isUnified: true,
    reduceOnly,
  })
  return first
}
