// Parsing of triggers, TP/SL and trailing stops in requests into fields of commands.

import { priceTicks, type PriceTicks } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  parsePrice,
  ticksAroundE8,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { OrderType, StopTerms, TpslLeg, TriggerBasis } from '@basis/domain/orders/order'
import type { LegName, TpslRequest, TpslLegRequest, TpslMode } from '@basis/domain/orders/tpsl'
import { directionFrom, triggerBasisOf } from '@basis/domain/orders/trigger'
import type { TrailingRequest } from '@basis/domain/orders/trailing'
import { problem } from '@basis/domain/instrument/problems'
import type { TriggerRequest } from '@basis/engine/commands'
import type { WireLegsRequest } from '@basis/protocol/tpsl'
import type { SymbolView } from '@basis/engine/views'
import { invalidField, problemRefusal } from './guards/refusal.ts'

/** Reads a price of the instrument. Throws its problem under the name of the field. */
export function readPrice(instrument: Instrument, field: string, text: string): PriceTicks {
  const parsed = parsePrice(instrument, text)
  if (typeof parsed === 'number') return parsed
  throw problemRefusal({ ...parsed, field })
}

type LegTexts = {
  readonly names: readonly [trigger: string, limit: string]
  readonly trigger: string | undefined
  readonly basis: string | undefined
  readonly type: OrderType | undefined
  readonly limit: string | undefined
}

/** Reads a leg; undefined without a trigger price. Throws Refused for a limit without one. */
function readLeg(instrument: Instrument, texts: LegTexts): TpslLegRequest | undefined {
  const { names, trigger, basis, type } = texts
  // A limit of zero counts as absent (spec 5).
  const limit = Number(texts.limit) === 0 ? undefined : texts.limit
  if (trigger === undefined) {
    if (limit !== undefined) throw invalidField(names[1], `needs ${names[0]} beside it`)
    return undefined
  }
  const orderType = type ?? (limit === undefined ? 'Market' : 'Limit')
  if (orderType === 'Market' && limit !== undefined) {
    throw invalidField(names[1], 'is for a limit order, and this leg is Market')
  }
  return {
    triggerTicks: Number(trigger) === 0 ? priceTicks(0) : readPrice(instrument, names[0], trigger),
    triggerBy: triggerBasisOf(basis),
    orderType,
    ...(limit === undefined ? {} : { limitTicks: readPrice(instrument, names[1], limit) }),
  }
}

const legTexts = (fields: WireLegsRequest): Readonly<Record<LegName, LegTexts>> => ({
  takeProfit: {
    names: ['takeProfit', 'limitTakeProfit'],
    trigger: fields.takeProfit,
    basis: fields.tpTriggerBy,
    type: fields.tpOrderType,
    limit: fields.limitTakeProfit,
  },
  stopLoss: {
    names: ['stopLoss', 'limitStopLoss'],
    trigger: fields.stopLoss,
    basis: fields.slTriggerBy,
    type: fields.slOrderType,
    limit: fields.limitStopLoss,
  },
})

const bothLegs = (
  legOf: (name: LegName) => TpslLegRequest | undefined,
): Omit<TpslRequest, 'mode'> => {
  const [takeProfit, stopLoss] = [legOf('takeProfit'), legOf('stopLoss')]
  return {
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  }
}

/** Reads both legs; a leg that is not named is absent. */
export function readLegs(
  instrument: Instrument,
  fields: WireLegsRequest,
): Omit<TpslRequest, 'mode'> {
  const texts = legTexts(fields)
  return bothLegs((name) => readLeg(instrument, texts[name]))
}

/** Returns the mode of the request; an unknown one means the entire position. */
export const modeOf = ({ tpSlMode }: WireLegsRequest): TpslMode =>
  tpSlMode === 'Partial' ? 'Partial' : 'Full'

/** Reads the TP/SL of a new order; empty if no leg is named. */
export function readTpsl(
  instrument: Instrument,
  fields: WireLegsRequest,
): { readonly tpsl?: TpslRequest } {
  const legs = readLegs(instrument, fields)
  if (legs.takeProfit === undefined && legs.stopLoss === undefined) return {}
  return { tpsl: { mode: modeOf(fields), ...legs } }
}

/**
 * Reads a change of the TP/SL of an order: what is not named stays. In a new mode the legs are
 * market orders unless a type or limit is named (spec 4).
 */
