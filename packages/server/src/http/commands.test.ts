// Reversal, batches, closing all positions, the preview of added margin: over HTTP.

import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { optionsAt } from '../instruments/options.ts'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer()
})
afterAll(() => venue.stop())

async function trader(): Promise<TestClient> {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  return browser
}

const post = async (browser: TestClient, path: string, payload: unknown) =>
  (await browser.ask('POST', `/contract/v5/${path}`, payload)).body
const create = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.1' }
const held = async (browser: TestClient) =>
  (await browser.ask('GET', '/contract/v5/position/list')).body

test('a position is reversed, and a repeated request with the same link id changes nothing', async () => {
  const browser = await trader()
  await post(browser, 'order/create', create)
  const reverse = { symbol: 'BTCUSDT', orderLinkId: 'turn' }
  const seen = await post(browser, 'position/reverse', reverse)
  expect(seen).toMatchObject({
    ret_code: 0,
    result: {
      symbol: 'BTCUSDT',
      orderLinkId: 'turn',
      close: { side: 'Sell', reduceOnly: true, orderStatus: 'Filled', qty: '0.100' },
      open: { side: 'Sell', reduceOnly: false, orderStatus: 'Filled', qty: '0.100' },
    },
  })
  const { orderId } = seen['result'] as { orderId: string }
  expect(await post(browser, 'position/reverse', reverse)).toMatchObject({ result: { orderId } })
  expect(await held(browser)).toMatchObject({ result: { list: [{ side: 'Sell', size: '0.100' }] } })
})

test('a reversal that cannot be filled whole is refused with its leg and leaves the position unchanged', async () => {
  const browser = await trader()
  await post(browser, 'order/create', { ...create, qty: '0.8' })
  const before = await held(browser)
  const seen = await post(browser, 'position/reverse', {
    symbol: 'BTCUSDT',
    maxSlippage: '0.01',
    maxSlippageType: 'Percent',
  })
  expect(seen).toMatchObject({
    ret_code: 110281,
    ext_map: { problem: 'reverseNotFillable', leg: 'open', qty: '0.800' },
  })
  const list = (body: Record<string, unknown>) => (body['result'] as { list: unknown }).list
  expect(list(await held(browser))).toEqual(list(before))
})

test('a batch answers its items in the order of the request', async () => {
  const browser = await trader()
  const limit = { ...create, orderType: 'Limit', price: '64000', qty: '0.01' }
  const placed = await post(browser, 'order/create-batch', {
    request: [
      { ...limit, orderLinkId: 'one' },
      { ...limit, price: '64000.05' },
      { ...limit, symbol: 'NONE' },
      { ...limit, price: '1' },
      { ...limit, orderLinkId: 'two' },
    ],
  })
  expect(placed).toMatchObject({
    ret_code: 0,
    result: {
      list: [
        { code: 0, result: { orderLinkId: 'one', order: { orderStatus: 'New' } } },
        { problem: 'tickSizeFixNumTips', field: 'price' },
        { problem: 'instrumentUnknown', field: 'symbol' },
        { problem: 'notionalTooSmall' },
        { code: 0, result: { orderLinkId: 'two' } },
      ],
    },
  })
  const replaced = await post(browser, 'order/replace-batch', {
    request: [
      { symbol: 'BTCUSDT', orderLinkId: 'one', qty: '0.02' },
      { symbol: 'BTCUSDT', orderLinkId: 'three', qty: '0.02' },
      { symbol: 'BTCUSDT', orderLinkId: 'two' },
    ],
  })
  expect(replaced).toMatchObject({
    result: {
      list: [
        { code: 0, result: { order: { qty: '0.020' } } },
        { code: 110001, problem: 'orderNotFound' },
        { code: 10001, field: 'qty' },
      ],
    },
  })
  const cancelled = await post(browser, 'order/cancel-batch', {
    request: ['two', 'one', 'one'].map((orderLinkId) => ({ symbol: 'BTCUSDT', orderLinkId })),
  })
  expect(cancelled).toMatchObject({
    result: {
      list: [
        { result: { order: { orderStatus: 'Cancelled' } } },
        { result: { order: { orderStatus: 'Cancelled' } } },
        { code: 110008, problem: 'orderFinal' },
      ],
    },
  })
  const none = await post(browser, 'order/cancel-batch', { request: [] })
  expect(none).toMatchObject({ ret_code: 10001, ext_map: { field: 'request' } })
  const many = { request: Array(21).fill({ symbol: 'BTCUSDT', orderId: '1' }) }
  expect(await post(browser, 'order/cancel-batch', many)).toMatchObject({ ret_code: 10001 })
})

