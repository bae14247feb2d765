// The TP/SL form decides here: what is asked for by what was typed, and what is wrong with it (spec
// 5, TP/SL dialog; rules 8.5).

import { formatTrimmed, priceTicks } from '@basis/domain/numbers/fixed'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  priceDecimals,
  qtyDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import type { OrderType, Side, TriggerBasis } from '@basis/domain/orders/order'
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
  type TpslMode,
} from '@basis/domain/orders/tpsl'
import {
  freeEntries,
  type StandingEntry,
  type StandingLeg,
} from '@basis/domain/orders/tpsl-entries'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { HeldPosition, PositionRecord } from '../../stores/positions.ts'
import type { NumberRules } from '../../ui/number-text.ts'

/** One side of the form: texts as they were typed. */
export type LegForm = {
  readonly trigger: string
  readonly triggerBy: TriggerBasis
  readonly orderType: OrderType
  readonly limit: string
  /** What was typed beside the trigger asks for a price that there is not: below all, above all. */
  readonly unreachable?: Unreachable | undefined
}
export type Unreachable = 'below' | 'above'
export type TpslForm = {
  readonly mode: TpslMode
  readonly takeProfit: LegForm
  readonly stopLoss: LegForm
  readonly qty: string
}

/** What new legs are triggered by. */
export type LegBases = Readonly<Record<LegName, TriggerBasis>>

const emptyLegForm = (triggerBy: TriggerBasis): LegForm => ({
  trigger: '',
  triggerBy,
  orderType: 'Market',
  limit: '',
})
export const emptyForm = (mode: TpslMode, bases: LegBases): TpslForm => ({
  mode,
  takeProfit: emptyLegForm(bases.takeProfit),
  stopLoss: emptyLegForm(bases.stopLoss),
  qty: '',
})

/**
 * Returns the form in another mode: of the entire position the legs are market orders, so that
 * their limits go (spec 4).
 */
export function inMode(form: TpslForm, mode: TpslMode): TpslForm {
  if (mode === 'Partial') return { ...form, mode }
  const atMarket = (leg: LegForm): LegForm => ({ ...leg, orderType: 'Market', limit: '' })
  const { takeProfit, stopLoss } = form
  return { ...form, mode, takeProfit: atMarket(takeProfit), stopLoss: atMarket(stopLoss) }
}

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

/** Returns the form of an entry that stands already. */
export function formOf(
  instrument: Instrument,
  entry: StandingEntry | undefined,
  { mode, bases }: { readonly mode: TpslMode; readonly bases: LegBases },
): TpslForm {
  const text = (ticks: PriceTicks | undefined): string =>
    ticks === undefined ? '' : formatPrice(instrument, ticks)
  const legForm = (leg: StandingLeg | undefined, basis: TriggerBasis): LegForm =>
    leg === undefined
      ? emptyLegForm(basis)
      : {
          trigger: text(leg.triggerTicks),
          triggerBy: leg.triggerBy,
          orderType: leg.orderType,
          limit: text(leg.limitTicks),
        }
  return {
    mode,
    takeProfit: legForm(entry?.takeProfit, bases.takeProfit),
    stopLoss: legForm(entry?.stopLoss, bases.stopLoss),
    qty: mode === 'Partial' && entry !== undefined ? formatQty(instrument, entry.qtyLots) : '',
  }
}

export const legFields = {
  takeProfit: { trigger: 'takeProfit', limit: 'limitTakeProfit' },
  stopLoss: { trigger: 'stopLoss', limit: 'limitStopLoss' },
} as const satisfies Record<LegName, { trigger: string; limit: string }>

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
 * that stood `before` and was emptied is asked to go.
 */
export function readForm(
  form: TpslForm,
  context: TpslContext,
  before?: Pick<StandingEntry, LegName>,
): ReadForm {
  const { instrument } = context
  const typed = readLegs(form, instrument, before)
  const legs = legNames.map((name) => typed.asked[name]).filter((leg) => leg !== undefined)
  const isWanted = legs.length === 0 || legs.some(({ triggerTicks }) => triggerTicks !== 0)
  // What only takes legs away needs no quantity.
  const isSized = form.mode === 'Partial' && isWanted
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
  scene === 'Order' ? sizeLots : readTpslQty(instrument, 'qty', form.qty)

/** The quantity of an order that has none yet is asked for in the ticket. */
const isUnsizedOrder = ({ scene, sizeLots }: TpslContext): boolean =>
  scene === 'Order' && sizeLots === 0

/** Reads what the legs of a form ask for, and what of their texts is no price. */
export function readLegs(
  form: TpslForm,
  instrument: Instrument,
  before?: Pick<StandingEntry, LegName>,
): { readonly asked: TpslAsked; readonly problems: readonly Problem[] } {
  const tp = readLeg(instrument, 'takeProfit', form, before)
  const sl = readLeg(instrument, 'stopLoss', form, before)
  return {
    asked: {
      mode: form.mode,
      ...(tp.leg === undefined ? {} : { takeProfit: tp.leg }),
      ...(sl.leg === undefined ? {} : { stopLoss: sl.leg }),
    },
    problems: [...tp.problems, ...sl.problems],
  }
}

/** A leg that has nothing but its basis is not asked for. */
function readLeg(
  instrument: Instrument,
  name: LegName,
  form: TpslForm,
  before: Pick<StandingEntry, LegName> | undefined,
): ReadLeg {
  const { triggerBy, orderType, unreachable } = form[name]
  const [trigger, limit] = [form[name].trigger.trim(), form[name].limit.trim()]
  if (trigger === '' && unreachable === undefined && before?.[name] !== undefined) {
    return { leg: removedLeg, problems: [] }
  }
  const fields = legFields[name]
  const at = readTpslPrice(instrument, fields.trigger, trigger)
  const to = orderType === 'Limit' ? readTpslPrice(instrument, fields.limit, limit) : undefined
  const isNamed = trigger !== '' || unreachable !== undefined || orderType === 'Limit'
  return {
    leg: isNamed
      ? {
          triggerBy,
          orderType,
          ...(typeof at === 'number' ? { triggerTicks: at } : {}),
          ...(typeof to === 'number' ? { limitTicks: to } : {}),
        }
      : undefined,
    problems: [at, to, beyond(instrument, fields.trigger, unreachable)].filter(
      (each): each is Problem => typeof each === 'object',
    ),
  }
}

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
    isUnified: true,
    ...freeEntries(
      others.map((entry) => ({ qtyLots: entry.qtyLots, legs: entry })),
      position.sizeLots,
    ),
  }
}

const isSameEntry = (a: StandingEntry, b: StandingEntry | undefined): boolean =>
  b !== undefined &&
  a.takeProfit?.orderId === b.takeProfit?.orderId &&
  a.stopLoss?.orderId === b.stopLoss?.orderId

/** The nearest price that there is, told where what was typed asks for one beyond. */
function beyond(
  instrument: Instrument,
  field: string,
  unreachable: Unreachable | undefined,
): Problem | undefined {
  const { minPriceTicks, maxPriceTicks } = instrument
  const text = (ticks: number): string => formatPrice(instrument, priceTicks(ticks))
  if (unreachable === 'below') {
    return problem('priceTooLow', field, { min: text(minPriceTicks + 1) })
  }
  if (unreachable === 'above') {
    return problem('priceTooHigh', field, { max: text(maxPriceTicks - 1) })
  }
  return undefined
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
