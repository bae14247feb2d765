// Orders and positions have the fields of spec 3, also after they were amended.

import { afterAll, beforeAll, expect, test } from 'vitest'
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

type Row = Record<string, unknown>
const post = async (browser: TestClient, path: string, payload: unknown) =>
  (await browser.ask('POST', `/contract/v5/${path}`, payload)).body
const rows = async (browser: TestClient, path: string): Promise<readonly Row[]> => {
  const { body } = await browser.ask('GET', `/contract/v5/${path}`)
  return (body as { result: { list: Row[] } }).result.list
}
const symbol = 'BTCUSDT'
const resting = { symbol, side: 'Buy', orderType: 'Limit', qty: '0.02', price: '60000' }

test('an amended order also has the price, quantity and trigger with which it was entered', async () => {
  const browser = await trader()
  await post(browser, 'order/create', { ...resting, orderLinkId: 'plain' })
  const waiting = { ...resting, triggerPrice: '61000', triggerBy: 'MarkPrice' }
  await post(browser, 'order/create', { ...waiting, orderLinkId: 'waiting' })
  expect(await rows(browser, 'order/open-list')).toMatchObject([
    { origPrice: '60000.0', origQty: '0.020', orderIM: expect.stringMatching(/^1\d\d\./) },
    { origPrice: '60000.0', origTriggerPrice: '61000.0', orderIM: '0' },
  ])
  const change = { symbol, price: '60100', qty: '0.01' }
  await post(browser, 'order/replace', { ...change, orderLinkId: 'plain' })
  await post(browser, 'order/replace', { ...change, orderLinkId: 'plain', price: '60200' })
  await post(browser, 'order/replace', {
    ...change,
    triggerPrice: '61100',
    orderLinkId: 'waiting',
  })
  const entered = { origPrice: '60000.0', origQty: '0.020' }
  expect(await rows(browser, 'order/open-list')).toMatchObject([
    { price: '60200.0', qty: '0.010', ...entered },
    { price: '60100.0', triggerPrice: '61100.0', ...entered, origTriggerPrice: '61000.0' },
  ])
  await post(browser, 'order/cancel-all', { symbol })
  await expect
    .poll(() => rows(browser, 'order/history'))
    .toMatchObject([
      { orderLinkId: 'waiting', ...entered, origTriggerPrice: '61000.0' },
      { orderLinkId: 'plain', ...entered },
    ])
})

test('a slippage limit is in the answer to the order and in the history', async () => {
  const browser = await trader()
  const slippage = { maxSlippage: '0.5', maxSlippageType: 'Percent' }
  const order = { symbol, side: 'Buy', orderType: 'Market', qty: '0.1', ...slippage }
  expect(await post(browser, 'order/create', order)).toMatchObject({
    result: { order: slippage },
  })
  await expect.poll(() => rows(browser, 'order/history')).toMatchObject([slippage])
})

test('TP/SL entries have their order ids, a trailing stop its distance', async () => {
  const browser = await trader()
  await post(browser, 'order/create', { symbol, side: 'Buy', orderType: 'Market', qty: '0.1' })
  const partial = { symbol, tpSlMode: 'Partial', takeProfit: '90000', stopLoss: '30000' }
  await post(browser, 'position/set-tp-sl-ts', { ...partial, qtyX: '5000000' })
  await post(browser, 'position/set-tp-sl-ts', { symbol, trailingStop: '1000' })
  const [position] = await rows(browser, 'position/list')
  expect(position).toMatchObject({
    marketsType: 'UsdtPerpetual',
    riskId: 1,
    lastPrice: expect.stringMatching(/^\d+\.\d$/),
    positionIMUsd: expect.stringMatching(/^\d/),
    term: 'Perpetual',
  })
  const [entry] = (position?.['partialTpslList'] ?? []) as Row[]
  const stops = await rows(browser, 'order/open-list')
  const idOf = (type: string) =>
    stops.find(({ stopOrderType }) => stopOrderType === type)?.['orderId']
  expect([idOf('PartialTakeProfit'), idOf('PartialStopLoss')]).toEqual(
    Array(2).fill(expect.stringMatching(/^\d+$/)),
  )
  expect(entry).toMatchObject({
    orderId: idOf('PartialTakeProfit'),
    tpStopOrderId: idOf('PartialTakeProfit'),
    slStopOrderId: idOf('PartialStopLoss'),
    qty: '0.050',
  })
  expect(entry?.['updatedAt']).toBeGreaterThan(0)
  expect(stops.find(({ stopOrderType }) => stopOrderType === 'TrailingStop')).toMatchObject({
    trailValue: '1000.0',
  })
})

