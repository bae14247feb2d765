// The coins of the account: which are listed, in what order, and how much of each is in use.

import { amount, zero, type Amount } from '@basis/domain/numbers/fixed'
import type { CoinBalance } from '../../stores/wallet.ts'

/** The coin of the demo funds, listed first. */
const FIRST_COIN = 'USDT'

/** Returns the coins to show: the first coin, then those held or owed; empty ones are left out. */
export function shownCoins(coins: readonly CoinBalance[]): readonly CoinBalance[] {
  return coins
    .filter(({ balance, locked, owed, unrealised }) =>
      [balance, locked, owed, unrealised].some((each) => each !== zero),
    )
    .toSorted((a, b) => rank(a) - rank(b) || a.coin.localeCompare(b.coin))
}

const rank = ({ coin }: CoinBalance): number => (coin === FIRST_COIN ? 0 : 1)

/**
 * Returns how much of a coin orders and positions use: equity that is not available now (an open
 * profit is never in use), and at least what orders have locked of the wallet, even of an owed
 * coin.
 */
export function inUseOf(coin: CoinBalance): Amount {
  const { equity, unrealised, available, locked, balance } = coin
  const own = unrealised > zero ? equity - unrealised : equity
  const bound = own > available ? amount(own - available) : zero
  const there = balance > zero ? balance : zero
  const kept = locked < there ? locked : there
  return kept > bound ? kept : bound
}
