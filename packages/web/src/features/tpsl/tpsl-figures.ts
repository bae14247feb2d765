// The figures of a TP/SL: its gain, and what is typed or slid beside its trigger price (spec 5, 9).

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
import type { LegName, SizedTpslAsked, TpslLegAsked } from '@basis/domain/orders/tpsl'
import { isInCents } from '../../i18n/format.ts'
import type { NumberRules } from '../../ui/number-text.ts'
import { legFields, leverageOf, qtyOf, withQty, type TpslForm } from './form-fields.ts'

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

/**
 * Returns what gains of a form are calculated from: a part has those of its quantity, and ROI is
 * counted at the form's leverage.
 */
export function ofForm(
  instrument: Instrument,
  of: { readonly base: TpslBase; readonly form: TpslForm; readonly asked: SizedTpslAsked },
): TpslBase {
  const { base, form, asked } = of
  const { qtyLots: lots } = asked
  const qty = lots === undefined || lots === 0 ? base.qty : qtyAmount(instrument, lots)
  return { ...base, qty, leverage: leverageOf(form) ?? base.leverage }
}

/**
 * Returns the form with another quantity: a profit or a loss that was typed stays as it is, and its
 * price follows.
 */
export function resized(
  instrument: Instrument,
  of: { readonly base: TpslBase; readonly form: TpslForm; readonly qty: string },
): TpslForm {
  const form = withQty(of.form, of.qty)
  const lots = readTpslQty(instrument, 'qty', qtyOf(form))
  const asked = { mode: form.tpSlMode, ...(typeof lots === 'number' ? { qtyLots: lots } : {}) }
  const base = ofForm(instrument, { base: of.base, form, asked })
  return legNames.reduce((next, name) => {
    const { trigger, typed, inputType } = legFields[name]
    if (form[inputType] !== 'PnL' || form[typed] === '') return next
    const at = triggerOf(base, name, { type: 'PnL', text: form[typed] })
    return { ...next, [trigger]: typeof at === 'number' ? formatPrice(instrument, at) : '' }
  }, form)
}

type Unreachable = 'below' | 'above'

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

/**
 * What may be typed beside a trigger (spec 5): up to the maxima, a stop-loss with its minus, a
 * profit with the decimals of its coin.
 */
export function companionRules(name: LegName, type: TpslInputType, coin: string): NumberRules {
  const { percentE2, roiE2 } = tpslMaxima[name]
  const max =
    type === 'PnL'
      ? formatTrimmed(tpslMaxima.pnl, 8)
      : formatTrimmed(BigInt(type === 'ROI' ? roiE2 : percentE2), 2)
  const scale = type === 'PnL' ? pnlScale(coin) : 2
  // A stop in profit has a figure above zero, which must not be cut when the field is left.
  return { scale, min: isLoss(name, type) ? `-${max}` : '0', max }
}

/**
 * The decimals of a profit: the cent, of other coins all they have, because a part of a bitcoin's
 * contract wins less than a tenth of a thousandth (spec 9, PnL precision).
 */
const pnlScale = (coin: string): number => (isInCents(coin) ? 2 : 8)

/** The figure beside a stop-loss is a loss but for a distance in price (spec 5). */
const isLoss = (name: LegName, type: TpslInputType): boolean =>
  name === 'stopLoss' && type !== 'Price'

/** Returns what was typed beside a trigger, where only a loss can be meant with its minus. */
export const signedText = (name: LegName, type: TpslInputType, text: string): string =>
  isLoss(name, type) && /^[\d.]*[1-9]/.test(text) ? `-${text}` : text

/** Returns what a trigger would bring; undefined while there is no price or no quantity. */
export const gainAt = (
  base: TpslBase | undefined,
  leg: TpslLegAsked | undefined,
): TpslFigures | undefined => figuresFrom(base, leg?.triggerTicks)

/** As `gainAt`, at the price where the leg leaves: of a limit order its own. */
export const gainAtExit = (
  base: TpslBase | undefined,
  leg: TpslLegAsked | undefined,
): TpslFigures | undefined =>
  figuresFrom(base, leg?.orderType === 'Limit' ? leg.limitTicks : leg?.triggerTicks)

const figuresFrom = (
  base: TpslBase | undefined,
  ticks: PriceTicks | undefined,
): TpslFigures | undefined =>
  base === undefined || ticks === undefined || ticks <= 0 ? undefined : figuresAt(base, ticks)

/**
 * Returns the text of the field beside the trigger, by the type it is typed in: a profit as it is
 * told below the field.
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
 * Returns how many times the loss at the stop the gain at the target is, in hundredths, half-up;
 * undefined without both, or where the stop is no loss or the target no gain.
 */
export function rewardE2(
  takeProfit: TpslFigures | undefined,
  stopLoss: TpslFigures | undefined,
): bigint | undefined {
  if (takeProfit === undefined || stopLoss === undefined) return undefined
  // Before a quantity is known the ways to both prices say it.
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
 * Returns the slider beside a trigger, at what the trigger would bring: of a take-profit the gain,
 * of a stop-loss the loss. A stop that secures a gain stands at 0, since every place of its slider
 * is a loss.
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
