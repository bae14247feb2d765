// The fields of the TP/SL form with the names of the specification (spec 3): the typed texts and
// the selected options.

import { formatDecimal, leverageE2, parseDecimal } from '@basis/domain/numbers/fixed'
import type { LeverageE2, PriceTicks } from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { OrderType, TriggerBasis } from '@basis/domain/orders/order'
import { legNames, type LegName, type TpslMode } from '@basis/domain/orders/tpsl'
import type { TpslInputType } from '@basis/domain/orders/tpsl-input'
import type { ExistingEntry, ExistingLeg } from '@basis/domain/orders/tpsl-entries'

export type TpslForm = {
  /** The trigger price. */
  readonly takeProfit: string
  /** The target as typed beside it, as ROI, distance in percent or PnL; empty if it was not. */
  readonly takeProfitP: string
  readonly tpInputType: TpslInputType
  readonly tpTriggerBy: TriggerBasis
  readonly tpOrderType: OrderType
  readonly limitTakeProfit: string
  readonly tpSize: string
  /** The order of an existing entry; empty for a new one. */
  readonly tpStopOrderId: string
  readonly stopLoss: string
  readonly stopLossP: string
  readonly slInputType: TpslInputType
  readonly slTriggerBy: TriggerBasis
  readonly slOrderType: OrderType
  readonly limitStopLoss: string
  readonly slSize: string
  readonly slStopOrderId: string
  readonly tpSlMode: TpslMode
  /** The quantity of a partial entry. */
  readonly qty: string
  /** The leverage used for ROI; empty while it is not known. */
  readonly leverage: string
}

/** The names of each leg's fields. */
export const legFields = {
  takeProfit: {
    trigger: 'takeProfit',
    typed: 'takeProfitP',
    inputType: 'tpInputType',
    triggerBy: 'tpTriggerBy',
    orderType: 'tpOrderType',
    limit: 'limitTakeProfit',
    size: 'tpSize',
    orderId: 'tpStopOrderId',
  },
  stopLoss: {
    trigger: 'stopLoss',
    typed: 'stopLossP',
    inputType: 'slInputType',
    triggerBy: 'slTriggerBy',
    orderType: 'slOrderType',
    limit: 'limitStopLoss',
    size: 'slSize',
    orderId: 'slStopOrderId',
  },
} as const satisfies Record<LegName, Record<string, keyof TpslForm>>

/** The trigger price type of new legs. */
export type LegBases = Readonly<Record<LegName, TriggerBasis>>
/** The input type of each leg's target. */
export type LegInputs = Readonly<Record<LegName, TpslInputType>>

const byRoi: LegInputs = { takeProfit: 'ROI', stopLoss: 'ROI' }

export const emptyForm = (mode: TpslMode, bases: LegBases, inputs = byRoi): TpslForm => ({
  takeProfit: '',
  takeProfitP: '',
  tpInputType: inputs.takeProfit,
  tpTriggerBy: bases.takeProfit,
  tpOrderType: 'Market',
  limitTakeProfit: '',
  tpSize: '',
  tpStopOrderId: '',
  stopLoss: '',
  stopLossP: '',
  slInputType: inputs.stopLoss,
  slTriggerBy: bases.stopLoss,
  slOrderType: 'Market',
  limitStopLoss: '',
  slSize: '',
  slStopOrderId: '',
  tpSlMode: mode,
  qty: '',
  leverage: '',
})

