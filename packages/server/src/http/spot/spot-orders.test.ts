// Spot orders with a plan type over the calls: what is placed, answered, listed and refused (rules
// 8.7; spec 3, 4).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'

type Row = Record<string, unknown>
const post = async (browser: TestClient, act: string, payload: unknown) =>
  (await browser.ask('POST', `/spot/api/v1/order/${act}`, payload)).body as {
    ret_code: number
    result: { orderId: string; order: Row; code: number; orders: readonly Row[] }
    ext_map: Row
  }
const open = async (browser: TestClient): Promise<readonly Row[]> => {
  const { body } = await browser.ask('GET', '/spot/api/v1/order/open-list')
  return (body as { result: { list: Row[] } }).result.list
}
/** What open spot orders freeze of a coin. */
const frozen = async (browser: TestClient, coin: string): Promise<number> => {
  const { body } = await browser.ask('GET', '/contract/v5/account/wallet')
  const { coins } = body['result'] as { coins: { coin: string; locked: string }[] }
  return Number(coins.find((row) => row.coin === coin)?.locked ?? '0')
}

let venue: TestServer
let browser: TestClient
/** The last price, and prices above and below it. */
let last = 0
const at = (share: number): string => (Math.round(last * share * 100) / 100).toFixed(2)
const pair = { symbolId: 'BTCUSDT' }

beforeAll(async () => {
  venue = await startTestServer()
  browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const bought = await post(browser, 'create', {
    ...pair,
    side: 'BUY',
    type: 'MARKET',
    origQty: '0.1',
  })
  last = Number(bought.result.order['avgPrice'])
})
afterAll(() => venue.stop())

test('a stop-limit freezes nothing, waits with the fields of its plan, is changed and cancelled', async () => {
  const asked = { ...pair, side: 'SELL', planType: 8, origQty: '0.05' }
  const placed = await post(browser, 'create', {
    ...asked,
    price: at(0.98),
    triggerPrice: at(0.99),
    clientOrderId: 'stop-limit',
  })
  const shown = {
    planType: 8,
    status: 'ORDER_NEW',
    stopOrderType: 'Stop',
    specialTradeFrom: 'StopLimit',
    createType: 'CreateByUser',
    triggerPrice: at(0.99),
    quotePrice: at(0.98),
  }
  expect(placed.result.order).toMatchObject({ orderStatus: 'Untriggered', spot: shown })
  expect(await open(browser)).toMatchObject([{ ...shown, price: at(0.98), type: 'LIMIT' }])
  expect(await frozen(browser, 'BTC')).toBe(0)
  // All coins are still for sale: a limit order of the whole balance freezes them.
  const rest = { ...pair, side: 'SELL', type: 'LIMIT', origQty: '0.099', price: at(1.01) }
  const resting = await post(browser, 'create', rest)
  expect(resting.ret_code).toBe(0)
  expect(await frozen(browser, 'BTC')).toBe(0.099)
  await post(browser, 'cancel', { ...pair, orderId: resting.result.orderId })
  expect(await frozen(browser, 'BTC')).toBe(0)
  const named = { ...pair, clientOrderId: 'stop-limit' }
  const changed = await post(browser, 'replace', {
    ...named,
    triggerPrice: at(0.985),
    origQty: '0.04',
  })
  expect(changed.result.order).toMatchObject({ qty: '0.040000', spot: { triggerPrice: at(0.985) } })
  const ended = await post(browser, 'cancel', named)
  expect(ended.result.order).toMatchObject({ spot: { status: 'ORDER_CANCELED' } })
  expect(await open(browser)).toEqual([])
})

test('an OCO freezes its quantity once and shows both legs, in the preview too', async () => {
  const legs = {
    tpTriggerPrice: at(1.05),
    tpLimitPrice: at(1.05),
    slTriggerPrice: at(0.95),
  }
  const asked = { ...pair, side: 'SELL', planType: 10, origQty: '0.09', ...legs }
  const shown = {
    planType: 10,
    stopOrderType: 'TakeProfitStopLossOCO',
    ocoTriggerBy: 'OcoTriggerByUnknown',
    ...legs,
    tpOrderType: 'LIMIT',
    slOrderType: 'MARKET',
  }
  const seen = await post(browser, 'preview', asked)
  expect(seen.result).toMatchObject({ code: 0, orders: [{ spot: shown }] })
  const placed = await post(browser, 'create', asked)
  expect(placed.result.order).toMatchObject({ spot: shown })
  expect(await frozen(browser, 'BTC')).toBe(0.09)
  const second = await post(browser, 'create', { ...asked, planType: 11 })
  expect(second.ext_map).toMatchObject({ problem: 'insufficientCoin', field: 'qty' })
  const { orderId } = placed.result
  const moved = await post(browser, 'replace', { ...pair, orderId, slTriggerPrice: at(0.94) })
  expect(moved.result.order).toMatchObject({ spot: { ...shown, slTriggerPrice: at(0.94) } })
  await post(browser, 'cancel', { ...pair, orderId })
  expect(await frozen(browser, 'BTC')).toBe(0)
})

