// The coins of the account as they are listed: which, in what order, and what of each is in use.

import { amount, zero, type Amount } from '@basis/domain/numbers/fixed'
import type { CoinBalance } from '../../stores/wallet.ts'

/** The coin that demo funds are given in; it stands first. */
const FIRST_COIN = 'USDT'

/**
 * Returns the coins to show: the first coin, then what is held or owed; empty ones are left out.
 */
export function shownCoins(coins: readonly CoinBalance[]): readonly CoinBalance[] {
  return coins
    .filter(({ balance, locked, owed, unrealised }) =>
      [balance, locked, owed, unrealised].some((each) => each !== zero),
    )
    .toSorted((a, b) => rank(a) - rank(b) || a.coin.localeCompare(b.coin))
}

const rank = ({ coin }: CoinBalance): number => (coin === FIRST_COIN ? 0 : 1)

/**
 * Returns what orders and positions bind of a coin: equity that may not be spent now (an open
 * profit aside, which nothing binds), and where it is owed no less than what of the wallet orders
 * have locked.
 */
export function inUseOf(coin: CoinBalance): Amount {
  const { equity, unrealised, available, locked, balance } = coin
  const own = unrealised > zero ? equity - unrealised : equity
  const bound = own > available ? amount(own - available) : zero
  const there = balance > zero ? balance : zero
  const kept = locked < there ? locked : there
  return kept > bound ? kept : bound
}
