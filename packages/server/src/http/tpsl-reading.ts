// Triggers and TP/SL as requests name them: read into what a command asks for.

import { priceTicks, type PriceTicks } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  parsePrice,
  ticksAroundE8,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { OrderType, StopTerms, TpslLeg, TriggerBasis } from '@basis/domain/orders/order'
import type { LegName, TpslAsked, TpslLegAsked, TpslMode } from '@basis/domain/orders/tpsl'
import { directionFrom, triggerBasisOf } from '@basis/domain/orders/trigger'
import type { TrailingAsked } from '@basis/domain/orders/trailing'
import { problem } from '@basis/domain/instrument/problems'
import type { TriggerAsked } from '@basis/engine/commands'
import type { WireLegsAsked } from '@basis/protocol/tpsl'
import type { SymbolView } from '@basis/engine/views'
import { invalidField, problemRefusal } from './guards/refusal.ts'

/** Reads a price of the instrument under its field's own name; throws its problem. */
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

/** A leg that has no price of its own is none; other fields of it must not stand alone. */
function readLeg(instrument: Instrument, texts: LegTexts): TpslLegAsked | undefined {
  const { names, trigger, basis, type } = texts
  // A limit of zero is none (spec 5).
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

const legTexts = (fields: WireLegsAsked): Readonly<Record<LegName, LegTexts>> => ({
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

const bothLegs = (legOf: (name: LegName) => TpslLegAsked | undefined): Omit<TpslAsked, 'mode'> => {
  const [takeProfit, stopLoss] = [legOf('takeProfit'), legOf('stopLoss')]
  return {
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  }
}

/** Reads both legs; each is absent where it was not named. */
export function readLegs(instrument: Instrument, fields: WireLegsAsked): Omit<TpslAsked, 'mode'> {
  const texts = legTexts(fields)
  return bothLegs((name) => readLeg(instrument, texts[name]))
}

/** The mode that was asked for; what is unknown is the entire position. */
export const modeOf = ({ tpSlMode }: WireLegsAsked): TpslMode =>
  tpSlMode === 'Partial' ? 'Partial' : 'Full'

/** Reads the TP/SL that an order brings; none when no leg is named. */
export function readTpsl(
  instrument: Instrument,
  fields: WireLegsAsked,
): { readonly tpsl?: TpslAsked } {
  const legs = readLegs(instrument, fields)
  if (legs.takeProfit === undefined && legs.stopLoss === undefined) return {}
  return { tpsl: { mode: modeOf(fields), ...legs } }
}

/**
 * Reads what of the TP/SL that an order brings is to change: what is not named stays. From partial
 * to full the legs are market orders, where nothing else is asked for (spec 4).
 */
export function readTpslChange(
  instrument: Instrument,
  fields: WireLegsAsked,
  standing: StopTerms | undefined,
): { readonly tpsl?: TpslAsked } {
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

/** A leg as it stands where nothing else is named; in another mode it is a market order. */
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
  /** The price that whoever asks saw when he chose the trigger. */
  readonly basePrice?: string | undefined
}

/**
 * Reads an order's trigger; without a direction it is the way from `basePrice`, and without that,
 * or where the trigger is that very price, from the price of now.
 */
export function readTrigger(
  { instrument, ...view }: SymbolView,
  { triggerPrice, triggerBy, triggerDirection, basePrice }: TriggerFields,
): { readonly trigger?: TriggerAsked } {
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

/** Reads how a trailing stop is to follow; undefined when none of it is named. */
export function readTrailing(
  instrument: Instrument,
  { trailingStop, trailValuePercentageE4: rateE4, ...fields }: TrailingFields,
): TrailingAsked | undefined {
  // An activation price of zero is none (spec 5): it follows at once.
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
