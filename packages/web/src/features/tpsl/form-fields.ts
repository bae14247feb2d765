// The fields of the TP/SL form with the names of the specification (spec 3): texts as they were
// typed, and what is chosen beside them.

import { formatDecimal, leverageE2, parseDecimal } from '@basis/domain/numbers/fixed'
import type { LeverageE2, PriceTicks } from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import type { OrderType, TriggerBasis } from '@basis/domain/orders/order'
import { legNames, type LegName, type TpslMode } from '@basis/domain/orders/tpsl'
import type { TpslInputType } from '@basis/domain/orders/tpsl-input'
import type { StandingEntry, StandingLeg } from '@basis/domain/orders/tpsl-entries'

export type TpslForm = {
  /** The trigger price. */
  readonly takeProfit: string
  /**
   * The same as it was typed beside it, as ROI, distance in percent or PnL; empty where it was not.
   */
  readonly takeProfitP: string
  readonly tpInputType: TpslInputType
  readonly tpTriggerBy: TriggerBasis
  readonly tpOrderType: OrderType
  readonly limitTakeProfit: string
  readonly tpSize: string
  /** The order of an entry that stands; empty where none does. */
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
  /** The quantity that a partial one is for. */
  readonly qty: string
  /** What ROI is counted at; empty while that is not known. */
  readonly leverage: string
}

/** How the fields of each leg are called. */
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

/** What new legs are triggered by. */
export type LegBases = Readonly<Record<LegName, TriggerBasis>>
/** What is typed beside their triggers. */
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

/** Returns the form of an entry that stands already. */
export function formOf(
  instrument: Instrument,
  entry: StandingEntry | undefined,
  begin: { readonly mode: TpslMode; readonly bases: LegBases; readonly inputs?: LegInputs },
): TpslForm {
  const { mode, bases, inputs } = begin
  const size = mode === 'Partial' && entry !== undefined ? formatQty(instrument, entry.qtyLots) : ''
  const text = (ticks: PriceTicks | undefined): string =>
    ticks === undefined ? '' : formatPrice(instrument, ticks)
  const legForm = (name: LegName, leg: StandingLeg | undefined): Partial<TpslForm> => {
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
 * Returns the form once what stands has changed, by another page or by a fill: what nobody has
 * touched since `was` becomes what it is `now`.
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
 * Returns the form in another mode: of the entire position the legs are market orders, so that
 * their limits go (spec 4).
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

/** Returns the form with a trigger price that was typed or dragged, not asked for beside it. */
export const withTriggerOf = (form: TpslForm, name: LegName, trigger: string): TpslForm => ({
  ...form,
  [legFields[name].trigger]: trigger,
  [legFields[name].typed]: '',
})

/** Returns the form with a quantity: one for both legs of an entry. */
export const withQty = (form: TpslForm, qty: string): TpslForm => ({
  ...form,
  qty,
  tpSize: qty,
  slSize: qty,
})

/** The quantity of an entry; that of a leg stands for a missing one (spec 5). */
export const qtyOf = ({ qty, tpSize, slSize }: TpslForm): string => qty || tpSize || slSize

/** Returns the form as ROI is counted now. */
export const withLeverage = (form: TpslForm, leverage: LeverageE2): TpslForm => ({
  ...form,
  leverage: formatDecimal(BigInt(leverage), 2),
})

/** What ROI is counted at; undefined while that is not known. */
export function leverageOf({ leverage }: TpslForm): LeverageE2 | undefined {
  const read = parseDecimal(leverage, 2)
  return read === undefined ? undefined : leverageE2(Number(read))
}

/** Returns the form by the measures that are chosen now; what was typed by another one goes. */
export const withInputs = (form: TpslForm, inputs: LegInputs): TpslForm => ({
  ...form,
  takeProfitP: form.tpInputType === inputs.takeProfit ? form.takeProfitP : '',
  tpInputType: inputs.takeProfit,
  stopLossP: form.slInputType === inputs.stopLoss ? form.stopLossP : '',
  slInputType: inputs.stopLoss,
})

/** Returns the form as a dialog begins with it: by the measures that were chosen last. */
export const opened = (form: TpslForm, inputs: LegInputs): TpslForm => ({
  ...form,
  takeProfitP: '',
  tpInputType: inputs.takeProfit,
  stopLossP: '',
  slInputType: inputs.stopLoss,
})