test('trailing orders show their distance and activation price, limit orders their attached TP/SL', async () => {
  const trailing = { ...pair, side: 'BUY', amount: '500', planType: 4, trailingPercentage: '1.5' }
  const placed = await post(browser, 'create', { ...trailing, activationPrice: at(0.97) })
  expect(placed.result.order).toMatchObject({
    spot: {
      planType: 4,
      stopOrderType: 'TrailingStop',
      trailingPercentage: '1.5',
      activationPrice: at(0.97),
      amount: '500',
      marketUnit: 'quoteCoin',
    },
  })
  // By amount, all of it is left in the quote coin.
  expect(await open(browser)).toMatchObject([{ executedAmount: '0', leavesAmount: '500' }])
  const limit = { ...pair, side: 'BUY', type: 'LIMIT', origQty: '0.01', price: at(0.98) }
  const attached = { tpTriggerPrice: at(1.02), slTriggerPrice: at(0.96), slLimitPrice: at(0.95) }
  const resting = await post(browser, 'create', { ...limit, ...attached })
  expect(resting.result.order).toMatchObject({ spot: { planType: 0, status: 'NEW', ...attached } })
  const cancelled = await browser.ask('POST', '/contract/v5/order/cancel-all', { kind: 'spot' })
  expect((cancelled.body as { result: { list: unknown[] } }).result.list).toHaveLength(2)
})

test('a limit order is not moved beyond its own stop-loss', async () => {
  const trader = new TestClient(venue.app)
  await trader.becomeTrader()
  const attached = { tpTriggerPrice: at(1.02), slTriggerPrice: at(0.96) }
  const asked = { ...pair, side: 'BUY', type: 'LIMIT', origQty: '0.01', price: at(0.98) }
  const { orderId } = (await post(trader, 'create', { ...asked, ...attached })).result
  const move = (change: object) => post(trader, 'replace', { ...pair, orderId, ...change })
  const beyond = await move({ price: at(0.95) })
  expect(beyond.ret_code).not.toBe(0)
  expect(beyond.ext_map).toMatchObject({ field: 'slTriggerPrice' })
  const priceNow = async () =>
    (await open(trader)).find((order) => order['orderId'] === orderId)?.['price']
  expect(await priceNow()).toBe(at(0.98))
  expect((await move({ price: at(0.97) })).ret_code).toBe(0)
  // A request that moves both is judged by what it names.
  expect((await move({ price: at(0.95), slTriggerPrice: at(0.94) })).ret_code).toBe(0)
  expect((await post(trader, 'cancel', { ...pair, orderId })).ret_code).toBe(0)
})

test('market orders by amount are filled up to the amount on both sides, with a slippage limit', async () => {
  const byAmount = { ...pair, type: 'MARKET', amount: '1000', marketUnit: 'quoteCoin' }
  for (const [side, limit] of [
    ['SELL', { maxSlippage: '1', maxSlippageType: 'Percent' }],
    ['BUY', { maxSlippage: '4000', maxSlippageType: 'TickSize' }],
  ] as const) {
    const { result } = await post(browser, 'create', { ...byAmount, side, ...limit })
    expect(result.order).toMatchObject({ spot: { amount: '1000', ...limit, status: 'FILLED' } })
    // In whole lots of 0.000001 BTC (rules 8.7): less than one lot is left of the amount.
    const value = Number(result.order['cumExecValue'])
    expect(value).toBeLessThanOrEqual(1000)
    expect(value).toBeGreaterThan(1000 - Number(result.order['avgPrice']) * 0.000001)
  }
  expect(await frozen(browser, 'USDT')).toBe(0)
})

test('the history has plans, legs and amounts as the orders had them', async () => {
  const history = async (): Promise<readonly Row[]> => {
    const { body } = await browser.ask('GET', '/contract/v5/order/history')
    return (body as { result: { list: Row[] } }).result.list
  }
  await expect.poll(history).toMatchObject([
    { side: 'Buy', spot: { amount: '1000', maxSlippageType: 'TickSize', status: 'FILLED' } },
    { spot: { amount: '1000', marketUnit: 'quoteCoin', maxSlippage: '1', status: 'FILLED' } },
    { spot: { planType: 0, tpTriggerPrice: at(1.02), status: 'CANCELED' } },
    { spot: { planType: 4, amount: '500', trailingPercentage: '1.5', status: 'ORDER_CANCELED' } },
    { spot: { planType: 10, slTriggerPrice: at(0.94), status: 'ORDER_CANCELED' } },
    {
      cxlRejReason: 'insufficientCoin',
      spot: { planType: 11, status: 'ORDER_REJECTED', slTriggerPrice: at(0.95) },
    },
    { spot: { planType: 8, triggerPrice: at(0.985), status: 'ORDER_CANCELED' } },
    { spot: { planType: 0, status: 'CANCELED' } },
    { spot: { planType: 0, status: 'FILLED' } },
  ])
})

