// Triggers, TP/SL and trailing stops over the calls (spec 7; rules 8.3, 8.5, 8.6).

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer()
})
afterAll(() => venue.stop())

const create = '/contract/v5/order/create'
const setTpSl = '/contract/v5/position/set-tp-sl-ts'
const symbol = 'BTCUSDT'
const buy = { symbol, side: 'Buy', orderType: 'Market', qty: '0.01' }

async function trader(): Promise<TestClient> {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  return browser
}

const resultOf = (body: Record<string, unknown>) => body['result'] as Record<string, unknown>
const listOf = (body: Record<string, unknown>) => resultOf(body)['list'] as Record<string, string>[]

test('an order with an invalid take-profit or stop-loss is refused whole: no order, no position, no cost', async () => {
  const browser = await trader()
  const funds = async () => resultOf((await browser.ask('GET', '/contract/v5/account/wallet')).body)
  const before = await funds()
  const refused = [
    { ...buy, takeProfit: '90000', stopLoss: '9000000' },
    { ...buy, takeProfit: '40000', stopLoss: '39000' },
    { ...buy, orderType: 'Limit', price: '50000', stopLoss: '50100', takeProfit: '60000' },
  ]
  for (const bracket of refused) {
    const { body } = await browser.ask('POST', create, bracket)
    expect(body['ret_code']).not.toBe(0)
  }
  const [held, open] = await Promise.all([
    browser.ask('GET', '/contract/v5/position/list'),
    browser.ask('GET', '/contract/v5/order/open-list'),
  ])
  expect(listOf(held.body).filter(({ side }) => side !== 'None')).toEqual([])
  expect(listOf(open.body)).toEqual([])
  expect(await funds()).toEqual(before)
})

test('tpsl-all lists the full TP/SL and the partial entries of a symbol, to their own trader only', async () => {
  const browser = await trader()
  const path = `/contract/v5/position/tpsl-all?symbol=${symbol}`
  const all = async (of: TestClient) => listOf((await of.ask('GET', path)).body)
  expect(await all(browser)).toEqual([])
  await browser.ask('POST', create, { ...buy, takeProfit: '90000', stopLoss: '40000' })
  const part = { symbol, tpSlMode: 'Partial', takeProfit: '95000', qtyX: '500000' }
  expect((await browser.ask('POST', setTpSl, part)).body).toMatchObject({ ret_code: 0 })
  const [entry, ...more] = await all(browser)
  expect(more).toEqual([])
  expect(entry).toMatchObject({
    symbol,
    positionIdx: 0,
    fullTpsl: { takeProfit: '90000.0', stopLoss: '40000.0', tpSlMode: 'Full' },
    partialTpslList: [{ takeProfit: '95000.0', qty: '0.005', tpSlMode: 'Partial' }],
  })
  // They are the same as in the row of the position.
  const [held] = listOf((await browser.ask('GET', '/contract/v5/position/list')).body)
  expect(entry?.['fullTpsl']).toEqual(held?.['fullTpsl'])
  expect(entry?.['partialTpslList']).toEqual(held?.['partialTpslList'])
  expect(await all(await trader())).toEqual([])
})

