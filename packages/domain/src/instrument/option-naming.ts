// Symbols of options (rules 9.1).

import { civilDate } from './candle.ts'
import { months } from './futures-calendar.ts'
import { formatTrimmed } from '../numbers/fixed.ts'
import type { OptionTerms } from './option.ts'

/** The settle coins of options; a symbol names its settle coin unless that is USDC. */
export const optionSettleCoins = ['USDC', 'USDT'] as const
type OptionSettleCoin = (typeof optionSettleCoins)[number]

type OptionName = OptionTerms & {
  readonly baseCoin: string
  readonly settleCoin: OptionSettleCoin
  readonly deliveryMs: number
}

/** Returns the symbol of an option: BTC-27NOV26-65000-C, in USDT BTC-27NOV26-65000-C-USDT. */
export function optionSymbol({ baseCoin, settleCoin, deliveryMs, ...terms }: OptionName): string {
  const strike = formatTrimmed(BigInt(terms.strikeE8), 8)
  const name = `${baseCoin}-${dateText(deliveryMs)}-${strike}-${terms.right === 'Call' ? 'C' : 'P'}`
  return settleCoin === 'USDC' ? name : `${name}-${settleCoin}`
}

/** Formats a delivery day as in symbols: 4DEC26, 27NOV26. */
function dateText(deliveryMs: number): string {
  const { year, month, day } = civilDate(deliveryMs)
  return `${day}${months[month] ?? ''}${String(year % 100).padStart(2, '0')}`
}
