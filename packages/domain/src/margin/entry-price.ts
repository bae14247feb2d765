// The average entry price of a position, kept as the value of its entries, so that a partial close
// leaves it exactly unchanged (rules 1.3, 14.2.9).

import type { ContractKind } from '../instrument/contract.ts'
import { divRound, priceE8, unitE8, type PriceE8 } from '../numbers/fixed.ts'

/** An average price as a fraction: value of the entries in 1e-24 settle coin, and their lots. */
export type Entered = { readonly valueE24: bigint; readonly lots: number }

/** 1e-8 coin in units of `valueE24`. */
export const enteredUnit = unitE8 * unitE8

export const notEntered: Entered = { valueE24: 0n, lots: 0 }

/**
 * Returns the entries of a position with one more, worth `value` (1e-8); `held` lots are left of
 * the earlier ones. Lots closed since are removed at the average price, half-up at 1e-24: far below
 * the eight decimals in which the price is shown. EX-1.1, EX-1.2
 */
export function enteredMore(
  { valueE24, lots: before }: Entered,
  held: number,
  { lots, value }: { readonly lots: number; readonly value: bigint },
): Entered {
  const left =
    before === held ? valueE24 : divRound(valueE24 * BigInt(held), BigInt(before), 'nearest')
  return { valueE24: left + value * enteredUnit, lots: held + lots }
}

/** Returns the price with 8 decimals, half-up; 0 without entries. */
export function enteredPriceE8(
  kind: ContractKind,
  { valueE24, lots }: Entered,
  lotSizeE8: number,
): PriceE8 {
  if (lots === 0 || valueE24 <= 0n) return priceE8(0)
  const qty = BigInt(lots) * BigInt(lotSizeE8)
  const price =
    kind === 'Linear'
      ? divRound(valueE24, qty * unitE8, 'nearest')
      : divRound(qty * unitE8 * unitE8 * unitE8, valueE24, 'nearest')
  return priceE8(Number(price))
}
