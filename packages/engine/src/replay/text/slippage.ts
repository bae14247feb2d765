// The slippage limit of an order as a word of command text: `slip=20`, `slip=0.5%`.

import { formatTrimmed } from '@basis/domain/numbers/fixed'
import type { Slippage } from '@basis/domain/orders/slippage'
import { decimal, type Line } from './line.ts'

/** Ticks are written as a number; rates, hundredths of a percent, in percent with the sign. */
export const slippageText = (slippage: Slippage | undefined): string | undefined =>
  slippage === undefined
    ? undefined
    : slippage.unit === 'TickSize'
      ? `slip=${slippage.most}`
      : `slip=${formatTrimmed(BigInt(slippage.most), 2)}%`

export function takeSlippage(line: Line): { readonly slippage?: Slippage } {
  const text = line.flags.get('slip')
  if (text === undefined) return {}
  if (!text.endsWith('%')) return { slippage: { unit: 'TickSize', most: Number(text) } }
  const most = Number(decimal(line, text.slice(0, -1), 2))
  return { slippage: { unit: 'Percent', most } }
}
