// The coins of an account: the settle coin first, worth at the last price and never rounded up.

import { amount } from '@basis/domain/fixed'
import { expect, test } from 'vitest'
import { listingsOf } from '../../exchange/catalogue.ts'
import { fallbackSpotSymbols } from '../../exchange/listing/fallback-catalogue.ts'
import type { CoinBalance, Wallet } from '../../exchange/wallet.ts'
import { coinFigures, priceSymbolOf, shownCoins } from './assets.ts'

const e8 = (value: number) => amount(BigInt(Math.round(value * 1e8)))

const coin = (name: string, balance: number, locked = 0): CoinBalance => ({
  coin: name,
  balance: e8(balance),
  locked: e8(locked),
  available: e8(balance - locked),
})

const wallet: Wallet = {
  walletBalance: e8(1000),
  unrealisedPnl: e8(-12.5),
  equity: e8(987.5),
  available: e8(700),
  positionMargin: e8(100),
  orderMargin: e8(50),
  initialMargin: e8(150),
  maintenanceMargin: e8(10),
  initialRateE4: 1,
  maintenanceRateE4: 1,
  coins: [],
}

test('the settle coin stands first, coins that are not held are left out', () => {
  const coins = [coin('ETH', 1), coin('BTC', 0), coin('USDT', 5), coin('AAVE', 0, 1)]
  expect(shownCoins(coins).map((each) => each.coin)).toEqual(['USDT', 'AAVE', 'ETH'])
})

test('in USDT, profit belongs to the equity and margin is in use', () => {
  expect(
    coinFigures(coin('USDT', 1000, 20), wallet, { instrument: undefined, lastTicks: 1 }),
  ).toEqual({ equity: e8(987.5), inUse: e8(170), unrealised: e8(-12.5), value: e8(987.5) })
})

test('another coin is worth its last price, and without a price nothing is said', () => {
  const [listing] = listingsOf([], fallbackSpotSymbols())
  if (listing === undefined) throw new Error('BTC/USDT is built in')
  expect(priceSymbolOf('BTC')).toBe(listing.symbol)
  const price = { instrument: listing.instrument, lastTicks: 6_500_000 }
  const worth = coinFigures(coin('BTC', 0.5), wallet, price).value
  expect(worth).toBe((BigInt(6_500_000 * listing.instrument.tickSizeE8) * 5n) / 10n)
  const unknown = coinFigures(coin('BTC', 0.5), wallet, { ...price, lastTicks: undefined })
  expect(unknown).toMatchObject({ value: undefined, unrealised: undefined })
})
