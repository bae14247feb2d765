// Costs of coins folded from the engine's events: buys, sales, conversions, gifts and interest
// (rules 18).

import { accountId } from '@basis/domain/numbers/brand'
import type { Event } from '@basis/engine/events'
import { beforeEach, expect, test } from 'vitest'
import type { VolumeMarket } from '../volume/traded-volume.ts'
import { CoinCosts } from './coin-costs.ts'

const coin = 100_000_000n
const lot = { lotSizeE8: 1_000_000 }
const markets: readonly VolumeMarket[] = [
  { symbol: 'BTC/USDT', kind: 'Spot', baseCoin: 'BTC', quoteCoin: 'USDT', ...lot },
  { symbol: 'ETH/BTC', kind: 'Spot', baseCoin: 'ETH', quoteCoin: 'BTC', ...lot },
  { symbol: 'USDT/EUR', kind: 'Spot', baseCoin: 'USDT', quoteCoin: 'EUR', ...lot },
  { symbol: 'BTCUSDT', kind: 'Linear', baseCoin: 'BTC', quoteCoin: 'USDT', ...lot },
]
const trader = accountId(1001)
const isTrader = (account: number): boolean => account === trader
let costs = new CoinCosts(markets, [], isTrader)
beforeEach(() => {
  costs = new CoinCosts(markets, [], isTrader)
})
const apply = (...events: readonly object[]): void =>
  costs.apply({ seq: 1, timeMs: 0, events: events as Event[] })
const price = (symbol: string, index: bigint | number) => ({
  kind: 'PricesChanged',
  symbol,
  indexE8: Number(index),
})
const fill = (
  symbol: string,
  side: 'Buy' | 'Sell',
  terms: { lots: number; value: bigint; fee?: bigint; feeCoin?: string; account?: number },
) => ({
  kind: 'OrderFilled',
  order: { symbol, side, account: terms.account ?? trader },
  fill: {
    qtyLots: terms.lots,
    value: terms.value,
    fee: terms.fee ?? 0n,
    feeCoin: terms.feeCoin ?? '',
  },
})
const entry = (name: string, cause: string, change: bigint) => ({
  kind: 'WalletChanged',
  account: trader,
  coin: name,
  cause,
  change,
})
const held = (name: string) => costs.of(trader).find(([each]) => each === name)?.[1]

test('18.2: the cost of a buy is the value paid for the quantity after the fee; a sale realises PnL', () => {
  const fee = { fee: coin / 1_000n, feeCoin: 'BTC' }
  apply(fill('BTC/USDT', 'Buy', { lots: 100, value: 60_000n * coin, ...fee }))
  expect(held('BTC')).toEqual({ qty: 99_900_000n, cost: 60_000n * coin, realised: 0n })
  const half = { lots: 50, value: 35_000n * coin, fee: 35n * coin, feeCoin: 'USDT' }
  apply(fill('BTC/USDT', 'Sell', half))
  expect(held('BTC')).toEqual({
    qty: 49_900_000n,
    cost: 2_996_996_996_997n,
    realised: 493_496_996_997n,
  })
  // USDT has no costs, and robots and contracts are ignored.
  expect(costs.of(trader).map(([name]) => name)).toEqual(['BTC'])
  apply(fill('BTC/USDT', 'Buy', { lots: 5, value: coin, account: 7 }))
  apply(fill('BTCUSDT', 'Buy', { lots: 5, value: coin }))
  expect(held('BTC')?.qty).toBe(49_900_000n)
  expect(costs.of(7)).toEqual([])
})