test('close-all closes all positions and answers a row for each', async () => {
  const browser = await trader()
  await post(browser, 'order/create', create)
  expect(await post(browser, 'position/close-all', {})).toMatchObject({
    result: {
      list: [
        { code: 0, symbol: 'BTCUSDT', side: 'Buy', order: { side: 'Sell', orderStatus: 'Filled' } },
      ],
    },
  })
  expect(await post(browser, 'position/close-all', {})).toMatchObject({ result: { list: [] } })
})

test('a market order is not filled beyond its slippage limit; an invalid limit is refused', async () => {
  const browser = await trader()
  const bound = { ...create, qty: '2', maxSlippage: '0', maxSlippageType: 'TickSize' }
  expect(await post(browser, 'order/create', bound)).toMatchObject({ ret_code: 110108 })
  expect(await post(browser, 'order/create', { ...bound, maxSlippage: '10001' })).toMatchObject({
    ret_code: 110109,
  })
  const { maxSlippageType: _, ...untyped } = bound
  expect(await post(browser, 'order/create', untyped)).toMatchObject({
    ret_code: 10001,
    ext_map: { field: 'maxSlippageType' },
  })
  const seen = await post(browser, 'order/create', { ...bound, maxSlippage: '1' })
  expect(seen).toMatchObject({
    result: { order: { orderStatus: 'PartiallyFilledCanceled', cancelType: 'CancelBySlippage' } },
  })
})

test('a call of the specification can be reached under each form of its path', async () => {
  const browser = await trader()
  await post(browser, 'position/set-margin-mode', { symbol: 'BTCUSDT', isIsolated: true })
  await post(browser, 'order/create', create)
  const bases = ['/contract/v5/position', '/contract/v5/private/position', '/private/position']
  for (const [k, base] of bases.entries()) {
    const change = { symbol: 'BTCUSDT', newAutoAddMargin: k % 2 === 0 }
    const { body } = await browser.ask('POST', `${base}/set-auto-add-margin`, change)
    expect(body).toMatchObject({ ret_code: 0 })
    const list = [{ isAutoAddMargin: k % 2 === 0 }]
    expect(await held(browser)).toMatchObject({ result: { list } })
  }
  const path = '/position/risk-limit-list?symbol=BTCUSDT'
  const { body } = await browser.ask('GET', path)
  expect(body).toMatchObject({ ret_code: 0 })
  const own = await browser.ask('GET', `/contract/v5${path}`)
  expect(body['result']).toEqual(own.body['result'])
})

test('the preview of added margin has the liquidation price that adding it then gives', async () => {
  const browser = await trader()
  const change = { symbol: 'BTCUSDT', addToPositionBalanceE8: '10000000000' }
  expect(await post(browser, 'position/pre-add-margin', change)).toMatchObject({
    result: { code: 110015, problem: 'crossHasNoPositionMargin', marginBefore: '' },
  })
  await post(browser, 'position/set-margin-mode', { symbol: 'BTCUSDT', isIsolated: true })
  await post(browser, 'order/create', create)
  const seen = await post(browser, 'position/pre-add-margin', change)
  const shown = seen['result'] as Record<string, string>
  expect(shown).toMatchObject({ code: 0 })
  expect(await held(browser)).toMatchObject({
    result: { list: [{ liqPrice: shown['liqPriceBefore'], extraMargin: '0' }] },
  })
  expect(await post(browser, 'position/add-margin', change)).toMatchObject({
    result: { position: { liqPrice: shown['liqPriceAfter'], extraMargin: '100' } },
  })
})

test('cancel-all cancels only orders of the given kind', async () => {
  const browser = await trader()
  await post(browser, 'order/create', { ...create, orderType: 'Limit', price: '64000' })
  expect(await post(browser, 'order/cancel-all', { kind: 'spot' })).toMatchObject({
    result: { list: [] },
  })
  const { list } = (await post(browser, 'order/cancel-all', { kind: 'linear' }))['result'] as {
    list: unknown[]
  }
  expect(list).toHaveLength(1)
})

