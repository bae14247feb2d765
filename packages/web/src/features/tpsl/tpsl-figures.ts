// The figures of a TP/SL: its gain, and the typed or slider values beside its trigger price (spec
// 5, 9).

import { amount, divRound, formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import type { LeverageE2, PriceE8, PriceTicks, QtyLots } from '@basis/domain/numbers/fixed'
import {
  formatPrice,
  formatQty,
  qtyAmount,
  type Instrument,
} from '@basis/domain/instrument/instrument'
import { lotsOfShare } from '@basis/domain/margin/cost-input'
import { sideSign, type Side } from '@basis/domain/orders/order'
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
import { legNames, readTpslQty } from '@basis/domain/orders/tpsl'
import type { LegName, SizedTpslRequest, TpslLegRequest } from '@basis/domain/orders/tpsl'
import { isInCents } from '../../i18n/format.ts'
import type { NumberRules } from '../../ui/number-text.ts'
import { legFields, leverageOf, qtyOf, withQty, type TpslForm } from './form-fields.ts'

/** Returns the base for gains: an entry price, a quantity and the leverage. */
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

/**
 * Returns the base for a form's gains: a partial entry has its own quantity, and ROI uses the
 * form's leverage.
 */
export function ofForm(
  instrument: Instrument,
  of: { readonly base: TpslBase; readonly form: TpslForm; readonly terms: SizedTpslRequest },
): TpslBase {
  const { base, form, terms } = of
  const { qtyLots: lots } = terms
  const qty = lots === undefined || lots === 0 ? base.qty : qtyAmount(instrument, lots)
  return { ...base, qty, leverage: leverageOf(form) ?? base.leverage }
}

/** Returns the form with another quantity: a typed profit or loss stays, and its price changes. */
export function resized(
  instrument: Instrument,
  of: { readonly base: TpslBase; readonly form: TpslForm; readonly qty: string },
): TpslForm {
  const form = withQty(of.form, of.qty)
  const lots = readTpslQty(instrument, 'qty', qtyOf(form))
  const terms = { mode: form.tpSlMode, ...(typeof lots === 'number' ? { qtyLots: lots } : {}) }
  const base = ofForm(instrument, { base: of.base, form, terms })
  return legNames.reduce((next, name) => {
    const { trigger, typed, inputType } = legFields[name]
    if (form[inputType] !== 'PnL' || form[typed] === '') return next
    const at = triggerOf(base, name, { type: 'PnL', text: form[typed] })
    return { ...next, [trigger]: typeof at === 'number' ? formatPrice(instrument, at) : '' }
  }, form)
}

type Unreachable = 'below' | 'above'

/**
 * Returns the trigger price for the typed target: ROI or distance in percent, PnL in the settle
 * coin; if there is no such price, the side on which it would be; undefined if nothing is typed. A
 * stop-loss means a loss whatever the sign (spec 5).
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

/**
 * The rules of a typed target (spec 5): up to the maxima, a stop-loss with its minus, a profit with
 * the decimals of its coin.
 */
export function companionRules(name: LegName, type: TpslInputType, coin: string): NumberRules {
  const { percentE2, roiE2 } = tpslMaxima[name]
  const max =
    type === 'PnL'
      ? formatTrimmed(tpslMaxima.pnl, 8)
      : formatTrimmed(BigInt(type === 'ROI' ? roiE2 : percentE2), 2)
  const scale = type === 'PnL' ? pnlScale(coin) : 2
  // A stop-loss in profit has a positive figure, which must not be clamped on blur.
  return { scale, min: isLoss(name, type) ? `-${max}` : '0', max }
}

/**
 * The decimals of a profit: 2 for coins shown to the cent, else all 8, because a small part of a
 * bitcoin contract gains less than 1e-4 (spec 9, PnL precision).
 */
const pnlScale = (coin: string): number => (isInCents(coin) ? 2 : 8)

/** The figure beside a stop-loss is a loss, except for a distance in price (spec 5). */
const isLoss = (name: LegName, type: TpslInputType): boolean =>
  name === 'stopLoss' && type !== 'Price'

/** Returns the typed target, with a minus if it can only be a loss. */
export const signedText = (name: LegName, type: TpslInputType, text: string): string =>
  isLoss(name, type) && /^[\d.]*[1-9]/.test(text) ? `-${text}` : text

/** Returns the gain at a trigger; undefined while there is no price or no quantity. */
export const gainAt = (
  base: TpslBase | undefined,
  leg: TpslLegRequest | undefined,
): TpslFigures | undefined => figuresFrom(base, leg?.triggerTicks)

/** As `gainAt`, at the exit price of the leg: its limit, if it has one. */
export const gainAtExit = (
  base: TpslBase | undefined,
  leg: TpslLegRequest | undefined,
): TpslFigures | undefined =>
  figuresFrom(base, leg?.orderType === 'Limit' ? leg.limitTicks : leg?.triggerTicks)

const figuresFrom = (
  base: TpslBase | undefined,
  ticks: PriceTicks | undefined,
): TpslFigures | undefined =>
  base === undefined || ticks === undefined || ticks <= 0 ? undefined : figuresAt(base, ticks)

/**
 * Returns the text of the field beside the trigger, by its input type: a profit as shown below the
 * field.
 */
export function companionText(
  type: TpslInputType,
  figures: TpslFigures | undefined,
  coin: string,
): string {
  if (figures === undefined) return ''
  if (type === 'PnL') {
    const scale = pnlScale(coin)
    return formatTrimmed(divRound(figures.pnl, 10n ** BigInt(8 - scale), 'down'), scale)
  }
  return formatTrimmed(BigInt(shownPercentE2(type, figures)), 2)
}

/**
 * Returns the gain at the target as a multiple of the loss at the stop, in hundredths, half-up;
 * undefined without both, or if the stop is not a loss or the target not a gain.
 */
export function rewardE2(
  takeProfit: TpslFigures | undefined,
  stopLoss: TpslFigures | undefined,
): bigint | undefined {
  if (takeProfit === undefined || stopLoss === undefined) return undefined
  // Before a quantity is known the distances to both prices are compared.
  const isSized = takeProfit.pnl !== 0n && stopLoss.pnl !== 0n
  const gain = isSized ? takeProfit.pnl : BigInt(takeProfit.percentE2)
  const loss = isSized ? -stopLoss.pnl : -BigInt(stopLoss.percentE2)
  return gain <= 0n || loss <= 0n ? undefined : divRound(gain * 100n, loss, 'nearest')
}

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

/**
 * Returns the slider beside a trigger, set to its result: the gain of a take-profit, the loss of a
 * stop-loss. A stop that secures a gain is at 0, since the slider has only losses.
 */
export function requestSlider(
  name: LegName,
  type: 'ROI' | 'Price',
  figures: TpslFigures | undefined,
): PercentSlider {
  const range = tpslSliders[name][type === 'ROI' ? 'roi' : 'percent']
  const gainE2 = (type === 'ROI' ? figures?.roiE2 : figures?.percentE2) ?? 0
  const shownE2 = Math.max(0, name === 'takeProfit' ? gainE2 : -gainE2)
  return { ...inPercent(range), value: Math.min(shownE2, range.maxE2) / 100 }
}

/** Returns the text of a slider's value: for a stop-loss the ROI is negative. */
export const requestText = (name: LegName, type: 'ROI' | 'Price', value: number): string =>
  `${name === 'stopLoss' && type === 'ROI' ? '-' : ''}${value}`

/** Returns the slider of a partial quantity, set to its share of the position. */
export function qtySlider(sizeLots: QtyLots, qtyLots_: QtyLots | undefined): PercentSlider {
  const share = sizeLots === 0 ? 0 : Math.round(((qtyLots_ ?? 0) * 100) / sizeLots)
  return { ...inPercent(tpslQtySlider), value: Math.min(100, share) }
}

/** Returns the text of a share of a position in percent; empty for none. */
export const qtyOfShare = (instrument: Instrument, sizeLots: QtyLots, share: number): string =>
  share === 0 ? '' : formatQty(instrument, lotsOfShare(sizeLots, share))