test('18.3: the spot leg of a combination is a spot fill; its contract moves no coin', () => {
  const spread = { account: trader, symbol: 'BTCUSDT_BTC/USDT' }
  const legs = (side: 'Buy' | 'Sell', value: bigint, fee: object) => ({
    kind: 'SpreadFilled',
    spread,
    fill: {
      far: { symbol: 'BTCUSDT', side: side === 'Buy' ? 'Sell' : 'Buy', qtyLots: 20, value },
      near: { symbol: 'BTC/USDT', side, qtyLots: 20, value, ...fee },
    },
  })
  apply(legs('Buy', 12_000n * coin, { fee: coin / 10_000n, feeCoin: 'BTC' }))
  expect(held('BTC')).toEqual({ qty: 19_990_000n, cost: 12_000n * coin, realised: 0n })
  // Booked once: the ledger entries of the same fill are passed over.
  apply(entry('BTC', 'SpotTrade', 19_990_000n))
  expect(held('BTC')?.qty).toBe(19_990_000n)
  // Of the 0.2 sold 0.1999 were held: 12,593.7 of the proceeds less their cost of 12,000.
  apply(legs('Sell', 12_600n * coin, { fee: 0n, feeCoin: 'USDT' }))
  expect(held('BTC')).toMatchObject({ qty: -10_000n, realised: 59_370_000_000n })
})

test('18.3: a payment in another coin is valued at that coin’s price', () => {
  apply(price('BTC/USDT', 60_000n * coin))
  apply(fill('BTC/USDT', 'Buy', { lots: 100, value: 50_000n * coin }))
  apply(fill('ETH/BTC', 'Buy', { lots: 1_000, value: coin / 2n }))
  // Ten ETH for half a BTC, which is worth 30,000 and had cost 25,000.
  expect(held('ETH')).toEqual({ qty: 10n * coin, cost: 30_000n * coin, realised: 0n })
  expect(held('BTC')).toEqual({ qty: coin / 2n, cost: 25_000n * coin, realised: 5_000n * coin })
})

test('18.3: deposits and conversions count at the price at that time', () => {
  apply(price('BTC/USDT', 60_000n * coin), price('USDT/EUR', (coin * 8n) / 10n))
  apply(entry('BTC', 'Deposit', coin), entry('EUR', 'Deposit', 80n * coin))
  expect(held('BTC')).toEqual({ qty: coin, cost: 60_000n * coin, realised: 0n })
  expect(held('EUR')?.cost).toBe(100n * coin)
  apply(price('BTC/USDT', 66_000n * coin))
  apply(entry('BTC', 'Conversion', -coin / 10n))
  expect(held('BTC')).toMatchObject({ cost: 54_000n * coin, realised: 600n * coin })
  // A trade is counted once, by its fill.
  apply(entry('BTC', 'SpotTrade', coin))
  expect(held('BTC')?.qty).toBe((coin * 9n) / 10n)
})

test('18.3: borrowed coins are not own coins, and interest reduces the quantity at the coin’s price', () => {
  apply(price('BTC/USDT', 60_000n * coin))
  apply(
    entry('BTC', 'Borrow', coin),
    fill('BTC/USDT', 'Sell', { lots: 100, value: 61_000n * coin }),
  )
  expect(held('BTC')).toEqual({ qty: -coin, cost: -61_000n * coin, realised: 0n })
  apply({ kind: 'InterestCharged', account: trader, coin: 'BTC', interest: coin / 100n })
  expect(held('BTC')).toMatchObject({ qty: (-coin * 101n) / 100n, cost: -61_600n * coin })
  apply(fill('BTC/USDT', 'Buy', { lots: 101, value: 60_600n * coin }))
  apply(entry('BTC', 'Interest', -coin / 100n), entry('BTC', 'Repay', -coin))
  expect(held('BTC')).toEqual({ qty: 0n, cost: 0n, realised: 1_000n * coin })
})

test('coin costs continue from the stored rows after a restart', () => {
  apply(fill('BTC/USDT', 'Buy', { lots: 100, value: 60_000n * coin }))
  const rows = costs.takeChanges()
  expect(rows).toEqual([
    {
      account: trader,
      coin: 'BTC',
      qty: '1.00000000',
      cost: '60000.00000000',
      realised: '0.00000000',
    },
  ])
  expect(costs.takeChanges()).toEqual([])
  costs = new CoinCosts(markets, rows, isTrader)
  apply(fill('BTC/USDT', 'Sell', { lots: 100, value: 61_000n * coin }))
  expect(held('BTC')).toEqual({ qty: 0n, cost: 0n, realised: 1_000n * coin })
})
