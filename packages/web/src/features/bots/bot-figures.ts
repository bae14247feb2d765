// Figures of bots as texts and percentages.

import type { WireBot } from '@basis/protocol/grid/calls'
import type { Format } from '../../i18n/format.ts'

/** Returns whether a bot is running or paused, that is not closed. */
export const isOn = ({ status }: { readonly status: string }): boolean =>
  status === 'Running' || status === 'Paused'

/** Formats a wire price with its own decimals. */
export const priceWords = (format: Format, text: string): string =>
  format.price(text, text.split('.')[1]?.length ?? 0)

/** Formats a wire quantity with its own decimals. */
export const qtyWords = (format: Format, text: string): string =>
  format.quantity(text, text.split('.')[1]?.length ?? 0)

/** Formats what a closed bot returned: its funds and, if they were kept, its coins. */
export function returnedWords(
  format: Format,
  { symbol, coin, returned, returnedBase }: WireBot,
): string {
  const money = `${format.money(returned, coin)} ${coin}`
  if (Number(returnedBase) === 0) return money
  const [base = ''] = symbol.split('/')
  return `${money} + ${format.trimmed(returnedBase)} ${base}`
}

/** A price of 0 means none. */
export const isSet = (price: string): boolean => Number(price) !== 0

/** Below this age an annual rate is not meaningful. */
const leastMs = 3_600_000

export const hasYearRate = ({ createdAtE3, endedAtE3 }: WireBot, nowMs: number): boolean =>
  (endedAtE3 || nowMs) - createdAtE3 >= leastMs
