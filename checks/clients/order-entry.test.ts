// Orders that bybit-api enters over its socket, a partial fill that clients see, and funding in the
// signed calls (open API 6.4, 7, 9).

import type ccxt from 'ccxt'
import type { RestClientV5, WebsocketAPIClient } from 'bybit-api'
import { priceE8 } from '@basis/domain/numbers/fixed'
import type { V5TestClient } from '@basis/server/testing/v5-client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startLiveVenue, type LiveVenue } from './live-venue.ts'
import { bybitOrderEntry, bybitRest, ccxtClient } from './unmodified-clients.ts'

let live: LiveVenue
let trader: V5TestClient
let entry: WebsocketAPIClient
let rest: RestClientV5
let exchange: InstanceType<typeof ccxt.pro.bybit>
const linear = { category: 'linear', symbol: 'BTCUSDT' } as const
const resting = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' } as const

beforeAll(async () => {
  live = await startLiveVenue(['BTCUSDT', 'BTC/USDT'])
  trader = await live.open()
  entry = bybitOrderEntry(live.origin, trader)
  rest = bybitRest(live.origin, trader)
  exchange = await ccxtClient(live.origin, trader)
})
afterAll(async () => {
  entry.getWSClient().closeAll(true)
  await exchange.close()
  await live.stop()
  expect(live.failures).toEqual([])
})

const openOrders = async () =>
  (await rest.getActiveOrders(linear)).result.list.map(({ orderId, qty }) => ({ orderId, qty }))

test('bybit-api: an order is entered, amended and cancelled over the socket', async () => {
  const placed = await entry.submitNewOrder({ ...linear, ...resting, orderLinkId: 'entry-1' })
  expect(placed).toMatchObject({ retCode: 0, op: 'order.create', data: { orderLinkId: 'entry-1' } })
  const { orderId } = placed.data
  expect(await openOrders()).toEqual([{ orderId, qty: '0.010' }])
  expect(await entry.amendOrder({ ...linear, orderId, qty: '0.02' })).toMatchObject({ retCode: 0 })
  expect(await openOrders()).toEqual([{ orderId, qty: '0.020' }])
  expect(await entry.cancelOrder({ ...linear, orderId })).toMatchObject({ retCode: 0 })
  expect(await openOrders()).toEqual([])
  await expect(entry.cancelOrder({ ...linear, orderId })).rejects.toMatchObject({ retCode: 110001 })
})

test('bybit-api: batches over the socket are answered row by row', async () => {
  const row = { symbol: 'BTCUSDT', ...resting }
  const placed = await entry.batchSubmitOrders('linear', [row, { ...row, qty: '0' }])
  expect(placed.retCode).toBe(0)
  const codes = placed.retExtInfo.list.map(({ code }) => code)
  expect([codes[0], codes[1] === 0]).toEqual([0, false])
  const orderId = placed.data.list[0]?.orderId ?? ''
  expect(await openOrders()).toEqual([{ orderId, qty: '0.010' }])
  const named = { symbol: 'BTCUSDT', orderId }
  const amended = await entry.batchAmendOrder('linear', [{ ...named, qty: '0.03' }])
  expect(amended.retExtInfo.list).toEqual([expect.objectContaining({ code: 0 })])
  expect(await openOrders()).toEqual([{ orderId, qty: '0.030' }])
  const cancelled = await entry.batchCancelOrder('linear', [named])
  expect(cancelled.retExtInfo.list).toEqual([expect.objectContaining({ code: 0 })])
  expect(await openOrders()).toEqual([])
})

test('clients see an order that is partially filled and whose rest is cancelled', async () => {
  const maker = await live.open()
  const offer = { side: 'Sell', orderType: 'Limit', qty: '0.01', price: '64990' }
  // Below every other offer, so that the next bid takes only this one.
  await maker.post('order/create', { ...linear, ...offer, timeInForce: 'GTC' })
  const placed = await entry.submitNewOrder({
    ...linear,
    ...resting,
    qty: '0.03',
    price: offer.price,
  })
  const { orderId } = placed.data
  const rowOf = async () => (await rest.getActiveOrders({ ...linear, orderId })).result.list[0]
  expect(await rowOf()).toMatchObject({ orderStatus: 'PartiallyFilled', cumExecQty: '0.010' })
  const seen = await exchange.fetchOpenOrders('BTC/USDT:USDT')
  expect(seen).toMatchObject([{ id: orderId, status: 'open', filled: 0.01, remaining: 0.02 }])
  await entry.cancelOrder({ ...linear, orderId })
  expect(await rowOf()).toMatchObject({ orderStatus: 'Cancelled', cumExecQty: '0.010' })
})

test('executions and transaction log have the funding of a position with its payment and size', async () => {
  const size = async () => (await rest.getPositionInfo(linear)).result.list[0]?.size
  expect(await size()).toBe('0.010')
  const { exchange: engine } = live.venue.parts
  const index = { symbol: 'BTCUSDT' as never, indexE8: priceE8(64_800 * 1e8) }
  for (let minute = 0; minute < 8 * 60 + 2; minute += 1) {
    live.venue.clock.advance(60_000)
    await engine.submit({ kind: 'UpdatePrices', prices: [index] })
  }
  const { list: paid } = (await trader.get('execution/list', { ...linear, execType: 'Funding' }))
    .result as { list: { execQty: string; execFee: string }[] }
  expect(paid).not.toEqual([])
  const { list: ledger } = (await trader.get('account/transaction-log', { type: 'SETTLEMENT' }))
    .result as { list: { qty: string; size: string; funding: string }[] }
  expect(ledger.map(({ qty, size: left }) => [qty, left])).toEqual(
    paid.map(() => ['0.010', '0.010']),
  )
  expect(ledger.map(({ funding }) => -Number(funding))).toEqual(
    paid.map(({ execFee }) => Number(execFee)),
  )
})
