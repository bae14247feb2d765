// ccxt trades inverse contracts and options (open API 15, 16).

import type ccxt from 'ccxt'
import { amount } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLiveVenue, type LiveVenue } from './live-venue.ts'
import { ccxtClient } from './unmodified-clients.ts'

let live: LiveVenue
let exchange: InstanceType<typeof ccxt.pro.bybit>

beforeAll(async () => {
  live = await startLiveVenue(['BTCUSDT', 'BTC/USDT', 'BTCUSD'], { hasOptions: true })
  const trader = await live.open()
  const { account } = trader
  const usdc = amount(100_000n * 100_000_000n)
  await live.venue.parts.exchange.submit({ kind: 'Deposit', account, coin: 'USDC', amount: usdc })
  exchange = await ccxtClient(live.origin, trader)
  await exchange.loadMarkets()
})
afterAll(async () => {
  await exchange.close()
  await live.stop()
  expect(live.failures).toEqual([])
})

test('an inverse contract is opened, held and closed', async () => {
  const inverse = 'BTC/USD:BTC'
  await exchange.createOrder(inverse, 'market', 'buy', 1)
  const [position] = await exchange.fetchPositions([inverse])
  expect(position).toMatchObject({ symbol: inverse, side: 'long', contracts: 1 })
  const resting = await exchange.createOrder(inverse, 'limit', 'sell', 1, 70_000)
  const open = await exchange.fetchOpenOrders(inverse)
  expect(open.map(({ id }) => id)).toEqual([resting.id])
  await exchange.cancelAllOrders(inverse)
  await exchange.createOrder(inverse, 'market', 'sell', 1, undefined, { reduceOnly: true })
  const [closed] = await exchange.fetchPositionsHistory([inverse])
  expect(closed).toMatchObject({ symbol: inverse, side: 'long' })
  const [trade] = await exchange.fetchMyTrades(inverse)
  expect(trade).toMatchObject({ symbol: inverse, fee: { currency: 'BTC' } })
})

test('an option is bought at its offer, and its fill is found', async () => {
  const chain = await exchange.fetchOptionChain('BTC')
  const offered = Object.values(chain).find(({ askPrice }) => Number(askPrice) > 0)
  const symbol = offered?.symbol ?? ''
  const price = Number(offered?.askPrice)
  const bought = await exchange.createOrder(symbol, 'limit', 'buy', 0.02, price, {
    clientOrderId: 'ccxt-option-1',
  })
  const id = bought.id ?? ''
  const order = await exchange.fetchOrder(id, symbol, { acknowledged: true })
  expect(order).toMatchObject({ symbol, status: 'closed', filled: 0.02 })
  const [trade] = await exchange.fetchMyTrades(symbol)
  expect(trade).toMatchObject({ symbol, order: id, amount: 0.02 })
})