test.each([
  [{ planType: 8, origQty: '0.01' }, 'planFieldMissing', 'triggerPrice'],
  [{ planType: 10, origQty: '0.01', tpTriggerPrice: '1.05' }, 'planFieldMissing', 'slTriggerPrice'],
  [
    { planType: 11, origQty: '0.01', tpTriggerPrice: '0.95' },
    'triggerAboveRequired',
    'tpTriggerPrice',
  ],
  [{ planType: 4, origQty: '0.01' }, 'planFieldMissing', 'trailingPercentage'],
  [
    { planType: 4, origQty: '0.01', trailingPercentage: '100' },
    'trailingOutOfRange',
    'trailingPercentage',
  ],
  [
    { planType: 5, origQty: '0.01', trailingPercentage: '3', activationPrice: '1.02' },
    'trailingNotInProfit',
    'activationPrice',
  ],
  [
    {
      type: 'MARKET',
      planType: 1,
      origQty: '0.01',
      triggerPrice: '0.95',
      maxSlippage: '5',
      maxSlippageType: 'TickSize',
    },
    'slippageWithTrigger',
    'maxSlippage',
  ],
  [
    { type: 'MARKET', origQty: '0.01', triggerPrice: '0.95' },
    'planFieldNotAllowed',
    'triggerPrice',
  ],
  [
    { type: 'MARKET', origQty: '0.01', tpTriggerPrice: '0.95' },
    'planFieldNotAllowed',
    'tpTriggerPrice',
  ],
  [{ planType: 11, origQty: '9', slTriggerPrice: '0.95' }, 'insufficientCoin', 'qty'],
] as const)(
  'a spot order with %j is refused as %s in the field %s',
  async (fields, name, field) => {
    // Prices are named as shares of the last one.
    const asked = Object.fromEntries(
      Object.entries(fields).map(([key, value]) =>
        key.endsWith('Price') ? [key, at(Number(value))] : [key, value],
      ),
    )
    const answer = await post(browser, 'create', { ...pair, side: 'SELL', ...asked })
    expect(answer.ext_map).toMatchObject({ problem: name, field })
  },
)

// Spec 4: Rejected becomes ORDER_REJECTED for those plan types, otherwise REJECTED.
test('a refused order is kept with the plan, trigger, legs and amount of the request', async () => {
  const refused = new TestClient(venue.app)
  await refused.becomeTrader()
  const sale = { ...pair, side: 'SELL', origQty: '0.5' }
  const far = { triggerPrice: at(1.02), price: at(1.02) }
  const follows = { trailingPercentage: '3', activationPrice: at(1.02) }
  const oco = { tpTriggerPrice: at(1.05), tpLimitPrice: at(1.05), slTriggerPrice: at(0.95) }
  // The exchange itself refuses them: because of the last price, or of too few coins.
  const asked = [
    { ...pair, side: 'BUY', type: 'LIMIT', planType: 1, amount: '700', ...far },
    { ...sale, planType: 5, ...follows },
    { ...sale, planType: 10, ...oco },
    { ...pair, side: 'BUY', type: 'MARKET', amount: '90000000' },
  ]
  for (const order of asked) expect((await post(refused, 'create', order)).ret_code).not.toBe(0)
  const history = async (): Promise<readonly Row[]> => {
    const { body } = await refused.ask('GET', '/contract/v5/order/history')
    return (body as { result: { list: Row[] } }).result.list
  }
  await expect.poll(history).toMatchObject([
    { spot: { planType: 0, status: 'REJECTED', amount: '90000000', marketUnit: 'quoteCoin' } },
    {
      spot: {
        planType: 10,
        status: 'ORDER_REJECTED',
        ocoTriggerBy: 'OcoTriggerByUnknown',
        ...oco,
      },
    },
    { spot: { planType: 5, status: 'ORDER_REJECTED', ...follows } },
    { spot: { planType: 1, status: 'ORDER_REJECTED', triggerPrice: far.triggerPrice } },
  ])
})

// The book has at most one bitcoin in each level, and the next level is 0.1 % further away, beyond
// the limit.
test.each([
  ['BUY', { maxSlippage: '0.05', maxSlippageType: 'Percent' }, '65065'],
  ['SELL', { maxSlippage: '3000', maxSlippageType: 'TickSize' }, '64935'],
])(
  'a market order to %s by amount with %j is not filled beyond the limit',
  async (side, limit, best) => {
    const taker = new TestClient(venue.app)
    await taker.becomeTrader()
    if (side === 'SELL') {
      const coins = { ...pair, side: 'BUY', type: 'MARKET', amount: '99000' }
      expect((await post(taker, 'create', coins)).ret_code).toBe(0)
    }
    const byAmount = { ...pair, side, type: 'MARKET', amount: '66000', marketUnit: 'quoteCoin' }
    const { result } = await post(taker, 'create', { ...byAmount, ...limit })
    expect(result.order).toMatchObject({ avgPrice: best, spot: { amount: '66000', ...limit } })
    expect(Number(result.order['cumExecValue'])).toBeLessThan(65_100)
    expect(Number(result.order['cumExecValue'])).toBeGreaterThan(50_000)
  },
)
