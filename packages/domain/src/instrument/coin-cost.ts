// The average cost of what an account holds of a coin, and what sales of it have gained (rules 18).

import { amount, divRound, mulDiv, unitE8, type Amount } from '../numbers/fixed.ts'

/** Coins of 1e-8; money in 1e-8 USD. Less than nothing where more is owed than held. */
export type CoinCost = {
  readonly qty: bigint
  /** What it was got for; of what is owed, what it was sold for, below nothing. */
  readonly cost: bigint
  readonly realised: bigint
}

export const nothingHeld: CoinCost = { qty: 0n, cost: 0n, realised: 0n }

/** So many coins came in, or went out below nothing, for so many dollars. */
export type CoinMove = { readonly qty: bigint; readonly value: bigint }

const size = (value: bigint): bigint => (value < 0n ? -value : value)

/**
 * Returns what is held after a move. What adds to it adds its value to the cost; what takes away
 * takes its part of the cost along, rounded toward nothing, and realises the difference; what is
 * left over begins anew on the other side (18.2). EX-18.1, EX-18.2
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

/** Returns what a coin of it cost, 1e-8 USD, rounded up; undefined where nothing is held. */
export const averageCost = ({ qty, cost }: CoinCost): Amount | undefined =>
  qty === 0n ? undefined : amount(mulDiv(cost, unitE8, qty, 'up'))

/** Returns what it has gained at a price, 1e-8 USD, rounded down. */
export const unrealisedGain = ({ qty, cost }: CoinCost, usdE8: number): Amount =>
  amount(mulDiv(qty, BigInt(usdE8), unitE8, 'down') - cost)