test('an order sets TP/SL, the position shows it, and calls change and cancel it', async () => {
  const browser = await trader()
  const bought = await browser.ask('POST', create, {
    ...buy,
    takeProfit: '90000',
    stopLoss: '40000',
  })
  expect(bought.body).toMatchObject({ ret_code: 0 })
  const held = await browser.ask('GET', '/contract/v5/position/list')
  expect(listOf(held.body)[0]).toMatchObject({
    takeProfit: '90000.0',
    stopLoss: '40000.0',
    tpSlMode: 'Full',
    fullTpsl: { qty: '0.010', tpSlMode: 'Full', slTriggerBy: 'LastPrice' },
    partialTpslList: [],
    tpFreeSize: '0.010',
  })
  const partial = await browser.ask('POST', setTpSl, {
    symbol,
    tpSlMode: 'Partial',
    takeProfit: '80000',
    limitTakeProfit: '80010',
    stopLoss: '50000',
    tpSizeX: '400000',
    trailValuePercentageE4: 500,
  })
  expect(resultOf(partial.body)['position']).toMatchObject({
    partialTpslList: [
      { qty: '0.004', takeProfit: '80000.0', tpOrderType: 'Limit', limitTakeProfit: '80010.0' },
    ],
    trailValuePercentageE4: 500,
    slFreeSize: '0.006',
  })
  const orders = await browser.ask('GET', '/contract/v5/order/open-list')
  expect(listOf(orders.body).map((order) => order['stopOrderType'])).toEqual([
    'TakeProfit',
    'StopLoss',
    'PartialTakeProfit',
    'PartialStopLoss',
    'TrailingStop',
  ])
  const entry = listOf(orders.body)[2]?.['orderId']
  const moved = await browser.ask('POST', '/contract/v5/order/replace', {
    symbol,
    orderId: entry,
    triggerPrice: '81000',
  })
  expect(resultOf(moved.body)['order']).toMatchObject({ triggerPrice: '81000.0' })
  const gone = await browser.ask('POST', '/contract/v5/order/cancel', {
    symbol,
    orderId: entry,
    type: 'TpSlOcoStopOrder',
  })
  expect(gone.body).toMatchObject({
    ret_code: 0,
    result: { order: { cancelType: 'CancelByUser' } },
  })
  const totally = await browser.ask('POST', '/contract/v5/order/cancel-totally', {
    symbol,
    type: 'PartialTpSlConditional',
  })
  // Cancelling one leg of the only entry has cancelled both.
  expect(listOf(totally.body)).toEqual([])
  const dropped = await browser.ask('POST', setTpSl, { symbol, takeProfit: '0', trailingStop: '0' })
  expect(resultOf(dropped.body)['position']).not.toHaveProperty('takeProfit')
  expect(resultOf(dropped.body)['position']).toMatchObject({ stopLoss: '40000.0' })
})

test('a conditional order waits with its TP/SL, is amended and cancelled; a wrong direction, and TP/SL when flat, are refused', async () => {
  const browser = await trader()
  const openOrders = async () =>
    listOf((await browser.ask('GET', '/contract/v5/order/open-list')).body)
  const funds = async () => resultOf((await browser.ask('GET', '/contract/v5/account/wallet')).body)
  await browser.ask('POST', create, buy)
  const before = await funds()
  const placed = await browser.ask('POST', create, {
    ...buy,
    triggerPrice: '90000',
    takeProfit: '95000',
  })
  expect(placed.body).toMatchObject({
    ret_code: 0,
    result: {
      order: {
        orderStatus: 'Untriggered',
        stopOrderType: 'Stop',
        triggerPrice: '90000.0',
        triggerBy: 'LastPrice',
        triggerDirection: 1,
        takeProfit: '95000.0',
      },
    },
  })
  // It needs no margin before it fires (rules 8.3).
  expect(await funds()).toEqual(before)
  const { orderId } = resultOf(placed.body)
  const change = async (fields: object) =>
    (await browser.ask('POST', '/contract/v5/order/replace', { symbol, orderId, ...fields })).body
  const amended = {
    orderId,
    orderStatus: 'Untriggered',
    qty: '0.020',
    triggerPrice: '91000.0',
    triggerDirection: 1,
    takeProfit: '96000.0',
  }
  expect(await change({ triggerPrice: '91000', qty: '0.02', takeProfit: '96000' })).toMatchObject({
    ret_code: 0,
    result: { order: amended },
  })
  // The trigger must lie ahead of the price: a rise cannot lead to 60,000.
  expect((await change({ triggerPrice: '60000' }))['ret_code']).not.toBe(0)
  expect(await openOrders()).toMatchObject([amended])
  const cancelled = await browser.ask('POST', '/contract/v5/order/cancel', { symbol, orderId })
  expect(cancelled.body).toMatchObject({
    ret_code: 0,
    result: { order: { orderId, orderStatus: 'Cancelled', cancelType: 'CancelByUser' } },
  })
  expect(await openOrders()).toEqual([])
  const again = await browser.ask('POST', '/contract/v5/order/cancel', { symbol, orderId })
  expect(again.body['ret_code']).not.toBe(0)
  const wrong = await browser.ask('POST', create, {
    ...buy,
    triggerPrice: '90000',
    triggerDirection: 2,
  })
  expect(wrong.body).toMatchObject({ ret_code: 110093 })
  const flat = await trader()
  const none = await flat.ask('POST', setTpSl, { symbol, takeProfit: '90000' })
  expect(none.body).toMatchObject({ ret_code: 110262 })
})

