// The follow form: the texts of its fields, its request, and its first problem; and problems of a
// transfer to a copy wallet; by the exchange's rules (rules 16.1, 16.3).

import {
  copyMoneyProblem,
  copySettingsProblem,
  copyWithdrawalProblem,
  investmentProblem,
  type CopyMode,
} from '@basis/domain/copy/settings'
import { formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import type { Problem } from '@basis/domain/instrument/problems'
import { decodeCopySettings, type CopySettingsRequest } from '@basis/protocol/copy/settings'
import type { WireCopySettings } from '@basis/protocol/copy/calls'

/** Percentages are typed as such; the wire has fractions. */
export type CopyForm = {
  readonly mode: CopyMode
  readonly amount: string
  readonly margin: string
  readonly ratio: string
  readonly leverage: string
  readonly symbolMargin: string
  readonly dayMargin: string
  readonly slippage: string
  readonly takeProfit: string
  readonly stopLoss: string
  readonly totalStopLoss: string
}
export type CopyField = Exclude<keyof CopyForm, 'mode'>

export const firstForm: CopyForm = {
  mode: 'Proportional',
  amount: '1000',
  margin: '50',
  ratio: '1',
  leverage: '',
  symbolMargin: '',
  dayMargin: '',
  slippage: '0.5',
  takeProfit: '',
  stopLoss: '',
  totalStopLoss: '',
}

/** Returns a typed percentage as the fraction of the wire; what is no number stays as it is. */
export const fractionOf = (percent: string): string => {
  const value = parseDecimal(percent === '' ? '0' : percent, 2)
  return value === undefined ? percent : formatTrimmed(value, 4)
}
const percent = (wire: string): string => {
  const value = parseDecimal(wire, 4) ?? 0n
  return value === 0n ? '' : formatTrimmed(value, 2)
}
export const orNone = (text: string): string => (text === '' ? '0' : text)
const orEmpty = (text: string): string => (text === '0' ? '' : text)

/** Returns the settings that the form requests. */
export const requestOf = (form: CopyForm): Required<CopySettingsRequest> => ({
  mode: form.mode,
  margin: orNone(form.margin),
  ratio: orNone(form.ratio),
  leverage: orNone(form.leverage),
  symbolMargin: orNone(form.symbolMargin),
  dayMargin: orNone(form.dayMargin),
  slippage: fractionOf(form.slippage),
  takeProfit: fractionOf(form.takeProfit),
  stopLoss: fractionOf(form.stopLoss),
  totalStopLoss: orNone(form.totalStopLoss),
})

export const formOf = (settings: WireCopySettings, invested: string): CopyForm => ({
  mode: settings.mode,
  amount: invested,
  margin: orEmpty(settings.margin),
  ratio: orEmpty(settings.ratio),
  leverage: orEmpty(settings.leverage),
  symbolMargin: orEmpty(settings.symbolMargin),
  dayMargin: orEmpty(settings.dayMargin),
  slippage: percent(settings.slippage),
  takeProfit: percent(settings.takeProfit),
  stopLoss: percent(settings.stopLoss),
  totalStopLoss: orEmpty(settings.totalStopLoss),
})

/**
 * Returns what the exchange would reject in the form; for a new copy also if the amount exceeds
 * `available`.
 */
export function formProblem(form: CopyForm, available?: string): Problem | undefined {
  const put = parseDecimal(orNone(form.amount), 8) ?? 0n
  const money = available && investmentProblem(put, parseDecimal(available, 8) ?? 0n)
  if (typeof money === 'object') return money
  const read = decodeCopySettings(requestOf(form))
  if ('wrong' in read) return { name: 'copySettingInvalid', field: read.wrong }
  return copySettingsProblem(read.settings)
}

/** What the owner's account and a copy wallet can give, as decimal texts. */
export type CopyFunds = { readonly available: string; readonly transferable: string }

/** Returns why an amount may not be moved into a copy wallet, and why not out of it. */
export function transferProblems(
  text: string,
  { available, transferable }: CopyFunds,
): { readonly into: Problem | undefined; readonly out: Problem | undefined } {
  const money = parseDecimal(orNone(text), 8) ?? 0n
  return {
    into: copyMoneyProblem(money, parseDecimal(available, 8) ?? 0n),
    out: copyWithdrawalProblem(money, parseDecimal(transferable, 8) ?? 0n),
  }
}

/** The maximum loss: the total stop loss if it is below the amount, else the amount. */
export function worstOf({ amount, totalStopLoss }: CopyForm): string {
  const put = parseDecimal(orNone(amount), 8) ?? 0n
  const stop = parseDecimal(orNone(totalStopLoss), 8) ?? 0n
  return formatTrimmed(stop > 0n && stop < put ? stop : put, 8)
}
