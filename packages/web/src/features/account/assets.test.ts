// The coins of an account: their order, and the amount in use of each.

import { amount } from '@basis/domain/numbers/fixed'
import { expect, test } from 'vitest'
import type { CoinBalance } from '../../stores/wallet.ts'
import { inUseOf, shownCoins } from './assets.ts'

const e8 = (value: number) => amount(BigInt(Math.round(value * 1e8)))

const coin = (name: string, balance: number, more: Partial<CoinBalance> = {}): CoinBalance => ({
  coin: name,
  balance: e8(balance),
  locked: e8(0),
  owed: e8(0),
  unrealised: e8(0),
  equity: e8(balance),
  available: e8(balance),
  free: e8(balance),
  usdValue: e8(balance),
  ...more,
})

test('USDT is first, the others are sorted by name, and coins without any amount are left out', () => {
  const coins = [
    coin('ETH', 1),
    coin('BTC', 0),
    coin('USDT', 5),
    coin('AAVE', 0, { locked: e8(1) }),
    coin('USDC', 0, { unrealised: e8(2) }),
  ]
  expect(shownCoins(coins).map((each) => each.coin)).toEqual(['USDT', 'AAVE', 'ETH', 'USDC'])
})

test('the amount in use is equity less available, without open profit, and covers locked amounts', () => {
  const bound = coin('USDT', 1000, { equity: e8(987.5), available: e8(700) })
  expect(inUseOf(bound)).toBe(e8(287.5))
  // An open profit is neither available nor in use.
  const winning = { equity: e8(1_000.82), unrealised: e8(0.82), available: e8(1_000) }
  expect(inUseOf(coin('USDT', 1_000, winning))).toBe(0n)
  // A loan greater than the wallet leaves no equity, but orders still lock the balance.
  const owing = { equity: e8(-30_038.79), available: e8(0), owed: e8(39_263.79) }
  expect(inUseOf(coin('USDT', 9225, { ...owing, locked: e8(9225) }))).toBe(e8(9225))
  expect(inUseOf(coin('USDT', 9225, { ...owing, locked: e8(12_000) }))).toBe(e8(9225))
  const lent = { equity: e8(100), owed: e8(50), available: e8(20), locked: e8(80) }
  expect(inUseOf(coin('USDT', 150, lent))).toBe(e8(80))
  expect(inUseOf(coin('BTC', -1, { available: e8(0) }))).toBe(0n)
})
