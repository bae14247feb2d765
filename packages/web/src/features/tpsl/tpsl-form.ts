// The TP/SL form decides here: what is asked for by what was typed, what is wrong with it, and what
// it would bring (spec 5, TP/SL dialog; rules 8.5).

import { amount, formatTrimmed, parseDecimal, priceTicks } from '@basis/domain/numbers/fixed'
import type { Amount, LeverageE2, PriceE8, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  priceDecimals,
  qtyAmount,
  qtyDecimals,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { lotsOfShare } from '@basis/domain/margin/cost-input'
import { sideSign, type OrderType, type Side, type TriggerBasis } from '@basis/domain/orders/order'
import {
  figuresAt,
  clampedRequest,
  priceOfRequest,
  tpslMaxima,
  tpslQtySlider,
  tpslSliders,
  shownPercentE2,
} from '@basis/domain/orders/tpsl-input'
import type {
  TpslBase,
  TpslFigures,
  TpslInputType,
  TpslSlider,
} from '@basis/domain/orders/tpsl-input'
import {
  readTpslPrice,
  readTpslQty,
  tpslChangeProblems,
  tpslTips,
  type LegName,
  type SizedTpslAsked,
  type Tip,
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

const emptyLegForm: LegForm = {
  trigger: '',
  triggerBy: 'LastPrice',
  orderType: 'Market',
  limit: '',
}
export const emptyForm = (mode: TpslMode): TpslForm => ({
  mode,
  takeProfit: emptyLegForm,
  stopLoss: emptyLegForm,
  qty: '',
})

/** Returns the form of an entry that stands already. */
export function formOf(
  instrument: Instrument,
  entry: StandingEntry | undefined,
  mode: TpslMode,
): TpslForm {
  const text = (ticks: PriceTicks | undefined): string =>
    ticks === undefined ? '' : formatPrice(instrument, ticks)
  const legForm = (leg: StandingLeg | undefined): LegForm => ({
    trigger: text(leg?.triggerTicks),
    triggerBy: leg?.triggerBy ?? 'LastPrice',
    orderType: leg?.orderType ?? 'Market',
    limit: text(leg?.limitTicks),
  })
  return {
    mode,
    takeProfit: legForm(entry?.takeProfit),
    stopLoss: legForm(entry?.stopLoss),
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
  const tp = readLeg(instrument, 'takeProfit', form, before)
  const sl = readLeg(instrument, 'stopLoss', form, before)
  const legs = [tp.leg, sl.leg].filter((leg) => leg !== undefined)
  const isWanted = legs.length === 0 || legs.some(({ triggerTicks }) => triggerTicks !== 0)
  // What only takes legs away needs no quantity.
  const isSized = form.mode === 'Partial' && isWanted
  const qty = isSized ? readTpslQty(instrument, 'qty', form.qty) : undefined
  const asked: SizedTpslAsked = {
    mode: form.mode,
    ...(tp.leg === undefined ? {} : { takeProfit: tp.leg }),
    ...(sl.leg === undefined ? {} : { stopLoss: sl.leg }),
    ...(typeof qty === 'number' ? { qtyLots: qty } : {}),
  }
  const found = [
    ...tp.problems,
    ...sl.problems,
    ...(typeof qty === 'object' ? [qty] : []),
    ...tpslChangeProblems(asked, context),
  ]
  const problems = new Map<string, Problem>()
  for (const each of found) {
    const field = each.field ?? ''
    if (!problems.has(field)) problems.set(field, each)
  }
  const isReady = legs.length > 0 && problems.size === 0
  return { asked, problems, tips: tpslTips(asked, context), isReady }
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

/** Returns what gains are calculated from: an entry price, a quantity and the leverage. */
export const baseOf = (
  instrument: Instrument,
  held: {
    readonly side: Side
    readonly entry: PriceE8
    readonly lots: QtyLots
    readonly leverage: LeverageE2
  },
): TpslBase => ({
  kind: instrument.kind === 'Inverse' ? 'Inverse' : 'Linear',
  sign: sideSign(held.side),
  entry: held.entry,
  qty: qtyAmount(instrument, held.lots),
  leverage: held.leverage,
  tickSizeE8: instrument.tickSizeE8,
})

/** Returns what gains are calculated from: a part has those of its quantity. */
export const ofLots = (
  instrument: Instrument,
  base: TpslBase,
  { qtyLots: lots }: SizedTpslAsked,
): TpslBase =>
  lots === undefined || lots === 0 ? base : { ...base, qty: qtyAmount(instrument, lots) }

/**
 * Returns the trigger price that fulfils what was typed beside it: ROI or distance in percent, PnL
 * in the settle coin; where no price does, on which side it would have to be; undefined where
 * nothing is typed. A stop-loss means a loss whatever the sign (spec 5).
 */
export function triggerOf(
  base: TpslBase,
  name: LegName,
  typed: { readonly type: TpslInputType; readonly text: string },
): PriceTicks | Unreachable | undefined {
  const scale = typed.type === 'PnL' ? 8 : 2
  const units = parseDecimal(typed.text.replace(/^-/, ''), scale)
  if (units === undefined || units === 0n) return undefined
  const sign = name === 'takeProfit' ? 1n : -1n
  const value = units * sign
  const wish =
    typed.type === 'ROI'
      ? ({ by: 'ROI', roiE2: Number(value) } as const)
      : typed.type === 'Price'
        ? ({ by: 'Percent', percentE2: Number(value) } as const)
        : ({ by: 'PnL', pnl: amount(value) } as const)
  const isUp = (name === 'takeProfit') === (base.sign === 1)
  return priceOfRequest(base, clampedRequest(name, wish)) ?? (isUp ? 'above' : 'below')
}

/** What may be typed beside a trigger (spec 5): up to the maxima, a stop-loss with its minus. */
export function companionRules(name: LegName, type: TpslInputType): NumberRules {
  const { percentE2, roiE2 } = tpslMaxima[name]
  const max =
    type === 'PnL'
      ? formatTrimmed(tpslMaxima.pnl, 8)
      : formatTrimmed(BigInt(type === 'ROI' ? roiE2 : percentE2), 2)
  const isSigned = name === 'stopLoss' && type !== 'Price'
  return { scale: type === 'PnL' ? 4 : 2, min: isSigned ? `-${max}` : '0', max }
}

/** Returns what a trigger would bring; undefined while there is no price or no quantity. */
export function gainAt(
  base: TpslBase | undefined,
  leg: TpslLegAsked | undefined,
): TpslFigures | undefined {
  const triggerTicks = leg?.triggerTicks
  if (base === undefined || triggerTicks === undefined || triggerTicks <= 0) return undefined
  return figuresAt(base, triggerTicks)
}

/** Returns the text of the field beside the trigger, by the type it is typed in. */
export function companionText(type: TpslInputType, figures: TpslFigures | undefined): string {
  if (figures === undefined) return ''
  if (type === 'PnL') return formatTrimmed(roundedPnl(figures.pnl), 8)
  return formatTrimmed(BigInt(shownPercentE2(type, figures)), 2)
}

/** Four decimals are enough to look at, and what is typed keeps all it has. */
const roundedPnl = (pnl: Amount): bigint => (pnl / 10_000n) * 10_000n

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

/** A slider in percent. */
export type PercentSlider = {
  readonly value: number
  readonly max: number
  readonly step: number
  readonly marks: readonly number[]
}

const inPercent = ({ maxE2, stepE2, marksE2 }: TpslSlider): Omit<PercentSlider, 'value'> => ({
  max: maxE2 / 100,
  step: stepE2 / 100,
  marks: marksE2.map((mark) => mark / 100),
})

/** Returns the slider beside a trigger, at what the trigger would bring. */
export function requestSlider(
  name: LegName,
  type: 'ROI' | 'Price',
  figures: TpslFigures | undefined,
): PercentSlider {
  const range = tpslSliders[name][type === 'ROI' ? 'roi' : 'percent']
  const shownE2 = figures === undefined ? 0 : Math.abs(shownPercentE2(type, figures))
  return { ...inPercent(range), value: Math.min(shownE2, range.maxE2) / 100 }
}

/** Returns the text of a slider's place: of a stop-loss the ROI is a loss. */
export const requestText = (name: LegName, type: 'ROI' | 'Price', value: number): string =>
  `${name === 'stopLoss' && type === 'ROI' ? '-' : ''}${value}`

/** Returns the slider of a part's quantity, at the share that is typed. */
export function qtySlider(sizeLots: QtyLots, qtyLots_: QtyLots | undefined): PercentSlider {
  const share = sizeLots === 0 ? 0 : Math.round(((qtyLots_ ?? 0) * 100) / sizeLots)
  return { ...inPercent(tpslQtySlider), value: Math.min(100, share) }
}

/** Returns the text of a share of a position in percent; nothing for none. */
export const qtyOfShare = (instrument: Instrument, sizeLots: QtyLots, share: number): string =>
  share === 0 ? '' : formatQty(instrument, lotsOfShare(sizeLots, share))
