// TP/SL on the wire (spec 3, 7): the fields of its legs, of a position's TP/SL, and of requests.

import { orderId } from '@basis/domain/numbers/brand'
import { priceTicks, qtyLots, type PriceTicks, type QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  parsePrice,
  parseQty,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { positionIdxs } from '@basis/domain/orders/position'
import { orderTypes, triggerBases, type TpslLeg, type TpslLegs } from '@basis/domain/orders/order'
import { openingMode, tpslModes } from '@basis/domain/orders/tpsl'
import type { SizedTpslRequest, TpslRequest, TpslMode } from '@basis/domain/orders/tpsl'
import type {
  ExistingEntry,
  ExistingLeg,
  ExistingTpsl,
  ExistingTrailing,
} from '@basis/domain/orders/tpsl-entries'
import * as z from './schema/deferred.ts'
import { decimal, encodeQtyX, requestedPrice, timeMs, optionalField } from './wire.ts'

/** The TP/SL attached to an order or set on a position. */
export const wireLegs = {
  takeProfit: optionalField(decimal),
  tpTriggerBy: optionalField(z.enum(triggerBases)),
  tpOrderType: optionalField(z.enum(orderTypes)),
  limitTakeProfit: optionalField(decimal),
  stopLoss: optionalField(decimal),
  slTriggerBy: optionalField(z.enum(triggerBases)),
  slOrderType: optionalField(z.enum(orderTypes)),
  limitStopLoss: optionalField(decimal),
}
type WireLegs = { [Name in keyof typeof wireLegs]?: z.output<(typeof wireLegs)[Name]> }

/** Any text: an unknown basis means the last price (spec 4). */
export const requestedBasis = z.string().check(z.maxLength(40))

/** The legs of a request; a price of `0` cancels an existing leg. */
export const wireLegsRequest = {
  ...wireLegs,
  takeProfit: optionalField(requestedPrice),
  limitTakeProfit: optionalField(requestedPrice),
  stopLoss: optionalField(requestedPrice),
  limitStopLoss: optionalField(requestedPrice),
  tpTriggerBy: optionalField(requestedBasis),
  slTriggerBy: optionalField(requestedBasis),
  tpSlMode: optionalField(z.enum([...tpslModes, 'Unknown'])),
}
export type WireLegsRequest = {
  readonly [Name in keyof typeof wireLegsRequest]?: z.output<(typeof wireLegsRequest)[Name]>
}

/** For a position, or attached to an order for the position that it opens (rules 8.6). */
export const wireTrailingRequest = {
  /** Price distance; `0` cancels the position's trailing stop. The rate is the alternative. */
  trailingStop: optionalField(requestedPrice),
  trailValuePercentageE4: optionalField(z.int()),
  activationPrice: optionalField(requestedPrice),
}

const wireEntry = z.object({
  ...wireLegs,
  qty: decimal,
  tpSize: optionalField(decimal),
  slSize: optionalField(decimal),
  tpStopOrderId: optionalField(z.string()),
  slStopOrderId: optionalField(z.string()),
  /** The order of its take-profit, else of its stop-loss; it identifies the entry. */
  orderId: z.string(),
  /** The order that the entry was attached to. */
  parentOrderId: optionalField(z.string()),
  tpSlMode: z.enum(tpslModes),
  updatedAt: timeMs,
})
type WireEntry = z.output<typeof wireEntry>

/** A position's TP/SL; absent if it is flat. */
export const wireTpsl = {
  /** The full TP/SL, as in `fullTpsl`. */
  takeProfit: wireLegs.takeProfit,
  stopLoss: wireLegs.stopLoss,
  tpTriggerBy: wireLegs.tpTriggerBy,
  slTriggerBy: wireLegs.slTriggerBy,
  tpSlMode: optionalField(z.enum(tpslModes)),
  fullTpsl: optionalField(wireEntry),
  /** Oldest first. */
  partialTpslList: optionalField(z.array(wireEntry)),
  tpOrderNum: optionalField(z.int()),
  slOrderNum: optionalField(z.int()),
  tpFreeSize: optionalField(decimal),
  slFreeSize: optionalField(decimal),
  tsStopOrderId: optionalField(z.string()),
  /** Price distance; a trailing stop has this or the rate. */
  trailingStop: optionalField(decimal),
  trailValuePercentageE4: optionalField(z.int()),
  activationPrice: optionalField(decimal),
  /** Absent before activation. */
  tsTriggerPrice: optionalField(decimal),
}
type WireTpsl = { readonly [Name in keyof typeof wireTpsl]?: z.output<(typeof wireTpsl)[Name]> }

/** The TP/SL of a symbol's positions, without the positions (spec 3, TP/SL per symbol). */
export const wireSymbolTpsl = z.object({
  symbol: z.string(),
  positionIdx: z.literal(positionIdxs),
  fullTpsl: wireTpsl.fullTpsl,
  partialTpslList: z.array(wireEntry),
})

/** Encodes the given legs; a leg to be cancelled has only the price `0`. */
export function encodeLegs(
  instrument: Instrument,
  { takeProfit: tp, stopLoss: sl }: Omit<TpslRequest, 'mode'>,
): WireLegs {
  const price = (ticks: PriceTicks): string => formatPrice(instrument, ticks)
  return {
    ...(tp?.triggerTicks === undefined
      ? {}
      : tp.triggerTicks === 0
        ? { takeProfit: '0' }
        : {
            takeProfit: price(tp.triggerTicks),
            tpTriggerBy: tp.triggerBy,
            tpOrderType: tp.orderType,
            ...(tp.limitTicks === undefined ? {} : { limitTakeProfit: price(tp.limitTicks) }),
          }),
    ...(sl?.triggerTicks === undefined
      ? {}
      : sl.triggerTicks === 0
        ? { stopLoss: '0' }
        : {
            stopLoss: price(sl.triggerTicks),
            slTriggerBy: sl.triggerBy,
            slOrderType: sl.orderType,
            ...(sl.limitTicks === undefined ? {} : { limitStopLoss: price(sl.limitTicks) }),
          }),
  }
}

/** Encodes a request: the mode and the legs. */
export const encodeTpslRequest = (
  asked: TpslRequest,
  instrument: Instrument,
): WireLegs & { readonly tpSlMode: TpslMode } => ({
  tpSlMode: asked.mode,
  ...encodeLegs(instrument, asked),
})

/** The same with the quantity of a partial entry. */
export const encodeSizedTpslRequest = (
  asked: SizedTpslRequest,
  instrument: Instrument,
): ReturnType<typeof encodeTpslRequest> & { readonly qtyX?: string } => ({
  ...encodeTpslRequest(asked, instrument),
  ...(asked.qtyLots === undefined ? {} : { qtyX: encodeQtyX(instrument, asked.qtyLots) }),
})

/** Decodes the given legs; a price off the instrument's grid is ignored. */
export function decodeLegs(instrument: Instrument, wire: WireLegs): TpslLegs {
  const takeProfit = decodeLeg(instrument, {
    trigger: wire.takeProfit,
    triggerBy: wire.tpTriggerBy,
    orderType: wire.tpOrderType,
    limit: wire.limitTakeProfit,
  })
  const stopLoss = decodeLeg(instrument, {
    trigger: wire.stopLoss,
    triggerBy: wire.slTriggerBy,
    orderType: wire.slOrderType,
    limit: wire.limitStopLoss,
  })
  return {
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  }
}

function decodeLeg(
  instrument: Instrument,
  entry: {
    readonly trigger: string | undefined
    readonly triggerBy: TpslLeg['triggerBy'] | undefined
    readonly orderType: TpslLeg['orderType'] | undefined
    readonly limit: string | undefined
  },
): TpslLeg | undefined {
  const triggerTicks = decodeTicks(instrument, entry.trigger)
  if (triggerTicks === undefined) return undefined
  const limitTicks = decodeTicks(instrument, entry.limit)
  return {
    triggerTicks,
    triggerBy: entry.triggerBy ?? 'LastPrice',
    orderType: entry.orderType ?? 'Market',
    ...(limitTicks === undefined ? {} : { limitTicks }),
  }
}

/** Parses a price from the exchange; undefined if it is absent or off the instrument's grid. */
export function decodeTicks(
  instrument: Instrument,
  text: string | undefined,
): PriceTicks | undefined {
  const ticks = text === undefined ? undefined : parsePrice(instrument, text)
  return typeof ticks === 'number' ? priceTicks(ticks) : undefined
}

function decodeLots(instrument: Instrument, text: string | undefined): QtyLots {
  const lots = text === undefined ? undefined : parseQty(instrument, text)
  return qtyLots(typeof lots === 'number' ? lots : 0)
}

/** Encodes a position's TP/SL. */
export function encodeTpsl(standing: ExistingTpsl | undefined, instrument: Instrument): WireTpsl {
  if (standing === undefined) return {}
  const { full, partial, trailing } = standing
  const all = full === undefined ? partial : [full, ...partial]
  const whole = encodeLegs(instrument, full ?? {})
  const { takeProfit, stopLoss, tpTriggerBy, slTriggerBy } = whole
  return {
    ...(takeProfit === undefined || tpTriggerBy === undefined ? {} : { takeProfit, tpTriggerBy }),
    ...(stopLoss === undefined || slTriggerBy === undefined ? {} : { stopLoss, slTriggerBy }),
    tpSlMode: openingMode(full !== undefined, partial.length),
    ...(full === undefined ? {} : { fullTpsl: encodeEntry(full, instrument, 'Full') }),
    partialTpslList: partial.map((entry) => encodeEntry(entry, instrument, 'Partial')),
    tpOrderNum: all.filter((entry) => entry.takeProfit !== undefined).length,
    slOrderNum: all.filter((entry) => entry.stopLoss !== undefined).length,
    tpFreeSize: formatQty(instrument, standing.tpFreeLots),
    slFreeSize: formatQty(instrument, standing.slFreeLots),
    ...encodeTrailing(trailing, instrument),
  }
}

function encodeEntry(entry: ExistingEntry, instrument: Instrument, tpSlMode: TpslMode): WireEntry {
  const { takeProfit, stopLoss, parentId, updatedMs } = entry
  const qty = formatQty(instrument, entry.qtyLots)
  return {
    ...encodeLegs(instrument, entry),
    qty,
    ...(takeProfit === undefined ? {} : { tpSize: qty, tpStopOrderId: String(takeProfit.orderId) }),
    ...(stopLoss === undefined ? {} : { slSize: qty, slStopOrderId: String(stopLoss.orderId) }),
    ...(parentId === undefined ? {} : { parentOrderId: String(parentId) }),
    orderId: String(takeProfit?.orderId ?? stopLoss?.orderId ?? ''),
    tpSlMode,
    updatedAt: updatedMs,
  }
}

function encodeTrailing(trailing: ExistingTrailing | undefined, instrument: Instrument): WireTpsl {
  if (trailing === undefined) return {}
  const { triggerTicks } = trailing
  return {
    tsStopOrderId: String(trailing.orderId),
    ...encodeTrailingRequest(trailing, instrument),
    ...(triggerTicks === undefined
      ? {}
      : { tsTriggerPrice: formatPrice(instrument, triggerTicks) }),
  }
}

/** Encodes the requested terms of a trailing stop. */
export function encodeTrailingRequest(
  asked: Pick<ExistingTrailing, 'distanceTicks' | 'rateE4' | 'activationTicks'>,
  instrument: Instrument,
): Pick<WireTpsl, 'trailingStop' | 'trailValuePercentageE4' | 'activationPrice'> {
  const { distanceTicks, rateE4, activationTicks } = asked
  const price = (ticks: PriceTicks): string => formatPrice(instrument, ticks)
  return {
    ...(distanceTicks === undefined ? {} : { trailingStop: price(distanceTicks) }),
    ...(rateE4 === undefined ? {} : { trailValuePercentageE4: rateE4 }),
    ...(activationTicks === undefined ? {} : { activationPrice: price(activationTicks) }),
  }
}

/** Decodes a position's TP/SL. */
export function decodeTpsl(wire: WireTpsl, instrument: Instrument): ExistingTpsl {
  const { fullTpsl, partialTpslList = [] } = wire
  const trailing = decodeTrailing(wire, instrument)
  return {
    ...(fullTpsl === undefined ? {} : { full: decodeEntry(fullTpsl, instrument) }),
    partial: partialTpslList.map((entry) => decodeEntry(entry, instrument)),
    tpFreeLots: decodeLots(instrument, wire.tpFreeSize),
    slFreeLots: decodeLots(instrument, wire.slFreeSize),
    ...(trailing === undefined ? {} : { trailing }),
  }
}

function decodeEntry(wire: WireEntry, instrument: Instrument): ExistingEntry {
  const legs = decodeLegs(instrument, wire)
  const takeProfit = withOrder(legs.takeProfit, wire.tpStopOrderId)
  const stopLoss = withOrder(legs.stopLoss, wire.slStopOrderId)
  return {
    qtyLots: decodeLots(instrument, wire.qty),
    updatedMs: wire.updatedAt,
    ...(wire.parentOrderId === undefined ? {} : { parentId: orderId(Number(wire.parentOrderId)) }),
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  }
}

const withOrder = (leg: TpslLeg | undefined, id: string | undefined): ExistingLeg | undefined =>
  leg === undefined || id === undefined ? undefined : { ...leg, orderId: orderId(Number(id)) }

function decodeTrailing(wire: WireTpsl, instrument: Instrument): ExistingTrailing | undefined {
  if (wire.tsStopOrderId === undefined) return undefined
  const distanceTicks = decodeTicks(instrument, wire.trailingStop)
  const activationTicks = decodeTicks(instrument, wire.activationPrice)
  const triggerTicks = decodeTicks(instrument, wire.tsTriggerPrice)
  const { trailValuePercentageE4: rateE4 } = wire
  return {
    orderId: orderId(Number(wire.tsStopOrderId)),
    ...(distanceTicks === undefined ? {} : { distanceTicks }),
    ...(rateE4 === undefined ? {} : { rateE4 }),
    ...(activationTicks === undefined ? {} : { activationTicks }),
    ...(triggerTicks === undefined ? {} : { triggerTicks }),
  }
}
