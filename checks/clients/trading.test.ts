// Unmodified clients trade: ccxt (REST and pro) and bybit-api, only their addresses set (open API
// 15, 16).

import ccxt from 'ccxt'
import type { RestClientV5, WebsocketClient } from 'bybit-api'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLiveVenue, type LiveVenue } from './live-venue.ts'
import { bybitRest, bybitSockets, ccxtClient } from './unmodified-clients.ts'

let live: LiveVenue
let exchange: InstanceType<typeof ccxt.pro.bybit>
let rest: RestClientV5
let sockets: WebsocketClient
const swap = 'BTC/USDT:USDT'
const spot = 'BTC/USDT'
/** The id of an order, which ccxt's types leave open. */
const idOf = ({ id }: { readonly id: string | undefined }): string => id ?? ''

beforeAll(async () => {
  live = await startLiveVenue(['BTCUSDT', 'BTC/USDT'])
  exchange = await ccxtClient(live.origin, await live.open())
  const other = await live.open()
  rest = bybitRest(live.origin, other)
  sockets = bybitSockets(live.origin, other)
  await exchange.loadMarkets()
})
afterAll(async () => {
  await exchange.close()
  sockets.closeAll(true)
  await live.stop()
  expect(live.failures).toEqual([])
})

test('ccxt: balance, position mode, leverage and fees of an account', async () => {
  const balance = await exchange.fetchBalance()
  expect(balance['USDT']).toMatchObject({ total: 100_000, free: 100_000, used: 0 })
  await exchange.setPositionMode(false)
  await exchange.setLeverage(5, swap)
  await expect(exchange.setLeverage(5, swap)).rejects.toThrow('110043')
  expect(await exchange.fetchLeverage(swap)).toMatchObject({ longLeverage: 5, shortLeverage: 5 })
  expect(await exchange.fetchTradingFee(swap)).toMatchObject({ taker: 0.00055 })
  expect(Object.keys(await exchange.fetchTradingFees())).toContain(swap)
})

test('ccxt: a limit order of a contract is placed, amended, found and cancelled', async () => {
  const placed = await exchange.createOrder(swap, 'limit', 'buy', 0.01, 60_000, {
    clientOrderId: 'ccxt-1',
  })
  const order = async () => exchange.fetchOrder(idOf(placed), swap, { acknowledged: true })
  expect(await order()).toMatchObject({
    status: 'open',
    symbol: swap,
    clientOrderId: 'ccxt-1',
    amount: 0.01,
    price: 60_000,
    remaining: 0.01,
  })
  await exchange.editOrder(idOf(placed), swap, 'limit', 'buy', 0.02, 60_100)
  expect(await order()).toMatchObject({ amount: 0.02, price: 60_100 })
  expect((await exchange.fetchOpenOrders(swap)).map(({ id }) => id)).toEqual([placed.id])
  await exchange.cancelOrder(idOf(placed), swap)
  expect(await order()).toMatchObject({ status: 'canceled' })
  await expect(exchange.cancelOrder(idOf(placed), swap)).rejects.toThrow(ccxt.OrderNotFound)
  const ended = await exchange.fetchCanceledOrders(swap)
  expect(ended.map(({ id }) => id)).toContain(placed.id)
})

/** The positions that a message of the socket brings: the first answer is ccxt's own request. */
async function nextPositions() {
  await exchange.watchPositions([swap])
  return exchange.watchPositions([swap])
}

test('ccxt pro: orders, trades, positions and balance are watched', async () => {
  const watched = Promise.all([
    exchange.watchOrders(swap),
    exchange.watchMyTrades(swap),
    exchange.watchBalance(),
    nextPositions(),
  ])
  // Fills count only after the subscriptions, so they are repeated until all have arrived.
  await expect.poll(() => Object.keys(exchange.clients).length).toBeGreaterThan(0)
  const isOver = { done: false }
  const filling = (async () => {
    while (!isOver.done) {
      await exchange.createOrder(swap, 'market', 'buy', 0.01)
      await new Promise((resolve) => setTimeout(resolve, 250))
    }
  })()
  const [orders, trades, balance, positions] = await watched
  isOver.done = true
  await filling
  expect(orders[0]).toMatchObject({ symbol: swap, side: 'buy' })
  expect(trades[0]).toMatchObject({ symbol: swap, takerOrMaker: 'taker' })
  expect(balance['USDT']).toMatchObject({ total: expect.any(Number) })
  expect(positions[0]).toMatchObject({ symbol: swap, side: 'long', contracts: expect.any(Number) })
  const [position] = await exchange.fetchPositions([swap])
  expect(position).toMatchObject({ symbol: swap, side: 'long', hedged: false, leverage: 5 })
  const size = position?.contracts ?? 0
  await exchange.createOrder(swap, 'market', 'sell', size, undefined, { reduceOnly: true })
  const [history] = await exchange.fetchPositionsHistory([swap])
  expect(history).toMatchObject({ symbol: swap, side: 'long' })
  const mine = await exchange.fetchMyTrades(swap)
  expect(mine.every(({ symbol }) => symbol === swap)).toBe(true)
})

