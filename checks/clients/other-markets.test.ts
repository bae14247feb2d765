// ccxt trades inverse contracts and options, bybit-api combinations (open API 15, 16; spreads 5).

import type ccxt from 'ccxt'
import { amount } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLiveVenue, type LiveVenue } from './live-venue.ts'
import { bybitRest, ccxtClient, type Credentials } from './unmodified-clients.ts'

let live: LiveVenue
let trader: Credentials
let exchange: InstanceType<typeof ccxt.pro.bybit>

beforeAll(async () => {
  live = await startLiveVenue(['BTCUSDT', 'BTC/USDT', 'BTCUSD'], { hasOptions: true })
  const opened = await live.open()
  trader = opened
  const { account } = opened
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

test('ccxt opens and closes a position of an inverse contract', async () => {
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

test('ccxt buys an option at its offer, and finds the fill', async () => {
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

test('bybit-api finds a combination, and places, amends and cancels an order of it', async () => {
  const rest = bybitRest(live.origin, trader)
  const { result } = await rest.getSpreadInstrumentsInfo({ baseCoin: 'BTC' })
  const symbol = result.list.find(({ contractType }) => contractType === 'FundingRateArb')?.symbol
  const order = {
    symbol: symbol ?? '',
    side: 'Buy',
    orderType: 'Limit',
    timeInForce: 'GTC',
  } as const
  const asked = { ...order, qty: '0.01', price: '-20', orderLinkId: 'bybit-spread-1' }
  const placed = await rest.submitSpreadOrder(asked)
  expect(placed).toMatchObject({ retCode: 0, result: { orderLinkId: 'bybit-spread-1' } })
  const { orderId } = placed.result
  await rest.amendSpreadOrder({ symbol: order.symbol, orderId, price: '-19' })
  const open = await rest.getSpreadOpenOrders({ symbol: order.symbol })
  expect(open.result.list).toMatchObject([{ orderId, price: '-19.0', orderStatus: 'New' }])
  const most = await rest.getSpreadMaxQty({ symbol: order.symbol, side: '1', orderPrice: '-19' })
  expect(Number(most.result.ab)).toBeGreaterThan(0)
  expect(await rest.cancelSpreadOrder({ orderId })).toMatchObject({ retCode: 0 })
  const ended = await rest.getSpreadOrderHistory({ symbol: order.symbol })
  expect(ended.result.list).toMatchObject([{ orderId, orderStatus: 'Cancelled' }])
})
