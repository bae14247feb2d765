// Parsing of take-profit and stop-loss fields, of an order or a position (reference 4.1, 5.3).

import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem } from '@basis/domain/instrument/problems'
import type { OrderType, StopTerms, TpslLeg } from '@basis/domain/orders/order'
import type { TpslRequest, TpslLegRequest, TpslMode } from '@basis/domain/orders/tpsl'
import { readPriceField, readTriggerBy, type Fields, type LegFieldName } from './order-fields.ts'
import { TraderProblem, wrongParameter } from './wrong.ts'

export type LegFields = Fields<LegFieldName>

const fieldsOf = {
  takeProfit: { limit: 'tpLimitPrice', type: 'tpOrderType', by: 'tpTriggerBy' },
  stopLoss: { limit: 'slLimitPrice', type: 'slOrderType', by: 'slTriggerBy' },
} as const
type LegField = keyof typeof fieldsOf

function readType(text: string | undefined, field: string): OrderType | undefined {
  if (text === undefined || text === 'Market' || text === 'Limit') return text
  throw wrongParameter(field)
}

/** Reads a leg; a price of 0 removes the present one. */
function readLeg(
  instrument: Instrument,
  name: LegField,
  fields: LegFields,
): TpslLegRequest | undefined {
  const { limit: limitField, type: typeField, by } = fieldsOf[name]
  const trigger = fields[name]
  if (trigger === undefined) return undefined
  const limit = fields[limitField]
  const isRemoved = /^0(\.0*)?$/.test(trigger)
  const orderType = readType(fields[typeField], typeField) ?? 'Market'
  const isLimit = orderType === 'Limit' && limit !== undefined
  return {
    triggerTicks: isRemoved ? priceTicks(0) : readPriceField(instrument, trigger, name),
    triggerBy: readTriggerBy(fields[by], by),
    orderType,
    ...(isLimit ? { limitTicks: readPriceField(instrument, limit, limitField) } : {}),
  }
}

export function readMode(text: string | undefined): TpslMode | undefined {
  if (text === undefined || text === 'Full' || text === 'Partial') return text
  throw wrongParameter('tpslMode')
}

/** Reads both legs, each if it is named. */
export function readLegs(
  instrument: Instrument,
  fields: LegFields,
): { readonly takeProfit?: TpslLegRequest; readonly stopLoss?: TpslLegRequest } {
  const takeProfit = readLeg(instrument, 'takeProfit', fields)
  const stopLoss = readLeg(instrument, 'stopLoss', fields)
  return {
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  }
}

const isSet = (leg: TpslLegRequest | undefined): leg is TpslLegRequest =>
  leg !== undefined && leg.triggerTicks !== 0

/** Reads the TP/SL that a new contract order attaches to its position. */
export function readAttachedLegs(
  instrument: Instrument,
  fields: LegFields,
): { readonly tpsl?: TpslRequest } {
  const { takeProfit, stopLoss } = readLegs(instrument, fields)
  if (!isSet(takeProfit) && !isSet(stopLoss)) return {}
  return {
    tpsl: {
      mode: readMode(fields.tpslMode) ?? 'Full',
      ...(isSet(takeProfit) ? { takeProfit } : {}),
      ...(isSet(stopLoss) ? { stopLoss } : {}),
    },
  }
}

/** Reads the TP/SL of a spot order: a leg with a limit is a limit order. */
export function readSpotLegs(
  instrument: Instrument,
  fields: LegFields,
): { readonly tpsl?: TpslRequest } {
  const { tpsl } = readAttachedLegs(instrument, {
    ...fields,
    tpslMode: 'Partial',
    ...(fields.tpLimitPrice === undefined ? {} : { tpOrderType: 'Limit' }),
    ...(fields.slLimitPrice === undefined ? {} : { slOrderType: 'Limit' }),
  })
  return tpsl === undefined ? {} : { tpsl }
}

/** Reads a change of the legs; what is not named stays. */
export function readChangedLegs(
  instrument: Instrument,
  fields: LegFields,
  standing: StopTerms | undefined,
): { readonly tpsl?: TpslRequest } {
  const { tpTriggerBy, slTriggerBy, tpslMode } = fields
  const priced = fields.takeProfit ?? fields.stopLoss ?? fields.tpLimitPrice ?? fields.slLimitPrice
  if ((priced ?? tpTriggerBy ?? slTriggerBy ?? tpslMode) === undefined) return {}
  const takeProfit = changedLeg(instrument, 'takeProfit', fields, standing?.takeProfit)
  const stopLoss = changedLeg(instrument, 'stopLoss', fields, standing?.stopLoss)
  const mode = readMode(fields.tpslMode) ?? standing?.tpslMode ?? 'Full'
  if (takeProfit === undefined && stopLoss === undefined) return {}
  return {
    tpsl: {
      mode: instrument.kind === 'Spot' ? 'Partial' : mode,
      ...(takeProfit === undefined ? {} : { takeProfit }),
      ...(stopLoss === undefined ? {} : { stopLoss }),
    },
  }
}

function changedLeg(
  instrument: Instrument,
  name: LegField,
  fields: LegFields,
  standing: TpslLeg | undefined,
): TpslLegRequest | undefined {
  const { limit: limitField, by } = fieldsOf[name]
  const limit = fields[limitField]
  const named = readLeg(instrument, name, fields)
  if (named === undefined && limit === undefined && fields[by] === undefined) return standing
  if (standing === undefined) {
    if (named === undefined && limit !== undefined) {
      throw new TraderProblem(problem('triggerNotAllowed', limitField))
    }
    return named
  }
  return {
    ...standing,
    ...(named === undefined ? {} : { triggerTicks: named.triggerTicks }),
    ...(fields[by] === undefined ? {} : { triggerBy: readTriggerBy(fields[by], by) }),
    ...(limit === undefined ? {} : { limitTicks: readPriceField(instrument, limit, limitField) }),
  }
}