test('a position shows the MMR close order that waits for it, until that is cancelled', async () => {
  const browser = await trader()
  await browser.ask('POST', create, buy)
  const position = async () =>
    listOf((await browser.ask('GET', '/contract/v5/position/list')).body)[0]
  expect(await position()).not.toHaveProperty('mmrCloseRateE4')
  const set = await browser.ask('POST', '/contract/v5/position/set-mmr-close', {
    symbol,
    triggerRateE4: 8000,
  })
  expect(set.body).toMatchObject({ ret_code: 0 })
  const [order] = listOf(set.body)
  expect(await position()).toMatchObject({
    mmrCloseRateE4: 8000,
    mmrCloseAtE3: order?.['createdAtE3'],
  })
  await browser.ask('POST', '/contract/v5/position/cancel-mmr-close', { symbol })
  expect(await position()).not.toHaveProperty('mmrCloseRateE4')
})

describe('amending an order’s TP/SL', () => {
  const waiting = {
    symbol,
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.01',
    price: '60000',
    tpSlMode: 'Partial',
    takeProfit: '70000',
    tpOrderType: 'Limit',
    limitTakeProfit: '69000',
    stopLoss: '55000',
    slTriggerBy: 'MarkPrice',
  }
  const amended = {
    tpSlMode: 'Partial',
    takeProfit: '70000.0',
    tpTriggerBy: 'LastPrice',
    tpOrderType: 'Limit',
    limitTakeProfit: '69000.0',
    stopLoss: '55000.0',
    slTriggerBy: 'MarkPrice',
    slOrderType: 'Market',
  }
  const { limitTakeProfit: _limit, ...atMarket } = { ...amended, tpOrderType: 'Market' }

  // An absent field stays; Unknown is not a mode; partial to full resets the order types to Market
  // and clears the limit prices (spec 4).
  test.each([
    [
      'a trigger price changes nothing else',
      { takeProfit: '71000' },
      { ...amended, takeProfit: '71000.0' },
    ],
    [
      'a trigger price with mode Unknown keeps the mode',
      { stopLoss: '54000', tpSlMode: 'Unknown' },
      { ...amended, stopLoss: '54000.0' },
    ],
    [
      'a limit price changes nothing else',
      { limitTakeProfit: '69500' },
      { ...amended, limitTakeProfit: '69500.0' },
    ],
    [
      'a trigger basis changes nothing else',
      { tpTriggerBy: 'IndexPrice' },
      { ...amended, tpTriggerBy: 'IndexPrice' },
    ],
    ['order type Market clears the limit price', { tpOrderType: 'Market' }, atMarket],
    [
      'a limit price is added to a market leg',
      { slOrderType: 'Limit', limitStopLoss: '54500' },
      { ...amended, slOrderType: 'Limit', limitStopLoss: '54500.0' },
    ],
    [
      'mode Full resets the order types to Market and clears the limit prices',
      { tpSlMode: 'Full' },
      { ...atMarket, tpSlMode: 'Full' },
    ],
    [
      'price and trigger basis change together',
      { price: '60100', slTriggerBy: 'LastPrice' },
      { ...amended, price: '60100.0', slTriggerBy: 'LastPrice' },
    ],
  ])('%s', async (_, change, expected) => {
    const browser = await trader()
    const placed = await browser.ask('POST', create, waiting)
    const { orderId } = resultOf(placed.body)
    const replace = { symbol, orderId, ...change }
    const { body } = await browser.ask('POST', '/contract/v5/order/replace', replace)
    expect(body).toMatchObject({ ret_code: 0, result: { order: expected } })
    const order = resultOf(body)['order'] as Record<string, unknown>
    const legs = Object.keys(order).filter((name) => /^(tp|sl|take|stopLoss|limit)/.test(name))
    expect(legs.sort()).toEqual(
      Object.keys(expected)
        .filter((name) => name !== 'price')
        .sort(),
    )
  })

  // The order scene uses the order price (spec 5): if filled beyond its own stop-loss it would be
  // closed again at once.
  test('a price beyond the stop-loss is refused, unless the stop-loss is moved in the same request', async () => {
    const browser = await trader()
    const { orderId } = resultOf((await browser.ask('POST', create, waiting)).body)
    const change = async (fields: object) =>
      (await browser.ask('POST', '/contract/v5/order/replace', { symbol, orderId, ...fields })).body
    expect(await change({ price: '54999.9' })).toMatchObject({
      ret_code: 110252,
      ret_msg: encodeURI('stopLoss: must not be above the order price, 54999.9'),
      ext_map: { field: 'stopLoss' },
    })
    const batch = [
      { symbol, orderId, price: '54000' },
      { symbol, orderId, qty: '0.02' },
    ]
    const rows = await browser.ask('POST', '/contract/v5/order/replace-batch', { request: batch })
    expect(listOf(rows.body)).toMatchObject([{ code: 110252 }, { code: 0 }])
    expect(await change({ price: '54000', stopLoss: '53000' })).toMatchObject({
      ret_code: 0,
      result: { order: { price: '54000.0', qty: '0.020', stopLoss: '53000.0' } },
    })
  })

  test('removing a leg removes its limit price, and a limit price without its leg is refused', async () => {
    const browser = await trader()
    const { orderId } = resultOf((await browser.ask('POST', create, waiting)).body)
    const change = async (fields: object) =>
      (await browser.ask('POST', '/contract/v5/order/replace', { symbol, orderId, ...fields })).body
    const gone = resultOf(await change({ takeProfit: '0' }))['order']
    expect(gone).toMatchObject({ stopLoss: '55000.0', tpSlMode: 'Partial' })
    expect(gone).not.toHaveProperty('takeProfit')
    expect(gone).not.toHaveProperty('limitTakeProfit')
    expect(await change({ limitTakeProfit: '69000' })).toMatchObject({
      ret_code: 10001,
      ext_map: { field: 'limitTakeProfit' },
    })
  })
})