export function readTpslChange(
  instrument: Instrument,
  fields: WireLegsRequest,
  standing: StopTerms | undefined,
): { readonly tpsl?: TpslRequest } {
  const { tpSlMode: named = 'Unknown' } = fields
  const before = standing?.tpslMode ?? 'Full'
  const mode = named === 'Unknown' ? before : named
  const texts = legTexts(fields)
  const legs = bothLegs((name) => {
    const { trigger, basis, type, limit } = texts[name]
    const isNamed = (trigger ?? basis ?? type ?? limit) !== undefined
    if (!isNamed && mode === before) return undefined
    const stands = standing?.[name]
    const filled = stands && filledUp(instrument, texts[name], stands, mode !== before)
    return readLeg(instrument, filled ?? texts[name])
  })
  if (legs.takeProfit === undefined && legs.stopLoss === undefined) return {}
  return { tpsl: { mode, ...legs } }
}

/** Fills the fields that are not named from the present leg; in another mode the type is market. */
function filledUp(
  instrument: Instrument,
  texts: LegTexts,
  { triggerTicks, triggerBy, orderType, limitTicks }: TpslLeg,
  isReset: boolean,
): LegTexts {
  const stood = isReset ? 'Market' : orderType
  const type = texts.type ?? (texts.limit === undefined ? stood : 'Limit')
  const limit = type === 'Limit' ? limitTicks : undefined
  return {
    ...texts,
    trigger: texts.trigger ?? formatPrice(instrument, triggerTicks),
    basis: texts.basis ?? triggerBy,
    type,
    limit: texts.limit ?? (limit && formatPrice(instrument, limit)),
  }
}

type TriggerFields = {
  readonly triggerPrice?: string | undefined
  readonly triggerBy?: string
  readonly triggerDirection?: 1 | 2
  /** The price that the trader saw when he chose the trigger. */
  readonly basePrice?: string | undefined
}

/**
 * Reads an order's trigger. Without a direction it is that from `basePrice`; without that too, or
 * if the trigger equals it, that from the current price.
 */
export function readTrigger(
  { instrument, ...view }: SymbolView,
  { triggerPrice, triggerBy, triggerDirection, basePrice }: TriggerFields,
): { readonly trigger?: TriggerRequest } {
  if (triggerPrice === undefined) {
    if (triggerDirection === undefined && (triggerBy ?? '') === '') return {}
    throw invalidField('triggerPrice', 'is required with triggerBy or triggerDirection')
  }
  const price = readPrice(instrument, 'triggerPrice', triggerPrice)
  const basis = triggerBasisOf(triggerBy)
  const current = presentTicks(view, instrument, basis)
  if (current === 0) throw problemRefusal(problem('priceUnavailable', 'triggerPrice'))
  const seen = basePrice === undefined ? price : readPrice(instrument, 'basePrice', basePrice)
  const from = seen === price ? priceTicks(current) : seen
  const direction = triggerDirection ?? directionFrom(from, price)
  return { trigger: { priceTicks: price, basis, direction } }
}

function presentTicks(
  view: Omit<SymbolView, 'instrument'>,
  instrument: Instrument,
  basis: TriggerBasis,
): number {
  if (basis === 'LastPrice') return view.lastTicks
  return ticksAroundE8(instrument, basis === 'MarkPrice' ? view.markE8 : view.indexE8).floor
}

type TrailingFields = {
  readonly trailingStop?: string | undefined
  readonly trailValuePercentageE4?: number
  readonly activationPrice?: string | undefined
}

/** Reads the terms of a trailing stop; undefined if none is named. */
export function readTrailing(
  instrument: Instrument,
  { trailingStop, trailValuePercentageE4: rateE4, ...fields }: TrailingFields,
): TrailingRequest | undefined {
  // An activation price of zero counts as absent (spec 5): the stop trails at once.
  const activationPrice = Number(fields.activationPrice) === 0 ? undefined : fields.activationPrice
  if (trailingStop === undefined && rateE4 === undefined && activationPrice === undefined) {
    return undefined
  }
  if (trailingStop !== undefined && rateE4 !== undefined) {
    throw invalidField('trailValuePercentageE4', 'must stand alone, without trailingStop')
  }
  return {
    ...(trailingStop === undefined
      ? {}
      : { distanceTicks: readPrice(instrument, 'trailingStop', trailingStop) }),
    ...(rateE4 === undefined ? {} : { rateE4 }),
    ...(activationPrice === undefined
      ? {}
      : { activationTicks: readPrice(instrument, 'activationPrice', activationPrice) }),
  }
}
