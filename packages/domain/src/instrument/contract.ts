// Value, PnL and fee of a quantity of a contract: linear contracts multiply quantity and price,
// inverse ones divide (rules 1.2, 1.4, 3.1).

import { amount, divRound, mulDiv, unitE8 } from '../numbers/fixed.ts'
import type { Amount, PriceE8, RateE8, Rounding } from '../numbers/fixed.ts'

export const contractKinds = ['Linear', 'Inverse'] as const
export type ContractKind = (typeof contractKinds)[number]

/** A position or order quantity: 1e-8 base coin if linear, 1e-8 contracts of 1 USD if inverse. */
export type Exposure = {
  readonly kind: ContractKind
  /** +1 long, −1 short. */
  readonly sign: 1 | -1
  readonly qty: Amount
}

/**
 * Returns the sign by which value gains: an inverse long loses value, in coin, as the price rises.
 * It is the `s` of the formulas in margin/cross-margin.ts for both kinds.
 */
export const valueSide = (kind: ContractKind, sign: 1 | -1): 1 | -1 =>
  kind === 'Linear' ? sign : sign === 1 ? -1 : 1

/**
 * Returns the value at a price in 1e-8 settle coin: q P, or Q ÷ P; half-up unless named otherwise
 * (0.3). Throws RangeError for an inverse value at price 0. EX-1.2
 */
export function contractValue(
  kind: ContractKind,
  qty: Amount,
  price: PriceE8,
  rounding: Rounding = 'nearest',
): Amount {
  return amount(
    kind === 'Linear'
      ? mulDiv(qty, BigInt(price), unitE8, rounding)
      : mulDiv(qty, unitE8, BigInt(price), rounding),
  )
}

/**
 * Returns the PnL between two prices, rounded once toward minus infinity (1.4, 0.3): s q (P₂ − P₁)
 * or s Q (1/P₁ − 1/P₂). EX-1.5
 */
export function pnlBetween({ kind, sign, qty }: Exposure, from: PriceE8, to: PriceE8): Amount {
  const gained = qty * BigInt(sign) * (BigInt(to) - BigInt(from))
  if (kind === 'Linear') return amount(divRound(gained, unitE8, 'down'))
  return amount(mulDiv(gained, unitE8, BigInt(from) * BigInt(to), 'down'))
}

/**
 * Returns the PnL at a price against an exact entry value, rounded toward minus infinity. If the
 * entry value is a whole number of 1e-8, this equals `pnlBetween` from the entry price.
 */
export function pnlOverEntry({ kind, sign, qty }: Exposure, entry: Amount, at: PriceE8): Amount {
  const rising = valueSide(kind, sign) === 1
  const value = contractValue(kind, qty, at, rising ? 'down' : 'up')
  return amount(rising ? value - entry : entry - value)
}

/** Returns the fee of trading at a price: value × rate, truncated once (0.3, 3.1). EX-3.1 */
export function contractFee(kind: ContractKind, qty: Amount, price: PriceE8, rate: RateE8): Amount {
  const top = qty * BigInt(rate)
  return amount(
    kind === 'Linear'
      ? mulDiv(top, BigInt(price), unitE8 * unitE8, 'truncate')
      : divRound(top, BigInt(price), 'truncate'),
  )
}
