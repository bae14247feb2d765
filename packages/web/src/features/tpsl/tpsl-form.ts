// The logic of the TP/SL form: the terms that its texts ask for, and their problems (spec 5, TP/SL
// dialog; rules 8.5).

import { formatTrimmed, parseDecimal, priceTicks } from '@basis/domain/numbers/fixed'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  priceDecimals,
  qtyDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { Side } from '@basis/domain/orders/order'
import { isUnifiedFor, type AccountFlags } from '@basis/domain/margin/account-flags'
import {
  legNames,
  readTpslPrice,
  readTpslQty,
  tpslChangeProblems,
  tpslTips,
  type LegName,
  type SizedTpslRequest,
  type Tip,
  type TpslRequest,
  type TpslContext,
  type TpslLegRequest,
} from '@basis/domain/orders/tpsl'
import { freeEntries, type ExistingEntry } from '@basis/domain/orders/tpsl-entries'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { HeldPosition, PositionRecord } from '../../stores/positions.ts'
import type { NumberRules } from '../../ui/number-text.ts'
import { legFields, qtyOf, type TpslForm } from './form-fields.ts'

/**
 * Returns the side that the prices of an order's TP/SL are for: for a sale the target is below the
 * order's price and the stop above it.
 */
export function intendedSide(form: TpslForm, { instrument, referenceTicks }: TpslContext): Side {
  const { takeProfit, stopLoss } = readLegs(form, instrument).terms
  const [target, stop] = [takeProfit?.triggerTicks, stopLoss?.triggerTicks]
  if (target !== undefined && target > 0 && referenceTicks !== undefined) {
    return target < referenceTicks ? 'Sell' : 'Buy'
  }
  return stop !== undefined && referenceTicks !== undefined && stop > referenceTicks
    ? 'Sell'
    : 'Buy'
}

export type ReadForm = {
  /** The terms to check and to send. */
  readonly terms: SizedTpslRequest
  /** The first problem of each field. */
  readonly problems: ReadonlyMap<string, Problem>
  readonly tips: readonly Tip[]
  /** There is something to send, without problems. */
  readonly isReady: boolean
}

type ReadLeg = { readonly leg: TpslLegRequest | undefined; readonly problems: readonly Problem[] }

/**
 * Parses a form and checks it against its position or order by the engine's own rules. An existing
 * leg that was emptied is removed.
 */
export function readForm(form: TpslForm, context: TpslContext): ReadForm {
  const { instrument, side } = context
  const typed = readLegs(form, instrument, side)
  const legs = legNames.map((name) => typed.terms[name]).filter((leg) => leg !== undefined)
  const isWanted = legs.length === 0 || legs.some(({ triggerTicks }) => triggerTicks !== 0)
  // A form that only removes legs needs no quantity.
  const isSized = form.tpSlMode === 'Partial' && isWanted
  const qty = isSized ? readQty(form, context) : undefined
  const terms: SizedTpslRequest = {
    ...typed.terms,
    ...(typeof qty === 'number' ? { qtyLots: qty } : {}),
  }
  const found = [
    ...typed.problems,
    ...(typeof qty === 'object' ? [qty] : []),
    ...tpslChangeProblems(terms, context),
  ].filter(({ field }) => !(field === 'qty' && isUnsizedOrder(context)))
  const problems = new Map<string, Problem>()
  for (const each of found) {
    const field = each.field ?? ''
    if (!problems.has(field)) problems.set(field, each)
  }
  const isReady = legs.length > 0 && problems.size === 0
  return { terms, problems, tips: tpslTips(terms, context), isReady }
}

/** An order's TP/SL have the order's quantity; a partial entry of a position its own (spec 5). */
const readQty = (form: TpslForm, { scene, instrument, sizeLots }: TpslContext) =>
  scene === 'Order' ? sizeLots : readTpslQty(instrument, 'qty', qtyOf(form))

/** An order without a quantity so far; the ticket reports that. */
const isUnsizedOrder = ({ scene, sizeLots }: TpslContext): boolean =>
  scene === 'Order' && sizeLots === 0

/** Parses the legs of a form, and the texts that are not a price. */
export function readLegs(
  form: TpslForm,
  instrument: Instrument,
  side: Side = 'Buy',
): { readonly terms: TpslRequest; readonly problems: readonly Problem[] } {
  const tp = readLeg(instrument, 'takeProfit', form, side)
  const sl = readLeg(instrument, 'stopLoss', form, side)
  return {
    terms: {
      mode: form.tpSlMode,
      ...(tp.leg === undefined ? {} : { takeProfit: tp.leg }),
      ...(sl.leg === undefined ? {} : { stopLoss: sl.leg }),
    },
    problems: [...tp.problems, ...sl.problems],
  }
}

