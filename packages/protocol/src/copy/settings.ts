// Conversion of copy settings between wire and domain: amounts are decimals, rates fractions.

import type { CopyMode, CopySettings } from '@basis/domain/copy/settings'
import { amount, formatTrimmed, leverageE2, parseDecimal } from '@basis/domain/numbers/fixed'
import type { WireCopySettings } from './calls.ts'

const rates = ['slippage', 'takeProfit', 'stopLoss', 'ratio'] as const
const amounts = ['margin', 'symbolMargin', 'dayMargin', 'totalStopLoss'] as const
type Field = (typeof rates)[number] | (typeof amounts)[number] | 'leverage'

export type CopySettingsRequest = { readonly mode: CopyMode } & {
  readonly [Name in Field]?: string
}

/** The default settings of a follower. */
export const usualCopySettings: Required<CopySettingsRequest> = {
  mode: 'Proportional',
  margin: '0',
  ratio: '1',
  leverage: '0',
  symbolMargin: '0',
  dayMargin: '0',
  slippage: '0.005',
  takeProfit: '0',
  stopLoss: '0',
  totalStopLoss: '0',
}

/** Decodes settings; names the first field that is not a number or has too many decimals. */
export function decodeCopySettings(
  given: CopySettingsRequest,
): { readonly settings: CopySettings } | { readonly wrong: Field } {
  const asked = { ...usualCopySettings, ...given }
  const decimals = (field: Field): number =>
    field === 'leverage' ? 2 : rates.some((name) => name === field) ? 4 : 8
  const read = new Map<Field, bigint>()
  for (const field of [...rates, ...amounts, 'leverage'] as const) {
    const value = parseDecimal(asked[field], decimals(field))
    if (value === undefined || value < 0n || value > 10n ** 18n) return { wrong: field }
    read.set(field, value)
  }
  const money = (field: Field) => amount(read.get(field) ?? 0n)
  const whole = (field: Field): number => Number(read.get(field) ?? 0n)
  return {
    settings: {
      mode: asked.mode,
      margin: money('margin'),
      ratioE4: whole('ratio'),
      leverageE2: leverageE2(whole('leverage')),
      symbolMargin: money('symbolMargin'),
      dayMargin: money('dayMargin'),
      slippageE4: whole('slippage'),
      takeProfitE4: whole('takeProfit'),
      stopLossE4: whole('stopLoss'),
      totalStopLoss: money('totalStopLoss'),
    },
  }
}

const rate = (valueE4: number): string => formatTrimmed(BigInt(valueE4), 4)
const money = (value: bigint): string => formatTrimmed(value, 8)

export const encodeCopySettings = (settings: CopySettings): WireCopySettings => ({
  mode: settings.mode,
  margin: money(settings.margin),
  ratio: rate(settings.ratioE4),
  leverage: formatTrimmed(BigInt(settings.leverageE2), 2),
  symbolMargin: money(settings.symbolMargin),
  dayMargin: money(settings.dayMargin),
  slippage: rate(settings.slippageE4),
  takeProfit: rate(settings.takeProfitE4),
  stopLoss: rate(settings.stopLossE4),
  totalStopLoss: money(settings.totalStopLoss),
})
