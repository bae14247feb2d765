// The TP/SL form decides here: what is asked for by what was typed, and what is wrong with it (spec
// 5, TP/SL dialog; rules 8.5).

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
  type SizedTpslAsked,
  type Tip,
  type TpslAsked,
  type TpslContext,
  type TpslLegAsked,
} from '@basis/domain/orders/tpsl'
import { freeEntries, type StandingEntry } from '@basis/domain/orders/tpsl-entries'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { HeldPosition, PositionRecord } from '../../stores/positions.ts'
import type { NumberRules } from '../../ui/number-text.ts'
import { legFields, qtyOf, type TpslForm } from './form-fields.ts'

/**
 * Returns the side that the prices of an order's TP/SL are meant for: of a sale the target lies
 * below the order's price and the stop above it.
 */
export function sideMeant(form: TpslForm, { instrument, referenceTicks }: TpslContext): Side {
  const { takeProfit, stopLoss } = readLegs(form, instrument).asked
  const [target, stop] = [takeProfit?.triggerTicks, stopLoss?.triggerTicks]
  if (target !== undefined && target > 0 && referenceTicks !== undefined) {
    return target < referenceTicks ? 'Sell' : 'Buy'
  }
  return stop !== undefined && referenceTicks !== undefined && stop > referenceTicks
    ? 'Sell'
    : 'Buy'
}

export type ReadForm = {
  /** What is judged, and what is sent. */
  readonly asked: SizedTpslAsked
  /** The first problem of each field. */
  readonly problems: ReadonlyMap<string, Problem>
  readonly tips: readonly Tip[]
  /** Something is asked for, and nothing is wrong with it. */
  readonly isReady: boolean
}

type ReadLeg = { readonly leg: TpslLegAsked | undefined; readonly problems: readonly Problem[] }

/**
 * Reads a form and holds it against its position or order; the rules are the engine's own. A leg
 * that stands and was emptied is asked to go.
 */
export function readForm(form: TpslForm, context: TpslContext): ReadForm {
  const { instrument, side } = context
  const typed = readLegs(form, instrument, side)
  const legs = legNames.map((name) => typed.asked[name]).filter((leg) => leg !== undefined)
  const isWanted = legs.length === 0 || legs.some(({ triggerTicks }) => triggerTicks !== 0)
  // What only takes legs away needs no quantity.
  const isSized = form.tpSlMode === 'Partial' && isWanted
  const qty = isSized ? readQty(form, context) : undefined
  const asked: SizedTpslAsked = {
    ...typed.asked,
    ...(typeof qty === 'number' ? { qtyLots: qty } : {}),
  }
  const found = [
    ...typed.problems,
    ...(typeof qty === 'object' ? [qty] : []),
    ...tpslChangeProblems(asked, context),
  ].filter(({ field }) => !(field === 'qty' && isUnsizedOrder(context)))
  const problems = new Map<string, Problem>()
  for (const each of found) {
    const field = each.field ?? ''
    if (!problems.has(field)) problems.set(field, each)
  }
  const isReady = legs.length > 0 && problems.size === 0
  return { asked, problems, tips: tpslTips(asked, context), isReady }
}

/** What an order brings is for its own quantity; of a position a part has one (spec 5). */
const readQty = (form: TpslForm, { scene, instrument, sizeLots }: TpslContext) =>
  scene === 'Order' ? sizeLots : readTpslQty(instrument, 'qty', qtyOf(form))

/** The quantity of an order that has none yet is asked for in the ticket. */
const isUnsizedOrder = ({ scene, sizeLots }: TpslContext): boolean =>
  scene === 'Order' && sizeLots === 0

/** Reads what the legs of a form ask for, and what of their texts is no price. */
export function readLegs(
  form: TpslForm,
  instrument: Instrument,
  side: Side = 'Buy',
): { readonly asked: TpslAsked; readonly problems: readonly Problem[] } {
  const tp = readLeg(instrument, 'takeProfit', form, side)
  const sl = readLeg(instrument, 'stopLoss', form, side)
  return {
    asked: {
      mode: form.tpSlMode,
      ...(tp.leg === undefined ? {} : { takeProfit: tp.leg }),
      ...(sl.leg === undefined ? {} : { stopLoss: sl.leg }),
    },
    problems: [...tp.problems, ...sl.problems],
  }
}

/** A leg that has nothing but its basis is not asked for. */
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
  // A target of a long and a stop of a short lie above all prices, the others below.
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

/** What is typed beside a trigger asks for a price, be it one that there is not. */
const asksForPrice = (typed: string): boolean =>
  (parseDecimal(typed.replace(/^-/, ''), 8) ?? 0n) > 0n

const removedLeg: TpslLegAsked = {
  triggerTicks: priceTicks(0),
  triggerBy: 'LastPrice',
  orderType: 'Market',
}

/** What is asked for is held against the position and the entries besides the one that changes. */
export function positionContext(
  record: Pick<PositionRecord, 'tpsl' | 'liquidationTicks'>,
  position: Pick<HeldPosition, 'side' | 'sizeLots'>,
  at: {
    readonly instrument: Instrument
    readonly edited: StandingEntry | undefined
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

/** Are both the same entry, as it is and as it was? */
export const isSameEntry = (a: StandingEntry, b: StandingEntry | undefined): boolean =>
  b !== undefined &&
  a.takeProfit?.orderId === b.takeProfit?.orderId &&
  a.stopLoss?.orderId === b.stopLoss?.orderId

/** The nearest price that there is, told where what was typed asks for one beyond. */
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
  list: readonly StandingEntry[],
  by: TpslSort,
): readonly StandingEntry[] {
  const key = (entry: StandingEntry): number =>
    by === 'time' ? entry.updatedMs : (entry[by]?.triggerTicks ?? -1)
  return list.toSorted((a, b) => key(b) - key(a))
}

export const priceText = (instrument: Instrument, ticks: PriceTicks): string =>
  formatPrice(instrument, ticks)

/** What may be typed as a price. */
export const priceRules = (instrument: Instrument): NumberRules => ({
  scale: priceDecimals(instrument),
  min: '0',
  tick: formatTrimmed(BigInt(instrument.tickSizeE8), 8),
})

/** What may be typed as a quantity. */
export const qtyRules = (instrument: Instrument): NumberRules => ({
  scale: qtyDecimals(instrument),
  min: '0',
  step: formatTrimmed(BigInt(instrument.lotSizeE8), 8),
})