/** A leg with nothing but its price type is not wanted. */
function readLeg(instrument: Instrument, name: LegName, form: TpslForm, side: Side): ReadLeg {
  const fields = legFields[name]
  const [trigger, limit] = [form[fields.trigger].trim(), form[fields.limit].trim()]
  const triggerBy = form[fields.triggerBy]
  const orderType = form[fields.orderType]
  const isUnreachable = trigger === '' && asksForPrice(form[fields.typed])
  if (trigger === '' && !isUnreachable && form[fields.orderId] !== '') {
    return { leg: removedLeg, problems: [] }
  }
  const at = readTpslPrice(instrument, fields.trigger, trigger)
  const to = orderType === 'Limit' ? readTpslPrice(instrument, fields.limit, limit) : undefined
  const isNamed = trigger !== '' || isUnreachable || orderType === 'Limit'
  // The target of a long and the stop of a short are above all prices, the others below.
  const isAbove = (name === 'takeProfit') === (side === 'Buy')
  return {
    leg: isNamed
      ? {
          triggerBy,
          orderType,
          ...(typeof at === 'number' ? { triggerTicks: at } : {}),
          ...(typeof to === 'number' ? { limitTicks: to } : {}),
        }
      : undefined,
    problems: [
      at,
      to,
      isUnreachable ? beyond(instrument, fields.trigger, isAbove) : undefined,
    ].filter((each): each is Problem => typeof each === 'object'),
  }
}

/** A typed target requires a price, even if there is none. */
const asksForPrice = (typed: string): boolean =>
  (parseDecimal(typed.replace(/^-/, ''), 8) ?? 0n) > 0n

const removedLeg: TpslLegRequest = {
  triggerTicks: priceTicks(0),
  triggerBy: 'LastPrice',
  orderType: 'Market',
}

/** The context of a check: the position and its entries other than the one that changes. */
export function positionContext(
  record: Pick<PositionRecord, 'tpsl' | 'liquidationTicks'>,
  position: Pick<HeldPosition, 'side' | 'sizeLots'>,
  at: {
    readonly instrument: Instrument
    readonly edited: ExistingEntry | undefined
    readonly referenceTicks: number | undefined
    readonly flags: AccountFlags
  },
): TpslContext {
  const others = record.tpsl.partial.filter((entry) => !isSameEntry(entry, at.edited))
  return {
    instrument: at.instrument,
    scene: 'Position',
    side: position.side,
    referenceTicks: at.referenceTicks === undefined ? undefined : priceTicks(at.referenceTicks),
    sizeLots: position.sizeLots,
    liquidationTicks: record.liquidationTicks,
    isUnified: at.instrument.kind === 'Spot' || isUnifiedFor(at.flags, at.instrument.kind),
    ...freeEntries(
      others.map((entry) => ({ qtyLots: entry.qtyLots, legs: entry })),
      position.sizeLots,
    ),
  }
}

/** Are both the same entry, perhaps in different states? */
export const isSameEntry = (a: ExistingEntry, b: ExistingEntry | undefined): boolean =>
  b !== undefined &&
  a.takeProfit?.orderId === b.takeProfit?.orderId &&
  a.stopLoss?.orderId === b.stopLoss?.orderId

/** The problem of a target beyond all prices, with the nearest possible price. */
function beyond(instrument: Instrument, field: string, isAbove: boolean): Problem {
  const { minPriceTicks, maxPriceTicks } = instrument
  const text = (ticks: number): string => formatPrice(instrument, priceTicks(ticks))
  return isAbove
    ? problem('priceTooHigh', field, { max: text(maxPriceTicks - 1) })
    : problem('priceTooLow', field, { min: text(minPriceTicks + 1) })
}

export const tpslSorts = ['time', 'takeProfit', 'stopLoss'] as const
export type TpslSort = (typeof tpslSorts)[number]

/** Returns the list by time (newest first), TP price or SL price (greatest first, spec 2). */
export function sortedEntries(
  list: readonly ExistingEntry[],
  by: TpslSort,
): readonly ExistingEntry[] {
  const key = (entry: ExistingEntry): number =>
    by === 'time' ? entry.updatedMs : (entry[by]?.triggerTicks ?? -1)
  return list.toSorted((a, b) => key(b) - key(a))
}

export const priceText = (instrument: Instrument, ticks: PriceTicks): string =>
  formatPrice(instrument, ticks)

/** The rules of a typed price. */
export const priceRules = (instrument: Instrument): NumberRules => ({
  scale: priceDecimals(instrument),
  min: '0',
  tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8),
})

/** The rules of a typed quantity. */
export const qtyRules = (instrument: Instrument): NumberRules => ({
  scale: qtyDecimals(instrument),
  min: '0',
  step: formatTrimmed(BigInt(instrument.lotSizeE8), 8),
})
