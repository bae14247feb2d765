// Logic of the margin dialog: the change that an amount means, and the maximum amount.

import { amount, formatTrimmed, parseDecimal, zero, type Amount } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'

/** Decimals of an amount of margin (rules 5.3). */
export const marginDecimals = 4
/** The last of these decimals in units of 1e-8. */
const step = 10_000n

export type MarginDirection = 'add' | 'remove'

/** Returns the change for a typed amount, 1e-8 of the settle coin; negative to remove margin. */
export function marginChange(direction: MarginDirection, text: string): Amount {
  const typed = parseDecimal(text, 8) ?? zero
  return amount(direction === 'add' ? typed : -typed)
}

/**
 * Returns the most that may be added or removed: added margin covers an open loss first (rules
 * 5.3).
 */
export function mostMargin(
  direction: MarginDirection,
  free: { readonly available: Amount; readonly extra: Amount; readonly unrealised: Amount },
): Amount {
  const loss = free.unrealised < zero ? free.unrealised : zero
  const most = direction === 'add' ? free.available : free.extra + loss
  return most > zero ? amount(most) : zero
}

/**
 * Returns the margin that may be added: at most the coin's and, unless inverse, the account's
 * available balance.
 */
export function freeMargin(
  { kind }: Instrument,
  own: Amount | undefined,
  available: Amount | undefined,
): Amount {
  if (own === undefined || available === undefined) return zero
  const spare = kind === 'Inverse' || available > own ? own : available
  return spare > zero ? spare : zero
}

/** Formats an amount, rounded down to the decimals of the field. */
export const marginText = (value: Amount): string => formatTrimmed(value - (value % step), 8)