// Spec 4: an unknown value falls back to the last price.
test.each(['', 'UNKNOWN', 'mark-price', '3'])(
  'trigger basis %j falls back to the last price',
  async (basis) => {
    const browser = await trader()
    const limit = { ...buy, orderType: 'Limit', price: '60000' }
    const asked = [
      { ...limit, triggerPrice: '61000', triggerBy: basis },
      { ...limit, takeProfit: '70000', tpTriggerBy: basis, stopLoss: '50000', slTriggerBy: basis },
    ]
    const orders = []
    for (const order of asked) {
      orders.push(resultOf((await browser.ask('POST', create, order)).body)['order'])
    }
    expect(orders).toMatchObject([
      { triggerPrice: '61000.0', triggerBy: 'LastPrice' },
      { tpTriggerBy: 'LastPrice', slTriggerBy: 'LastPrice' },
    ])
  },
)

test('a refused conditional order is kept with its trigger and its TP/SL', async () => {
  const browser = await trader()
  // The price cannot fall to a trigger above it.
  const asked = { ...buy, triggerPrice: '90000', triggerDirection: 2, triggerBy: 'MarkPrice' }
  const { body } = await browser.ask('POST', create, { ...asked, stopLoss: '80000' })
  expect(body).toMatchObject({ ret_code: 110_093 })
  const history = async () => listOf((await browser.ask('GET', '/contract/v5/order/history')).body)
  await expect.poll(history).toMatchObject([
    {
      orderStatus: 'Rejected',
      stopOrderType: 'Stop',
      triggerPrice: '90000.0',
      triggerBy: 'MarkPrice',
      stopLoss: '80000.0',
    },
  ])
})