test('an order that costs more than its designated margin is refused', async () => {
  const browser = await trader()
  // 1,200 ÷ 10 and fees of 1,200 × 0.00055 × (1 + 0.9).
  const cost = '121.254'
  const create = (fields: object) => post(browser, 'order/create', { ...resting, ...fields })
  expect(await create({ designatedMargin: '121.253' })).toMatchObject({
    ret_code: 10001,
    ret_msg: encodeURI(`designatedMargin: must be at least what the order costs, ${cost} USDT`),
  })
  expect(await create({ designatedMarginE8: '12125399999' })).toMatchObject({ ret_code: 10001 })
  expect(await create({ designatedMargin: cost })).toMatchObject({ ret_code: 0 })
  expect(await create({ designatedMarginE8: 12_125_400_000 })).toMatchObject({ ret_code: 0 })
  expect(await create({ designatedMargin: cost, designatedMarginE8: '1' })).toMatchObject({
    ret_code: 10001,
  })
  expect(await create({ designatedMargin: '900000000000' })).toMatchObject({ ret_code: 10001 })
  expect(await rows(browser, 'order/open-list')).toHaveLength(2)
  const market = { symbol, side: 'Buy', orderType: 'Market', qty: '0.1' }
  const bought = (fields: object) => post(browser, 'order/create', { ...market, ...fields })
  expect(await bought({ designatedMargin: '10' })).toMatchObject({ ret_code: 10001 })
  expect(await bought({ designatedMargin: '1000' })).toMatchObject({ ret_code: 0 })
})

test('prices may be JSON numbers, and empty text is an absent number', async () => {
  const browser = await trader()
  const empty = {
    takeProfit: '',
    stopLoss: '',
    triggerPrice: '',
    leverage: '',
    designatedMargin: '',
  }
  const asked = { ...resting, ...empty, price: 60_000.5, type: 'Activity' }
  expect(await post(browser, 'order/create', { ...asked, action: 'Open' })).toMatchObject({
    ret_code: 0,
    result: { price: '60000.5', order: { qty: '0.020' } },
  })
  for (const price of [-1, 1e-7, 1e21, 60_000.05]) {
    const refused = await post(browser, 'order/create', { ...resting, price })
    expect(refused).not.toMatchObject({ ret_code: 0 })
  }
  expect(await rows(browser, 'order/open-list')).toHaveLength(1)
})

test('an order has its attached trailing stop until it fills, then the position has it', async () => {
  const browser = await trader()
  const follows = { trailingStop: '500', activationPrice: '99000' }
  expect(await post(browser, 'order/create', { ...resting, ...follows })).toMatchObject({
    ret_code: 0,
    result: { order: { trailingStop: '500.0', activationPrice: '99000.0' } },
  })
  expect(await rows(browser, 'order/open-list')).toMatchObject([
    { trailingStop: '500.0', activationPrice: '99000.0', stopOrderType: 'Order' },
  ])
  const market = { symbol, side: 'Buy', orderType: 'Market', qty: '0.1' }
  const rate = { trailValuePercentageE4: 150, activationPrice: 99_000 }
  expect(await post(browser, 'order/create', { ...market, ...rate })).toMatchObject({ ret_code: 0 })
  const [position] = await rows(browser, 'position/list')
  expect(position).toMatchObject({ trailValuePercentageE4: 150, activationPrice: '99000.0' })
  const wrong = [
    { trailingStop: '60000' },
    { trailingStop: '0' },
    { trailValuePercentageE4: 10_000 },
    { activationPrice: '99000' },
    { ...rate, trailingStop: '1' },
    { trailingStop: '500', reduceOnly: true, side: 'Sell', price: '99000' },
  ]
  for (const fields of wrong) {
    const refused = await post(browser, 'order/create', { ...resting, ...fields })
    expect([fields, refused['ret_code']]).not.toEqual([fields, 0])
  }
  expect(await rows(browser, 'order/open-list')).toHaveLength(2)
})

test('the trigger direction follows from the price that the trader saw (basePrice)', async () => {
  const browser = await trader()
  const asked = { ...resting, price: '50000', triggerPrice: '70000' }
  const answerTo = async (fields: object) => {
    const { ret_code: code, result } = await post(browser, 'order/create', { ...asked, ...fields })
    return code === 0 ? (result as { order: object }).order : code
  }
  // The market is between 60,000 and 69,000: 70,000 lies above it.
  expect(await answerTo({})).toMatchObject({ triggerDirection: 1 })
  expect(await answerTo({ basePrice: '69000' })).toMatchObject({ triggerDirection: 1 })
  expect(await answerTo({ basePrice: '70000' })).toMatchObject({ triggerDirection: 1 })
  // From 71,000 the trigger is a fall, which has happened already: the order is refused.
  expect(await answerTo({ basePrice: '71000' })).toBe(110_093)
  expect(await answerTo({ basePrice: '71000', triggerDirection: 1 })).toMatchObject({
    triggerDirection: 1,
  })
})

test('the fields type, action and needGeneratePid do not change an order', async () => {
  const browser = await trader()
  const words = [
    {},
    { type: 'Activity', action: 'Open' },
    { type: 'Conditional', action: 'PositionClose', needGeneratePid: true },
  ]
  for (const fields of words) {
    expect(await post(browser, 'order/create', { ...resting, ...fields })).toMatchObject({
      ret_code: 0,
      result: { order: { orderStatus: 'New', reduceOnly: false, closeOnTrigger: false } },
    })
  }
})
