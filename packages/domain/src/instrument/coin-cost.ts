// The average cost of an account's balance of a coin, and its realised PnL (rules 18).

import { amount, divRound, mulDiv, unitE8, type Amount } from '../numbers/fixed.ts'

/** Coins in 1e-8, money in 1e-8 USD. The quantity is negative if the coin is owed. */
export type CoinCost = {
  readonly qty: bigint
  /** The cost of what is held; for a debt the proceeds of its sale, negative. */
  readonly cost: bigint
  readonly realised: bigint
}

export const nothingHeld: CoinCost = { qty: 0n, cost: 0n, realised: 0n }

/** A change of the quantity, negative for a sale, and its value in USD. */
export type CoinMove = { readonly qty: bigint; readonly value: bigint }

const size = (value: bigint): bigint => (value < 0n ? -value : value)

/**
 * Returns the cost after a move. An increase adds its value to the cost; a decrease removes its
 * share of the cost, rounded toward zero, and realises the difference; the excess of a move through
 * zero opens the other side (18.2). EX-18.1, EX-18.2
 */
export function costAfter(before: CoinCost, { qty, value }: CoinMove): CoinCost {
  const { qty: held, cost, realised } = before
  const signed = qty < 0n ? -value : value
  if (held === 0n || held > 0n === qty > 0n) {
    return { qty: held + qty, cost: cost + signed, realised }
  }
  if (size(qty) > size(held)) {
    const closing = divRound(value * size(held), size(qty), 'down')
    const closed = costAfter(before, { qty: -held, value: closing })
    return costAfter(closed, { qty: qty + held, value: value - closing })
  }
  const part = divRound(cost * size(qty), size(held), 'truncate')
  return { qty: held + qty, cost: cost - part, realised: realised - signed - part }
}

/** Returns the average cost per coin, 1e-8 USD, rounded up; undefined if nothing is held. */
export const averageCost = ({ qty, cost }: CoinCost): Amount | undefined =>
  qty === 0n ? undefined : amount(mulDiv(cost, unitE8, qty, 'up'))

/** Returns the unrealised gain at a price, 1e-8 USD, rounded down. */
export const unrealisedGain = ({ qty, cost }: CoinCost, usdE8: number): Amount =>
  amount(mulDiv(qty, BigInt(usdE8), unitE8, 'down') - cost)