test('a listed option without a price does not make the exchange unready', async () => {
  const { exchange } = venue.parts
  const [option] = optionsAt(venue.clock.nowMs(), () => priceE8(65_000_00000000))
  if (option === undefined) throw new Error('there is an option')
  await exchange.submit({ kind: 'ListInstrument', instrument: option })
  expect(exchange.views.symbol(option.symbol)?.indexE8).toBe(0)
  expect((await venue.app.inject('/ready')).json()).toMatchObject({ isReady: true, reasons: [] })
})

test('a split order that is placed in part answers the quantity that failed with code 39303', async () => {
  const browser = await trader()
  await post(browser, 'order/create', { ...create, qty: '0.04' })
  const instrument = venue.parts.exchange.views.instrument(symbolId('BTCUSDT'))
  if (instrument === undefined) throw new Error('BTCUSDT is listed')
  const list = (record: typeof instrument) =>
    venue.parts.exchange.submit({ kind: 'ListInstrument', instrument: record })
  const far = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit', price: '64000', qty: '0.001' }
  for (let placed = 0; placed < 499; placed += 20) {
    const request = Array(Math.min(20, 499 - placed)).fill(far)
    await post(browser, 'order/create-batch', { request })
  }
  await list({ ...instrument, maxQtyLots: 20 as typeof instrument.maxQtyLots })
  const seen = await post(browser, 'order/create', {
    ...far,
    side: 'Sell',
    price: '66000',
    qty: '0.04',
    reduceOnly: true,
  })
  await list(instrument)
  expect(seen).toMatchObject({
    ret_code: 39303,
    result: { create_order_failed_qty_x: '2000000', order: { qty: '0.020' } },
  })
})

test('a refused setting is answered with the name of the request field', async () => {
  const browser = await trader()
  await post(browser, 'order/create', create)
  const symbol = 'BTCUSDT'
  const added = { symbol, addToPositionBalanceE8: '100000000' }
  const field = { field: 'addToPositionBalanceE8' }
  const words = expect.stringMatching(/^addToPositionBalanceE8: /)
  expect(await post(browser, 'position/add-margin', added)).toMatchObject({
    ret_msg: expect.stringMatching(/^addToPositionBalanceE8:%20/),
    ext_map: field,
  })
  const previewed = await post(browser, 'position/pre-add-margin', added)
  expect(previewed).toMatchObject({ ret_code: 0, result: { ...field, msg: words } })
  expect(
    await post(browser, 'position/set-auto-add-margin', { symbol, newAutoAddMargin: true }),
  ).toMatchObject({ ext_map: { field: 'newAutoAddMargin' } })
  expect(
    await post(browser, 'position/set-margin-mode', { symbol, isIsolated: false }),
  ).toMatchObject({ ext_map: { field: 'isIsolated' } })
})

// The last test: the time goes on to the next funding.
test('settled funding rates are listed, and what a position has paid at them', async () => {
  const [browser, flat] = [await trader(), await trader()]
  const read = async (of: TestClient, path: string) => {
    const { body } = await of.ask('GET', `/contract/v5/${path}`)
    return body['result'] as { list: Record<string, unknown>[]; nextPageCursor: string }
  }
  await post(browser, 'order/create', create)
  const rates = 'public/funding/history?symbol=BTCUSDT'
  expect(await read(browser, rates)).toEqual({ list: [], nextPageCursor: '' })
  const [ticker] = (await read(browser, 'public/tickers?symbol=BTCUSDT')).list
  const fundingTimeE3 = Number(ticker?.['nextFundingTimeE3'])
  venue.clock.advance(fundingTimeE3 - venue.clock.nowMs() + 1000)
  const prices = [{ symbol: symbolId('BTCUSDT'), indexE8: priceE8(65_000_00000000) }]
  await venue.parts.exchange.submit({ kind: 'UpdatePrices', prices })
  // Without a premium the rate is the interest of eight hours, 0.01 %; a long of 0.1 BTC at 65,000
  // pays 0.65 (rules 2.6, 2.7).
  const settled = { symbol: 'BTCUSDT', fundingRate: '0.0001', markPrice: '65000', fundingTimeE3 }
  await expect.poll(() => read(browser, rates)).toEqual({ list: [settled], nextPageCursor: '' })
  expect((await read(browser, 'funding/history')).list).toMatchObject([
    { ...settled, side: 'Buy', size: '0.100', fundingFee: '-0.65' },
  ])
  expect((await read(flat, 'funding/history')).list).toEqual([])
})
