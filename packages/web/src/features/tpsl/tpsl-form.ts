// The TP/SL form decides here: what was typed as a leg, what is wrong with it, what it would bring,
// and the request that it stands for (spec 5, TP/SL dialog; rules 8.5).

import {
  amount,
  formatTrimmed,
  parseDecimal,
  priceTicks,
  qtyLots,
} from '@basis/domain/numbers/fixed'
import type { Amount, LeverageE2, PriceE8, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import { formatPrice, qtyAmount, type Instrument } from '@basis/domain/instrument/instrument'
import { sideSign, type OrderType, type Side, type TriggerBasis } from '@basis/domain/orders/order'
import {
  figuresAt,
  clampedRequest,
  priceOfRequest,
  tpslMaxima,
  shownPercentE2,
} from '@basis/domain/orders/tpsl-input'
import type { TpslBase, TpslFigures, TpslInputType } from '@basis/domain/orders/tpsl-input'
import { readTpslPrice, readTpslQty, tpslProblems, tpslTips } from '@basis/domain/orders/tpsl'
import type { LegName, Tip, TpslContext, TpslDraft, TpslLeg } from '@basis/domain/orders/tpsl'
import type { TpslMode } from '@basis/domain/orders/tpsl'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import type { WirePosition } from '@basis/protocol/position'
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

export type WireEntry = NonNullable<WirePosition['fullTpsl']>

/** Returns the form of an entry that stands already. */
export const formOf = (entry: WireEntry | undefined, mode: TpslMode): TpslForm => ({
  mode,
  takeProfit: {
    trigger: entry?.takeProfit ?? '',
    triggerBy: entry?.tpTriggerBy ?? 'LastPrice',
    orderType: entry?.tpOrderType ?? 'Market',
    limit: entry?.limitTakeProfit ?? '',
  },
  stopLoss: {
    trigger: entry?.stopLoss ?? '',
    triggerBy: entry?.slTriggerBy ?? 'LastPrice',
    orderType: entry?.slOrderType ?? 'Market',
    limit: entry?.limitStopLoss ?? '',
  },
  qty: mode === 'Partial' ? (entry?.qty ?? '') : '',
})

export const legFields = {
  takeProfit: { trigger: 'takeProfit', limit: 'limitTakeProfit' },
  stopLoss: { trigger: 'stopLoss', limit: 'limitStopLoss' },
} as const satisfies Record<LegName, { trigger: string; limit: string }>

export type ReadForm = {
  readonly draft: TpslDraft
  /** The first problem of each field. */
  readonly problems: ReadonlyMap<string, Problem>
  readonly tips: readonly Tip[]
}

type ReadLeg = { readonly leg: TpslLeg; readonly problems: readonly Problem[] }

/** Reads a form and holds it against its position or order; the rules are the engine's own. */
export function readForm(form: TpslForm, context: TpslContext): ReadForm {
  const { instrument } = context
  const tp = readLeg(instrument, 'takeProfit', form)
  const sl = readLeg(instrument, 'stopLoss', form)
  const qty = form.mode === 'Full' ? undefined : readTpslQty(instrument, 'qty', form.qty)
  const draft: TpslDraft = {
    mode: form.mode,
    takeProfit: tp.leg,
    stopLoss: sl.leg,
    qtyLots: typeof qty === 'number' ? qty : undefined,
  }
  const found = [
    ...tp.problems,
    ...sl.problems,
    ...(typeof qty === 'object' ? [qty] : []),
    ...tpslProblems(draft, context),
  ]
  const problems = new Map<string, Problem>()
  for (const each of found) {
    const field = each.field ?? ''
    if (!problems.has(field)) problems.set(field, each)
  }
  return { draft, problems, tips: tpslTips(draft, context) }
}

function readLeg(instrument: Instrument, name: LegName, form: TpslForm): ReadLeg {
  const { trigger, triggerBy, orderType, limit, unreachable } = form[name]
  const fields = legFields[name]
  const at = readTpslPrice(instrument, fields.trigger, trigger)
  const to = orderType === 'Limit' ? readTpslPrice(instrument, fields.limit, limit) : undefined
  return {
    leg: {
      triggerBy,
      orderType,
      ...(typeof at === 'number' ? { triggerTicks: at } : {}),
      ...(typeof to === 'number' ? { limitTicks: to } : {}),
    },
    problems: [at, to, beyond(instrument, fields.trigger, unreachable)].filter(
      (each): each is Problem => typeof each === 'object',
    ),
  }
}

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

/** Returns what the gains of a draft are calculated from: a part has those of its quantity. */
export const ofLots = (instrument: Instrument, base: TpslBase, draft: TpslDraft): TpslBase =>
  draft.qtyLots === undefined || draft.qtyLots === 0
    ? base
    : { ...base, qty: qtyAmount(instrument, draft.qtyLots) }

/** Returns the quantity of a part, ×1e8. */
export const scaledQty = (instrument: Instrument, { draft }: ReadForm): string =>
  String(qtyAmount(instrument, draft.qtyLots ?? qtyLots(0)))

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
export function gainAt(base: TpslBase, leg: TpslLeg): TpslFigures | undefined {
  const { triggerTicks } = leg
  if (triggerTicks === undefined || triggerTicks <= 0) return undefined
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

/** What of an entry's legs is asked for: `0` takes one away that stood before. */
export function legRequest(form: TpslForm, before: WireEntry | undefined) {
  const { takeProfit: tp, stopLoss: sl } = form
  const hadTp = before?.takeProfit !== undefined
  const hadSl = before?.stopLoss !== undefined
  return {
    ...(tp.trigger === ''
      ? hadTp && { takeProfit: '0' }
      : {
          takeProfit: tp.trigger,
          tpTriggerBy: tp.triggerBy,
          tpOrderType: tp.orderType,
          ...(tp.orderType === 'Limit' && { limitTakeProfit: tp.limit }),
        }),
    ...(sl.trigger === ''
      ? hadSl && { stopLoss: '0' }
      : {
          stopLoss: sl.trigger,
          slTriggerBy: sl.triggerBy,
          slOrderType: sl.orderType,
          ...(sl.orderType === 'Limit' && { limitStopLoss: sl.limit }),
        }),
  }
}

/** Is there anything to send: a leg, or one that goes? */
export const isEmptyForm = ({ takeProfit, stopLoss }: TpslForm): boolean =>
  [takeProfit, stopLoss].every(({ trigger, unreachable }) => trigger === '' && !unreachable)

export const tpslSorts = ['time', 'takeProfit', 'stopLoss'] as const
export type TpslSort = (typeof tpslSorts)[number]

/** Returns the list by time (newest first), TP price or SL price (greatest first, spec 2). */
export function sortedEntries(list: readonly WireEntry[], by: TpslSort): readonly WireEntry[] {
  const key = (entry: WireEntry): number =>
    by === 'time' ? entry.updatedAtE3 : Number(entry[by] ?? '-1')
  return [...list].sort((a, b) => key(b) - key(a))
}

export const priceText = (instrument: Instrument, ticks: PriceTicks): string =>
  formatPrice(instrument, ticks)