/** Returns the form of an existing entry. */
export function formOf(
  instrument: Instrument,
  entry: ExistingEntry | undefined,
  begin: { readonly mode: TpslMode; readonly bases: LegBases; readonly inputs?: LegInputs },
): TpslForm {
  const { mode, bases, inputs } = begin
  const size = mode === 'Partial' && entry !== undefined ? formatQty(instrument, entry.qtyLots) : ''
  const text = (ticks: PriceTicks | undefined): string =>
    ticks === undefined ? '' : formatPrice(instrument, ticks)
  const legForm = (name: LegName, leg: ExistingLeg | undefined): Partial<TpslForm> => {
    if (leg === undefined) return {}
    const fields = legFields[name]
    return {
      [fields.trigger]: text(leg.triggerTicks),
      [fields.triggerBy]: leg.triggerBy,
      [fields.orderType]: leg.orderType,
      [fields.limit]: text(leg.limitTicks),
      [fields.size]: size,
      [fields.orderId]: leg.orderId.toString(),
    }
  }
  return {
    ...emptyForm(mode, bases, inputs),
    ...legForm('takeProfit', entry?.takeProfit),
    ...legForm('stopLoss', entry?.stopLoss),
    qty: size,
  }
}

/**
 * Returns the form after the entry has changed, by another page or by a fill: fields not edited
 * since `was` take their values of `now`.
 */
export function followed(form: TpslForm, was: TpslForm, now: TpslForm): TpslForm {
  const parts: readonly (readonly (keyof TpslForm)[])[] = [
    ...legNames.map((name) => {
      const { trigger, typed, triggerBy, orderType, limit } = legFields[name]
      return [trigger, typed, triggerBy, orderType, limit]
    }),
    ['qty', 'tpSize', 'slSize'],
  ]
  const untouched = parts.filter((part) => part.every((field) => form[field] === was[field]))
  return {
    ...form,
    ...Object.fromEntries(untouched.flat().map((field) => [field, now[field]])),
    tpStopOrderId: now.tpStopOrderId,
    slStopOrderId: now.slStopOrderId,
  }
}

/**
 * Returns the form in another mode: for the entire position the legs are market orders, so their
 * limits are removed (spec 4).
 */
export const inMode = (form: TpslForm, mode: TpslMode): TpslForm =>
  mode === 'Partial'
    ? { ...form, tpSlMode: mode }
    : {
        ...form,
        tpSlMode: mode,
        tpOrderType: 'Market',
        limitTakeProfit: '',
        slOrderType: 'Market',
        limitStopLoss: '',
      }

/** Returns the form with a trigger price that was typed or dragged, not converted from a target. */
export const withTriggerOf = (form: TpslForm, name: LegName, trigger: string): TpslForm => ({
  ...form,
  [legFields[name].trigger]: trigger,
  [legFields[name].typed]: '',
})

/** Returns the form with a quantity, which both legs of an entry share. */
export const withQty = (form: TpslForm, qty: string): TpslForm => ({
  ...form,
  qty,
  tpSize: qty,
  slSize: qty,
})

/** The quantity of an entry; if it is missing, that of a leg (spec 5). */
export const qtyOf = ({ qty, tpSize, slSize }: TpslForm): string => qty || tpSize || slSize

/** Returns the form with the current leverage, for ROI. */
export const withLeverage = (form: TpslForm, leverage: LeverageE2): TpslForm => ({
  ...form,
  leverage: formatDecimal(BigInt(leverage), 2),
})

/** The leverage used for ROI; undefined while it is not known. */
export function leverageOf({ leverage }: TpslForm): LeverageE2 | undefined {
  const read = parseDecimal(leverage, 2)
  return read === undefined ? undefined : leverageE2(Number(read))
}

/** Returns the form with the current input types; a target typed with another type is removed. */
export const withInputs = (form: TpslForm, inputs: LegInputs): TpslForm => ({
  ...form,
  takeProfitP: form.tpInputType === inputs.takeProfit ? form.takeProfitP : '',
  tpInputType: inputs.takeProfit,
  stopLossP: form.slInputType === inputs.stopLoss ? form.stopLossP : '',
  slInputType: inputs.stopLoss,
})

/** Returns the form as a dialog opens it: with the last used input types. */
export const opened = (form: TpslForm, inputs: LegInputs): TpslForm => ({
  ...form,
  takeProfitP: '',
  tpInputType: inputs.takeProfit,
  stopLossP: '',
  slInputType: inputs.stopLoss,
})
