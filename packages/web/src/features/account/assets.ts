// The figures of a coin of the account: equity, what is in use, and its worth in USDT.

import { amount, mulDiv, priceTicks, unitE8, zero, type Amount } from '@basis/domain/fixed'
import { ticksToE8, type Instrument } from '@basis/domain/instrument'
import type { CoinBalance, Wallet } from '../../exchange/wallet.ts'

/** The coin in which the account is settled and worth is told. */
const SETTLE_COIN = 'USDT'

/** Returns the coins to show: the settle coin first, then what is held; empty ones are left out. */
export function shownCoins(coins: readonly CoinBalance[]): readonly CoinBalance[] {
  return coins
    .filter(({ balance, locked }) => balance !== zero || locked !== zero)
    .toSorted((a, b) => rank(a) - rank(b) || a.coin.localeCompare(b.coin))
}

const rank = ({ coin }: CoinBalance): number => (coin === SETTLE_COIN ? 0 : 1)

/** Returns the spot pair that prices a coin; undefined for the settle coin itself. */
export const priceSymbolOf = (coin: string): string | undefined =>
  coin === SETTLE_COIN ? undefined : `${coin}/${SETTLE_COIN}`

export type CoinFigures = {
  /** The balance and, in the settle coin, what open positions would bring. */
  readonly equity: Amount
  /** Set aside for orders and, in the settle coin, for positions. */
  readonly inUse: Amount
  /** Undefined where nothing can be open in the coin. */
  readonly unrealised: Amount | undefined
  /** In 1e-8 USDT, rounded down; undefined without a price. */
  readonly value: Amount | undefined
}

export type CoinPrice = {
  readonly instrument: Instrument | undefined
  readonly lastTicks: number | undefined
}

export function coinFigures(coin: CoinBalance, wallet: Wallet, price: CoinPrice): CoinFigures {
  if (coin.coin === SETTLE_COIN) {
    const equity = amount(coin.balance + wallet.unrealisedPnl)
    return {
      equity,
      inUse: amount(coin.locked + wallet.initialMargin),
      unrealised: wallet.unrealisedPnl,
      value: equity,
    }
  }
  return {
    equity: coin.balance,
    inUse: coin.locked,
    unrealised: undefined,
    value: worth(coin.balance, price),
  }
}

function worth(balance: Amount, { instrument, lastTicks }: CoinPrice): Amount | undefined {
  if (instrument === undefined || lastTicks === undefined) return undefined
  const price = ticksToE8(instrument, priceTicks(lastTicks))
  return amount(mulDiv(balance, BigInt(price), unitE8, 'down'))
}