test('ccxt: TP/SL, a trailing stop and a conditional order', async () => {
  await exchange.createOrder(swap, 'market', 'buy', 0.01, undefined, {
    takeProfit: { triggerPrice: 70_000 },
    stopLoss: { triggerPrice: 60_000 },
  })
  expect(await exchange.fetchPosition(swap)).toMatchObject({
    takeProfitPrice: 70_000,
    stopLossPrice: 60_000,
  })
  await exchange.createOrder(swap, 'market', 'sell', 0.01, undefined, { trailingAmount: '500' })
  const conditional = await exchange.createOrder(swap, 'limit', 'buy', 0.01, 60_000, {
    triggerPrice: 61_000,
    triggerDirection: 'below',
  })
  const stops = await exchange.fetchOpenOrders(swap, undefined, undefined, { trigger: true })
  expect(stops.map(({ id }) => id)).toContain(conditional.id)
  expect(stops).toHaveLength(4)
  await exchange.cancelAllOrders(swap)
  await exchange.createOrder(swap, 'market', 'sell', 0.01, undefined, { reduceOnly: true })
  expect(await exchange.fetchOpenOrders(swap)).toEqual([])
})

test('ccxt: batches, and orders over the socket', async () => {
  const request = { symbol: swap, type: 'limit', side: 'buy', amount: 0.01 } as const
  const orders = await exchange.createOrders([
    { ...request, price: 59_000 },
    { ...request, price: 58_000 },
  ])
  const ids = orders.map(idOf)
  await exchange.cancelOrders(ids, swap)
  expect(await exchange.fetchOpenOrders(swap)).toEqual([])
  const placed = await exchange.createOrderWs(swap, 'limit', 'buy', 0.01, 60_000)
  await exchange.editOrderWs(idOf(placed), swap, 'limit', 'buy', 0.02, 60_000)
  expect(await exchange.fetchOpenOrder(idOf(placed), swap)).toMatchObject({ amount: 0.02 })
  await exchange.cancelOrderWs(idOf(placed), swap)
  await expect(exchange.cancelOrderWs(idOf(placed), swap)).rejects.toThrow(ccxt.OrderNotFound)
})

test('ccxt: spot orders by quantity and by cost, and their ledger', async () => {
  await exchange.createMarketBuyOrderWithCost(spot, 650)
  const bought = await exchange.createOrder(spot, 'market', 'buy', 0.01)
  const order = await exchange.fetchOrder(idOf(bought), spot, { acknowledged: true })
  expect(order).toMatchObject({ symbol: spot, status: 'closed', side: 'buy' })
  const stop = await exchange.createOrder(spot, 'market', 'sell', 0.01, undefined, {
    stopLossPrice: 60_000,
  })
  const trigger = { trigger: true }
  await exchange.cancelOrder(idOf(stop), spot, trigger)
  const trades = await exchange.fetchOrderTrades(idOf(bought), spot)
  expect(trades[0]).toMatchObject({ symbol: spot, fee: { currency: 'BTC' } })
  const ledger = await exchange.fetchLedger('USDT')
  expect(ledger.length).toBeGreaterThan(3)
  expect(await exchange.fetchFundingHistory(swap)).toEqual([])
  expect(await exchange.fetchDeposits()).toEqual([])
})

test('ccxt: hedge mode and isolated margin', async () => {
  await exchange.setPositionMode(true, swap)
  await exchange.createOrder(swap, 'market', 'buy', 0.01, undefined, { hedged: true })
  const positions = await exchange.fetchPositions([swap])
  expect(positions.map(({ side, hedged }) => [side, hedged])).toContainEqual(['long', true])
  await exchange.createOrder(swap, 'market', 'sell', 0.01, undefined, {
    hedged: true,
    reduceOnly: true,
  })
  await exchange.setPositionMode(false, swap)
  await exchange.setMarginMode('isolated')
  await exchange.createOrder(swap, 'market', 'buy', 0.01)
  const [before] = await exchange.fetchPositions([swap])
  // Ccxt has no method for this.
  const more = { category: 'linear', symbol: 'BTCUSDT', margin: '10', positionIdx: 0 }
  await exchange.privatePostV5PositionAddMargin(more)
  const [after] = await exchange.fetchPositions([swap])
  // More margin lowers the liquidation price of a long.
  expect(after?.liquidationPrice).toBeLessThan(before?.liquidationPrice ?? 0)
  await exchange.createOrder(swap, 'market', 'sell', 0.01, undefined, { reduceOnly: true })
  await exchange.setMarginMode('cross')
})

