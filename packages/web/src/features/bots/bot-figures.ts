// Figures of bots as words and percentages.

import { divRound, parseDecimal } from '@basis/domain/numbers/fixed'
import type { WireBot } from '@basis/protocol/grid/calls'
import type { Format } from '../../i18n/format.ts'

/** Does a bot trade, or wait until it goes on? */
export const isOn = ({ status }: { readonly status: string }): boolean =>
  status === 'Running' || status === 'Paused'

/** A wire rate (a part of one, 4 decimals) in percent, two decimals. */
export const rateOf = (text: string): { units: bigint; scale: number } => ({
  units: parseDecimal(text, 4) ?? 0n,
  scale: 2,
})

/** A profit on what was put in, percent, two decimals. */
export function returnOf(pnl: string, invested: string): { units: bigint; scale: number } {
  const [gain, put] = [parseDecimal(pnl, 8) ?? 0n, parseDecimal(invested, 8) ?? 0n]
  return { units: put <= 0n ? 0n : divRound(gain * 10_000n, put, 'truncate'), scale: 2 }
}

/** Writes a price of the wire with the decimals that it has. */
export const priceWords = (format: Format, text: string): string =>
  format.price(text, text.split('.')[1]?.length ?? 0)

/** Writes a quantity of the wire with the decimals that it has. */
export const qtyWords = (format: Format, text: string): string =>
  format.quantity(text, text.split('.')[1]?.length ?? 0)

/** Writes what came home of a bot: its money and, where they were kept, its coins. */
export function returnedWords(
  format: Format,
  { symbol, coin, returned, returnedBase }: WireBot,
): string {
  const money = `${format.money(returned, coin)} ${coin}`
  if (Number(returnedBase) === 0) return money
  const [base = ''] = symbol.split('/')
  return `${money} + ${format.trimmed(returnedBase)} ${base}`
}

/** A price of 0 stands for none. */
export const isSet = (price: string): boolean => Number(price) !== 0

/** Too young a bot has no rate of a year that means anything. */
const leastMs = 3_600_000

export const hasYearRate = ({ createdAtE3, endedAtE3 }: WireBot, nowMs: number): boolean =>
  (endedAtE3 || nowMs) - createdAtE3 >= leastMs
