// Orders over the open API, from their creation to their rows (open API 4, 8, 13, 17).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { createV5Api } from '../api.ts'

let venue: TestServer
let client: V5TestClient
const failures: unknown[] = []

beforeAll(async () => {
  venue = await startTestServer()
  const api = createV5Api(venue.parts, { limitFactor: 0, onFailure: (e) => failures.push(e) })
  client = await V5TestClient.open(venue, api)
})
afterAll(async () => {
  await venue.stop()
  expect(failures).toEqual([])
})

const linear = { category: 'linear', symbol: 'BTCUSDT' } as const
const spot = { category: 'spot', symbol: 'BTCUSDT' } as const
const limit = { side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' } as const

async function create(body: object): Promise<string> {
  const answer = await client.post('order/create', body)
  expect(answer).toMatchObject({ retCode: 0, retMsg: 'OK' })
  return String(answer.result['orderId'])
}
const orderOf = (category: string, orderId: string) =>
  client.row('order/realtime', { category, orderId })

test('a limit order of a contract is created, listed, amended and cancelled', async () => {
  const orderId = await create({ ...linear, ...limit, orderLinkId: 'first-1' })
  expect(await orderOf('linear', orderId)).toMatchObject({
    orderId,
    orderLinkId: 'first-1',
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    orderStatus: 'New',
    timeInForce: 'GTC',
    tpslMode: '',
    positionIdx: 0,
    reduceOnly: false,
    cancelType: 'UNKNOWN',
    rejectReason: 'EC_NoError',
    avgPrice: '',
    cumFeeDetail: {},
  })
  const amended = await client.post('order/amend', { ...linear, orderId, qty: '0.02' })
  expect(amended).toMatchObject({ retCode: 0, result: { orderId, orderLinkId: 'first-1' } })
  expect(Number((await orderOf('linear', orderId))['qty'])).toBe(0.02)
  const cancelled = await client.post('order/cancel', { ...linear, orderLinkId: 'first-1' })
  expect(cancelled).toMatchObject({ retCode: 0, result: { orderId, orderLinkId: 'first-1' } })
  // Trap 9: an ended order is found by its id too.
  expect(await orderOf('linear', orderId)).toMatchObject({
    orderStatus: 'Cancelled',
    cancelType: 'CancelByUser',
    leavesQty: '0',
    leavesValue: '0',
  })
  const again = await client.post('order/cancel', { ...linear, orderId })
  expect(again).toMatchObject({
    retCode: 110001,
    retMsg: 'order not exists or too late to cancel',
    result: {},
  })
  expect(await client.post('order/amend', { ...linear, orderId, qty: '0.03' })).toMatchObject({
    retCode: 110001,
    retMsg: 'order not exists or too late to replace',
  })
})

test('a market order fills: order, execution, position, wallet and closed PnL agree', async () => {
  const orderId = await create({ ...linear, side: 'Buy', orderType: 'Market', qty: '0.1' })
  const order = await orderOf('linear', orderId)
  expect(order).toMatchObject({ orderStatus: 'Filled', timeInForce: 'IOC', orderType: 'Market' })
  const [execution] = (await client.get('execution/list', { category: 'linear', orderId })).result
    .list ?? [{}]
  expect(execution).toMatchObject({
    orderId,
    execType: 'Trade',
    isMaker: false,
    createType: 'CreateByUser',
    feeCurrency: 'USDT',
    closedSize: '0',
  })
  expect(execution?.['execFee']).toBe(order['cumExecFee'])
  expect(order['cumFeeDetail']).toEqual({ USDT: order['cumExecFee'] })
  const position = await client.row('position/list', linear)
  expect(position).toMatchObject({ side: 'Buy', positionIdx: 0, tradeMode: 0 })
  expect(Number(position['size'])).toBe(0.1)
  expect(Number(position['avgPrice'])).toBe(Number(order['avgPrice']))
  const closing = await create({
    ...linear,
    side: 'Sell',
    orderType: 'Market',
    qty: '0',
    reduceOnly: true,
    closeOnTrigger: true,
  })
  const closed = await client.row('position/closed-pnl', { category: 'linear' })
  expect(closed).toMatchObject({ orderId: closing, side: 'Sell', fillCount: '1' })
  // Trap 14: net of both fees.
  const { cumEntryValue, cumExitValue, openFee, closeFee, closedPnl } = closed
  const net = Number(cumExitValue) - Number(cumEntryValue) - Number(openFee) - Number(closeFee)
  expect(Number(closedPnl)).toBeCloseTo(net, 8)
  // Trap 10: a flat position has a row.
  expect(await client.row('position/list', linear)).toMatchObject({
    side: '',
    size: '0',
    avgPrice: '0',
  })
})

test('invalid orders are refused with the codes and messages of the catalogue', async () => {
  const refused = async (body: object) => {
    const { retCode, retMsg } = await client.post('order/create', body)
    return [retCode, retMsg]
  }
  expect(await refused({ ...limit, symbol: 'BTCUSDT' })).toEqual([10001, 'Illegal category'])
  expect(await refused({ ...linear, ...limit, symbol: 'NOPE' })).toEqual([
    10001,
    'params error: symbol invalid',
  ])
  expect(await refused({ ...linear, ...limit, side: 'buy' })).toEqual([
    10001,
    'params error: side invalid',
  ])
  expect(await refused({ ...linear, ...limit, qty: '0.0123456' })).toEqual([10001, 'Qty invalid'])
  expect(await refused({ ...linear, ...limit, price: '60000.01' })).toEqual([
    10001,
    'params error: price invalid',
  ])
  expect(await refused({ ...linear, ...limit, positionIdx: 1 })).toEqual([
    10001,
    'position idx not match position mode',
  ])
  expect(await refused({ ...linear, ...limit, qty: '0.0001' })).toEqual([10001, 'Qty invalid'])
  expect(await refused({ ...linear, ...limit, qty: '99' })).toEqual([
    110007,
    'ab not enough for new order',
  ])
  expect(await refused({ ...linear, ...limit, reduceOnly: true, side: 'Sell' })).toEqual([
    110017,
    'current position is zero, cannot fix reduce-only order qty',
  ])
  expect(await refused({ ...linear, ...limit, takeProfit: '59000' })).toEqual([
    10001,
    'TakeProfit:59000 set for Buy position should be higher than base_price:60000.0??LastPrice',
  ])
  const trigger = { ...linear, ...limit, triggerPrice: '50000', triggerDirection: 1 }
  expect((await refused(trigger))[0]).toBe(110092)
  expect(await refused({ ...spot, ...limit, symbol: 'NOPE' })).toEqual([170121, 'Invalid symbol.'])
  expect(await refused({ ...spot, ...limit, qty: '9' })).toEqual([170131, 'Insufficient balance.'])
  await create({ ...linear, ...limit, orderLinkId: 'twice' })
  expect(await refused({ ...linear, ...limit, orderLinkId: 'twice' })).toEqual([
    110072,
    'OrderLinkedID is duplicate',
  ])
  await client.post('order/cancel-all', linear)
})

test('post-only, IOC and FOK orders that cannot fill are cancelled with their reject reasons', async () => {
  const crossing = { ...linear, ...limit, price: '65500' }
  const post = await create({ ...crossing, timeInForce: 'PostOnly' })
  expect(await orderOf('linear', post)).toMatchObject({
    orderStatus: 'Cancelled',
    rejectReason: 'EC_PostOnlyWillTakeLiquidity',
    cumExecQty: '0',
  })
  const ioc = await create({ ...linear, ...limit, timeInForce: 'IOC' })
  expect(await orderOf('linear', ioc)).toMatchObject({
    orderStatus: 'Cancelled',
    rejectReason: 'EC_NoImmediateQtyToFill',
  })
  const fok = await create({ ...crossing, qty: '2', price: '65100', timeInForce: 'FOK' })
  expect(await orderOf('linear', fok)).toMatchObject({
    orderStatus: 'Cancelled',
    rejectReason: 'EC_CancelForNoFullFill',
  })
})

test('a conditional order cancelled before its trigger is Deactivated, one after it Cancelled', async () => {
  const market = { ...linear, orderType: 'Market', qty: '0.01' } as const
  await create({ ...market, side: 'Buy' })
  // The last price is now the bid; a purchase makes it the ask, which triggers.
  await create({ ...market, side: 'Sell' })
  const { a: offers } = (await client.get('market/orderbook', linear)).result
  const triggerPrice = String((offers as [string, string][])[0]?.[0])
  const rising = { ...linear, ...limit, triggerDirection: 1 } as const
  const triggered = await create({ ...rising, triggerPrice })
  const waiting = await create({ ...rising, triggerPrice: '70000' })
  await create({ ...market, side: 'Buy' })
  await expect.poll(async () => (await orderOf('linear', triggered))['orderStatus']).toBe('New')
  for (const orderId of [triggered, waiting]) {
    expect(await client.post('order/cancel', { ...linear, orderId })).toMatchObject({ retCode: 0 })
  }
  const byUser = { stopOrderType: 'Stop', cancelType: 'CancelByUser' } as const
  const after = { ...byUser, orderStatus: 'Cancelled', createType: 'CreateByStopOrder' }
  const before = { ...byUser, orderStatus: 'Deactivated', createType: 'CreateByUser' }
  expect(await orderOf('linear', triggered)).toMatchObject(after)
  expect(await orderOf('linear', waiting)).toMatchObject(before)
  const answer = async (orderStatus: string): Promise<unknown> =>
    (await client.get('order/history', { ...linear, orderStatus, limit: '1' })).result.list?.[0]
  expect(await answer('Cancelled')).toMatchObject({ orderId: triggered, ...after })
  expect(await answer('Deactivated')).toMatchObject({ orderId: waiting, ...before })
  await create({ ...market, side: 'Sell', reduceOnly: true })
})

test('pages of open orders continue when the order of the cursor has ended', async () => {
  const ids: string[] = []
  for (const price of ['60000', '60001', '60002'])
    ids.push(await create({ ...linear, ...limit, price }))
  const asked = { ...linear, limit: '1' }
  const first = (await client.get('order/realtime', asked)).result
  expect(first['list']).toMatchObject([{ orderId: ids[2] }])
  await client.post('order/cancel', { ...linear, orderId: ids[2] })
  const cursor = String(first['nextPageCursor'])
  const second = (await client.get('order/realtime', { ...asked, cursor })).result
  expect(second['list']).toMatchObject([{ orderId: ids[1] }])
  expect(await client.get('order/realtime', { ...asked, cursor: 'none' })).toMatchObject({
    retCode: 10001,
  })
  await client.post('order/cancel-all', linear)
})

test('spot: orderFilter Order selects orders in the book, triggered ones too; unknown filters are refused', async () => {
  const market = { ...spot, orderType: 'Market', marketUnit: 'baseCoin', qty: '0.01' } as const
  await create({ ...market, side: 'Buy' })
  // The last price is now the bid; a purchase makes it the ask.
  await create({ ...market, qty: '0.005', side: 'Sell' })
  const { a: offers } = (await client.get('market/orderbook', { ...spot, limit: '1' })).result
  const triggerPrice = String((offers as [string, string][])[0]?.[0])
  const buy = { ...spot, side: 'Buy', orderType: 'Limit', qty: '0.01', price: '60000' } as const
  const triggered = await create({ ...buy, triggerPrice })
  const waiting = await create({ ...buy, triggerPrice: '70000' })
  const open = async (orderFilter?: string): Promise<unknown[]> => {
    const asked = { category: 'spot', ...(orderFilter === undefined ? {} : { orderFilter }) }
    const { list } = (await client.get('order/realtime', asked)).result
    return (list as { orderId: string }[]).map(({ orderId }) => orderId)
  }
  expect(await open('Order')).toEqual([])
  await create({ ...market, side: 'Buy' })
  await expect.poll(async () => (await orderOf('spot', triggered))['orderStatus']).toBe('New')
  expect(await open('Order')).toEqual([triggered])
  expect(await open('StopOrder')).toEqual([waiting])
  await client.post('order/cancel-all', { category: 'spot' })
  expect(await open()).toEqual([waiting])
  // An unknown filter would match nothing, which would look like an empty result.
  const none = { orderFilter: 'StopOrders' }
  const refused = { retCode: 170201, retMsg: 'Invalid orderFilter.' }
  expect(await client.post('order/cancel-all', { ...spot, ...none })).toMatchObject(refused)
  for (const call of ['order/realtime', 'order/history']) {
    expect(await client.get(call, { ...spot, ...none })).toMatchObject(refused)
    expect(
      await client.get(call, { category: 'linear', symbol: 'BTCUSDT', ...none }),
    ).toMatchObject({ retCode: 10001, retMsg: 'params error: orderFilter invalid' })
  }
  await client.post('order/cancel-all', { category: 'spot', orderFilter: 'StopOrder' })
  expect(await open()).toEqual([])
})

test('spot: a market buy spends quote coin, a limit order locks coins, and conditional orders wait and are cancelled by filter', async () => {
  const bought = await create({ ...spot, side: 'Buy', orderType: 'Market', qty: '650' })
  const order = await orderOf('spot', bought)
  expect(bought).toMatch(/^\d+$/)
  expect(order).toMatchObject({ marketUnit: 'quoteCoin', isLeverage: '0' })
  // Trap 6: these fields distinguish rows of contracts from rows of spot.
  expect(order).not.toHaveProperty('tpslMode')
  expect(order).not.toHaveProperty('createType')
  expect(Number(order['cumExecValue'])).toBeLessThanOrEqual(650)
  const [execution] = (await client.get('execution/list', { ...spot, orderId: bought })).result
    .list ?? [{}]
  expect(execution).toMatchObject({ feeCurrency: 'BTC' })
  expect(execution).not.toHaveProperty('createType')
  // Rules 8.7: a limit order locks the coins that it pays, 0.01 at 60,000 and then 0.005 BTC.
  const locked = async (): Promise<number[]> => {
    const { coin } = await client.row('account/wallet-balance', { accountType: 'UNIFIED' })
    const of = (name: string) =>
      (coin as Record<string, unknown>[]).find((each) => each['coin'] === name)
    return [of('USDT'), of('BTC')].map((each) => Number(each?.['locked']))
  }
  expect(await locked()).toEqual([0, 0])
  await create({ ...spot, ...limit })
  await create({ ...spot, ...limit, side: 'Sell', qty: '0.005', price: '70000' })
  expect(await locked()).toEqual([600, 0.005])
  await client.post('order/cancel-all', { category: 'spot' })
  expect(await locked()).toEqual([0, 0])
  const sale = { ...spot, side: 'Sell', orderType: 'Market', qty: '0.1', marketUnit: 'baseCoin' }
  const waiting = await create({ ...sale, triggerPrice: '60000', orderFilter: 'tpslOrder' })
  expect(await orderOf('spot', waiting)).toMatchObject({
    orderStatus: 'Untriggered',
    stopOrderType: 'tpslOrder',
  })
  const stop = await create({ ...sale, triggerPrice: '61000', orderFilter: 'StopOrder' })
  expect(await orderOf('spot', stop)).toMatchObject({ stopOrderType: 'Stop' })
  // A TP/SL order freezes its quantity when it is placed, a conditional order nothing (rules 8.7).
  expect(await locked()).toEqual([0, 0.1])
  const all = await client.post('order/cancel-all', { category: 'spot', orderFilter: 'tpslOrder' })
  expect(all).toMatchObject({ retCode: 0, result: { list: [{ orderId: waiting }], success: '1' } })
  const left = await client.get('order/realtime', { category: 'spot' })
  expect(left.result.list?.map(({ orderId }) => orderId)).toEqual([stop])
  expect(
    await client.post('order/cancel', { ...spot, orderId: stop, orderFilter: 'StopOrder' }),
  ).toMatchObject({ retCode: 0 })
  expect(await client.post('order/cancel', { ...spot, orderId: stop })).toMatchObject({
    retCode: 170213,
    retMsg: 'Order does not exist.',
  })
})

test('batch calls answer each row with its own code', async () => {
  const { symbol } = linear
  const answer = await client.post('order/create-batch', {
    category: 'linear',
    request: [
      { symbol, ...limit, orderLinkId: 'b-1' },
      { symbol, ...limit, qty: '0' },
      { symbol: 'NOPE', ...limit },
    ],
  })
  expect(answer).toMatchObject({
    retCode: 0,
    result: {
      list: [
        {
          category: 'linear',
          symbol,
          orderLinkId: 'b-1',
          createAt: expect.stringMatching(/^\d+$/),
        },
        { symbol, orderId: '', createAt: '' },
        { symbol: 'NOPE', orderId: '', createAt: '' },
      ],
    },
  })
  expect(answer.retExtInfo.list?.map(({ code }) => code)).toEqual([0, 10001, 10001])
  const amended = await client.post('order/amend-batch', {
    category: 'linear',
    request: [{ symbol, orderLinkId: 'b-1', price: '59000' }],
  })
  expect(amended.retExtInfo.list).toEqual([{ code: 0, msg: 'OK' }])
  const gone = await client.post('order/cancel-batch', {
    category: 'linear',
    request: [
      { symbol, orderLinkId: 'b-1' },
      { symbol, orderLinkId: 'nobody' },
    ],
  })
  expect(gone.retExtInfo.list?.map(({ code }) => code)).toEqual([0, 110001])
  const many = Array.from({ length: 21 }, () => ({ symbol, ...limit }))
  const tooMany = await client.post('order/create-batch', { category: 'linear', request: many })
  expect(tooMany.retCode).toBe(10001)
})

test('of the rows of a batch with the same link id only the first is placed', async () => {
  for (const [category, code] of [
    ['linear', 110072],
    ['spot', 170141],
  ] as const) {
    const [symbol, orderLinkId] = ['BTCUSDT', `same-${category}`]
    const row = { ...limit, symbol, orderLinkId }
    const request = [row, row, { ...row, qty: '0.02' }]
    const answer = await client.post('order/create-batch', { category, request })
    expect(answer.retExtInfo.list?.map((each) => each.code)).toEqual([0, code, code])
    const { result } = await client.get('order/realtime', { category, symbol })
    const placed = result.list?.filter((order) => order['orderLinkId'] === orderLinkId)
    expect(placed?.map(({ orderId }) => orderId)).toEqual([answer.result.list?.[0]?.['orderId']])
    await client.post('order/cancel', { category, symbol, orderLinkId })
  }
})

test.each([
  ['order/create', { ...linear, ...limit, takeProfit: 'abc' }, 'takeProfit'],
  ['order/create', { ...linear, ...limit, stopLoss: '-' }, 'stopLoss'],
  ['order/create', { ...linear, ...limit, price: 'abc' }, 'price'],
  ['order/create', { ...linear, ...limit, triggerPrice: 'x', triggerDirection: 1 }, 'triggerPrice'],
  [
    'order/create',
    { ...linear, ...limit, takeProfit: '70000', tpTriggerBy: 'Mark' },
    'tpTriggerBy',
  ],
  [
    'order/create',
    { ...linear, ...limit, triggerPrice: '70000', triggerDirection: 1, triggerBy: 'markPrice' },
    'triggerBy',
  ],
  ['position/trading-stop', { ...linear, tpslMode: 'Full', stopLoss: 'abc' }, 'stopLoss'],
  ['position/trading-stop', { ...linear, tpslMode: 'Full', trailingStop: '-1' }, 'trailingStop'],
  [
    'position/trading-stop',
    { ...linear, tpslMode: 'Full', trailingStop: '100', activePrice: 'x' },
    'activePrice',
  ],
  ['position/trading-stop', { ...linear, tpslMode: 'Partial', takeProfit: '70000' }, 'tpSize'],
  ['position/trading-stop', { ...linear, tpslMode: 'Partial', stopLoss: '50000' }, 'slSize'],
])('%s with %o is refused with the name of the invalid field', async (path, body, field) => {
  await create({ ...linear, side: 'Buy', orderType: 'Market', qty: '0.01' })
  const answer = await client.post(path, { positionIdx: 0, ...body })
  expect(answer).toMatchObject({ retCode: 10001, retMsg: `params error: ${field} invalid` })
  await create({ ...linear, side: 'Sell', orderType: 'Market', qty: '0.01', reduceOnly: true })
})

test('order history is filtered by status, and pages by cursor repeat and miss nothing', async () => {
  const cancelled = await client.get('order/history', { ...linear, orderStatus: 'Cancelled' })
  const states = cancelled.result.list?.map(({ orderStatus }) => orderStatus) ?? []
  expect(states.length).toBeGreaterThan(2)
  expect(new Set(states)).toEqual(new Set(['Cancelled']))
  const seen: unknown[] = []
  let cursor = ''
  do {
    const page = await client.get('order/history', { category: 'linear', limit: 2, cursor })
    seen.push(...(page.result.list ?? []).map(({ orderId }) => orderId))
    cursor = String(page.result['nextPageCursor'])
    expect(cursor).toMatch(/^[\w-]*$/)
  } while (cursor !== '')
  const whole = await client.get('order/history', { category: 'linear', limit: 50 })
  expect(seen).toEqual(whole.result.list?.map(({ orderId }) => orderId))
  expect(whole.result['nextPageCursor']).toBe('')
})

test('TP/SL of an order become orders of the position and are cancelled with it', async () => {
  await create({
    ...linear,
    side: 'Buy',
    orderType: 'Market',
    qty: '0.05',
    takeProfit: '70000',
    stopLoss: '60000',
  })
  expect(await client.row('position/list', linear)).toMatchObject({
    takeProfit: '70000.0',
    stopLoss: '60000.0',
  })
  const stops = await client.get('order/realtime', { ...linear, orderFilter: 'StopOrder' })
  const types = stops.result.list?.map(({ stopOrderType }) => stopOrderType)
  expect(types?.toSorted()).toEqual(['StopLoss', 'TakeProfit'])
  expect(stops.result.list?.[0]).toMatchObject({
    orderStatus: 'Untriggered',
    orderType: 'Market',
    side: 'Sell',
    reduceOnly: true,
    closeOnTrigger: true,
    tpslMode: 'Full',
  })
  expect(Number(stops.result.list?.[0]?.['qty'])).toBe(0.05)
  const profit = stops.result.list?.find(({ stopOrderType }) => stopOrderType === 'TakeProfit')
  const below = { ...linear, orderId: profit?.['orderId'], triggerPrice: '61000' }
  expect(await client.post('order/amend', below)).toMatchObject({
    retCode: 10001,
    retMsg: expect.stringMatching(/^TakeProfit:61000 set for Buy position should be higher than/),
  })
  const stopUrl = 'position/trading-stop'
  const same = { ...linear, takeProfit: '70000', tpslMode: 'Full', positionIdx: 0 }
  expect(await client.post(stopUrl, same)).toMatchObject({ retCode: 34040, retMsg: 'not modified' })
  expect(await client.post(stopUrl, { ...linear, trailingStop: '500' })).toMatchObject({
    retCode: 0,
  })
  expect(await client.row('position/list', linear)).toMatchObject({ trailingStop: '500.0' })
  await create({ ...linear, side: 'Sell', orderType: 'Market', qty: '0.05', reduceOnly: true })
  // Trap 15: they end with the position.
  const left = await client.get('order/realtime', { ...linear, orderFilter: 'StopOrder' })
  expect(left.result.list).toEqual([])
  const ended = await client.get('order/history', { ...linear, orderFilter: 'StopOrder' })
  expect(ended.result.list?.[0]).toMatchObject({
    orderStatus: 'Deactivated',
    cancelType: 'CancelByTpSlTsClear',
  })
  expect(await client.post(stopUrl, { ...linear, takeProfit: '70000' })).toMatchObject({
    retCode: 10001,
    retMsg: 'can not set tp/sl/ts for zero position',
  })
})

test('an order is not amended beyond its attached TP/SL; the refusal has the leg’s trigger price', async () => {
  const legs = { takeProfit: '66000', stopLoss: '57000' }
  const orderId = await create({ ...linear, ...limit, ...legs })
  const amend = (price: string) => client.post('order/amend', { ...linear, orderId, price })
  expect(await amend('56999.9')).toMatchObject({
    retCode: 10001,
    retMsg: 'StopLoss:57000.0 set for Buy position should lower than base_price:56999.9??LastPrice',
  })
  expect(await orderOf('linear', orderId)).toMatchObject({ orderStatus: 'New' })
  expect(await amend('57000')).toMatchObject({ retCode: 0 })
  expect(Number((await orderOf('linear', orderId))['price'])).toBe(57_000)
  await client.post('order/cancel', { ...linear, orderId })
})

test('settings that change nothing answer the codes that clients expect', async () => {
  const leverage = { ...linear, buyLeverage: '10', sellLeverage: '10' }
  expect(
    await client.post('position/set-leverage', {
      ...leverage,
      buyLeverage: '5',
      sellLeverage: '5',
    }),
  ).toMatchObject({ retCode: 0 })
  expect(await client.post('position/set-leverage', leverage)).toMatchObject({ retCode: 0 })
  // Trap 12.
  expect(await client.post('position/set-leverage', leverage)).toMatchObject({ retCode: 110043 })
  expect(
    await client.post('position/set-leverage', {
      ...leverage,
      buyLeverage: '500',
      sellLeverage: '500',
    }),
  ).toMatchObject({ retCode: 110013 })
  const mode = { category: 'linear', mode: 0 }
  expect(await client.post('position/switch-mode', { ...mode, coin: 'USDT' })).toMatchObject({
    retCode: 0,
  })
  expect(await client.post('position/switch-mode', { ...mode, symbol: 'BTCUSDT' })).toMatchObject({
    retCode: 110025,
  })
  const regular = { setMarginMode: 'REGULAR_MARGIN' }
  expect(await client.post('account/set-margin-mode', regular)).toMatchObject({
    retCode: 0,
    result: { reasons: [] },
  })
  expect(await client.get('account/info')).toMatchObject({
    result: { unifiedMarginStatus: 6, marginMode: 'REGULAR_MARGIN' },
  })
})

test('in hedge mode a sale with the positionIdx of the long closes it without reduceOnly', async () => {
  const hedge = { category: 'linear', symbol: 'BTCUSDT', mode: 3 }
  expect(await client.post('position/switch-mode', hedge)).toMatchObject({ retCode: 0 })
  const market = { ...linear, orderType: 'Market', qty: '0.02' }
  await create({ ...market, side: 'Buy', positionIdx: 1 })
  const rows = (await client.get('position/list', linear)).result.list
  expect(rows?.map(({ positionIdx, side }) => [positionIdx, side])).toEqual([
    [1, 'Buy'],
    [2, ''],
  ])
  expect(await client.post('order/create', { ...market, side: 'Buy' })).toMatchObject({
    retCode: 10001,
    retMsg: 'position idx not match position mode',
  })
  await create({ ...market, side: 'Sell', positionIdx: 1 })
  const flat = (await client.get('position/list', { ...linear })).result.list
  expect(flat?.map(({ side }) => side)).toEqual(['', ''])
  expect(await client.post('position/switch-mode', { ...hedge, mode: 0 })).toMatchObject({
    retCode: 0,
  })
})

test('ledger balances follow from their changes, and wallet balance and fee rates agree with the account', async () => {
  const { result } = await client.get('account/transaction-log', { currency: 'USDT', limit: 50 })
  const rows = result.list ?? []
  expect(rows.length).toBeGreaterThan(5)
  for (const [place, row] of rows.entries()) {
    const { cashFlow, funding, fee, change, cashBalance } = row
    expect(Number(change)).toBeCloseTo(Number(cashFlow) + Number(funding) - Number(fee), 8)
    const before = rows[place + 1]
    if (before === undefined) continue
    expect(Number(cashBalance)).toBeCloseTo(Number(before['cashBalance']) + Number(change), 8)
  }
  const trade = rows.find(({ type }) => type === 'TRADE')
  expect(trade).toMatchObject({
    category: expect.stringMatching(/linear|spot/),
    side: expect.any(String),
  })
  // The last trade of a round trip leaves a position size of 0.
  const ofContract = rows.find(({ category, type }) => category === 'linear' && type === 'TRADE')
  expect(Number(ofContract?.['size'])).toBe(0)
  const sizes = rows.flatMap(({ category, type, size }) =>
    category === 'linear' && type === 'TRADE' ? [Number(size)] : [],
  )
  expect(sizes).toContain(0.1)
  const wallet = await client.row('account/wallet-balance', { accountType: 'UNIFIED' })
  const usdt = (wallet['coin'] as Record<string, unknown>[]).find(({ coin }) => coin === 'USDT')
  // Trap 8.
  expect(usdt).toMatchObject({ availableToWithdraw: '', free: '' })
  expect(Number(usdt?.['walletBalance'])).toBe(Number(rows[0]?.['cashBalance']))
  expect(await client.get('account/wallet-balance', { accountType: 'SPOT' })).toMatchObject({
    retCode: 10001,
  })
  // Trap 11.
  const fees = await client.get('account/fee-rate')
  expect(fees.result.list?.map(({ symbol }) => symbol)).toContain('BTCUSDT')
})

test('each ledger row of an order that fills hundreds of orders has the price, fee and size of its trade', async () => {
  const api = createV5Api(venue.parts, { limitFactor: 0, onFailure: (e) => failures.push(e) })
  const [maker, sweeper] = [
    await V5TestClient.open(venue, api),
    await V5TestClient.open(venue, api),
  ]
  const fills = 240
  const row = { symbol: 'BTCUSDT', side: 'Sell', orderType: 'Limit', qty: '0.001', price: '64940' }
  for (let placed = 0; placed < fills; placed += 20) {
    const request = Array.from({ length: 20 }, () => row)
    await maker.post('order/create-batch', { category: 'linear', request })
  }
  const order = { ...linear, side: 'Buy', orderType: 'Limit', timeInForce: 'IOC', price: '64940' }
  const qty = String(fills / 1000)
  const { result: taken } = await sweeper.post('order/create', {
    ...order,
    qty,
    orderLinkId: 'sweep',
  })
  expect(taken['orderLinkId']).toBe('sweep')
  const rows: Record<string, unknown>[] = []
  for (let cursor = ''; ;) {
    const asked = { type: 'TRADE', limit: 50, ...(cursor === '' ? {} : { cursor }) }
    const { result } = await sweeper.get('account/transaction-log', asked)
    rows.push(...(result.list ?? []))
    cursor = String(result['nextPageCursor'])
    if (cursor === '') break
  }
  expect(rows).toHaveLength(fills)
  for (const [place, answer] of rows.entries()) {
    expect(answer).toMatchObject({
      side: 'Buy',
      qty: '0.001',
      orderLinkId: 'sweep',
      feeRate: '0.00055',
    })
    expect(answer['tradePrice']).toBe('64940.0')
    expect(Number(answer['size'])).toBeCloseTo((fills - place) / 1000, 8)
  }
})

test('the ledger has no position size for spot trades (0) and hedge mode trades (empty)', async () => {
  const api = createV5Api(venue.parts, { limitFactor: 0, onFailure: (e) => failures.push(e) })
  const holder = await V5TestClient.open(venue, api)
  const market = { side: 'Sell', orderType: 'Market', qty: '0.01' } as const
  await holder.post('order/create', { ...spot, ...market })
  const mode = { category: 'linear', symbol: 'BTCUSDT', mode: 3 }
  expect(await holder.post('position/switch-mode', mode)).toMatchObject({ retCode: 0 })
  await holder.post('order/create', { ...linear, ...market, positionIdx: 2 })
  const { result } = await holder.get('account/transaction-log', {
    type: 'TRADE',
    currency: 'USDT',
  })
  expect(result.list?.map(({ category, size }) => [category, size])).toEqual([
    ['linear', ''],
    ['spot', '0'],
  ])
})

test('the realised PnL of a coin stays in the wallet when its positions are closed', async () => {
  const api = createV5Api(venue.parts, { limitFactor: 0, onFailure: (e) => failures.push(e) })
  const holder = await V5TestClient.open(venue, api)
  const realised = async (): Promise<number> => {
    const { result } = await holder.get('account/wallet-balance', { accountType: 'UNIFIED' })
    const coins = result.list?.[0]?.['coin'] as Record<string, unknown>[]
    return Number(coins.find(({ coin }) => coin === 'USDT')?.['cumRealisedPnl'])
  }
  const market = { ...linear, orderType: 'Market', qty: '0.1' } as const
  await holder.post('order/create', { ...market, side: 'Buy' })
  const afterOpening = await realised()
  expect(afterOpening).toBeLessThan(0)
  await holder.post('order/create', { ...market, side: 'Sell', reduceOnly: true })
  const { result } = await holder.get('position/list', linear)
  expect(await realised()).toBe(Number(result.list?.[0]?.['cumRealisedPnl']))
  expect(await realised()).toBeLessThan(afterOpening)
})