test('bybit-api: REST answers have what its own tests expect', async () => {
  const linear = { category: 'linear', symbol: 'BTCUSDT' } as const
  const fake = { ...linear, orderId: 'e4f16ba7-5d4f-4c2b-8a16-000000000000' }
  expect((await rest.getAccountInfo()).retCode).toBe(0)
  expect((await rest.amendOrder({ ...fake, qty: '1' })).retCode).toBe(110001)
  expect((await rest.cancelOrder(fake)).retCode).toBe(110001)
  const leverage = { ...linear, buyLeverage: '5', sellLeverage: '5' }
  expect((await rest.setLeverage(leverage)).retCode).toBe(0)
  expect((await rest.setLeverage(leverage)).retCode).toBe(110043)
  const coin = { category: 'linear', coin: 'USDT', mode: 0 } as const
  expect((await rest.switchPositionMode(coin)).retCode).toBe(0)
  const tpsl = { ...linear, takeProfit: '70000', positionIdx: 0, tpslMode: 'Full' } as const
  expect((await rest.setTradingStop(tpsl)).retCode).toBe(10001)
  const all = await rest.cancelAllOrders({ category: 'linear', settleCoin: 'USDT' })
  expect(all).toMatchObject({ retCode: 0, result: { list: [], success: '1' } })
  const batch = await rest.batchSubmitOrders('linear', [
    { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' },
  ])
  expect(batch.retExtInfo).toMatchObject({ list: [{ code: 0 }] })
  expect((await rest.getActiveOrders(linear)).result.list).toHaveLength(1)
})

test('bybit-api: private topics arrive', async () => {
  const heard: { topic: string; data: unknown[] }[] = []
  sockets.on('update', (message: { topic: string; data: unknown[] }) => void heard.push(message))
  const answers: { readonly op?: string }[] = []
  sockets.on('response', (message: { readonly op?: string }) => void answers.push(message))
  await Promise.all(sockets.subscribeV5(['order', 'execution', 'position', 'wallet'], 'linear'))
  await expect.poll(() => answers.map(({ op }) => op)).toContain('subscribe')
  const order = { category: 'linear', symbol: 'BTCUSDT', orderType: 'Market', qty: '0.01' } as const
  expect((await rest.submitOrder({ ...order, side: 'Buy' })).retCode).toBe(0)
  await expect
    .poll(() => new Set(heard.map(({ topic }) => topic)))
    .toEqual(new Set(['order', 'execution', 'position', 'wallet']))
  await rest.submitOrder({ ...order, side: 'Sell', reduceOnly: true })
})

test('ccxt: coins are transferred to the funding wallet and back, and the transfers are listed', async () => {
  const funding = async () => (await exchange.fetchBalance({ type: 'funding' }))['USDT']
  const there = await exchange.transfer('USDT', 250, 'unified', 'funding')
  expect(there).toMatchObject({ status: 'ok', currency: 'USDT', amount: 250 })
  expect(await funding()).toMatchObject({ total: 250, free: 250 })
  await exchange.transfer('USDT', 250, 'funding', 'unified')
  await expect(exchange.transfer('USDT', 1, 'funding', 'unified')).rejects.toThrow(
    ccxt.InsufficientFunds,
  )
  const listed = await exchange.fetchTransfers('USDT')
  expect(listed).toHaveLength(2)
  expect(listed.map(({ id }) => id)).toContain(there.id)
})

test('bybit-api: a sub-account is opened and funded, and trades with its own key', async () => {
  const made = await rest.createSubMember({ username: 'client01', memberType: 1 })
  expect(made.retCode).toBe(0)
  const { uid } = made.result
  const { result } = await rest.getQueryApiKey()
  const moved = await rest.createUniversalTransfer({
    transferId: '0b0e3f4c-1111-4222-8333-000000000001',
    coin: 'USDT',
    amount: '1000',
    fromMemberId: Number(result.userID),
    toMemberId: Number(uid),
    fromAccountType: 'UNIFIED',
    toAccountType: 'UNIFIED',
  })
  expect(moved).toMatchObject({ retCode: 0, result: { status: 'SUCCESS' } })
  const keyed = await rest.createSubUIDAPIKey({
    subuid: Number(uid),
    readOnly: 0,
    permissions: { ContractTrade: ['Order', 'Position'] },
  })
  expect(keyed.retCode).toBe(0)
  const { apiKey: key, secret } = keyed.result
  const sub = bybitRest(live.origin, { key, secret })
  const wallet = await sub.getWalletBalance({ accountType: 'UNIFIED' })
  expect(wallet.result.list[0]?.totalEquity).toBe('1000')
  const order = { category: 'linear', symbol: 'BTCUSDT', orderType: 'Market', qty: '0.01' } as const
  expect((await sub.submitOrder({ ...order, side: 'Buy' })).retCode).toBe(0)
  const subs = await rest.getSubUIDList()
  expect(subs.result.subMembers.map(({ username }) => username)).toEqual(['client01'])
})
