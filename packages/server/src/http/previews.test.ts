// The preview of a call over HTTP equals what the call then does, and changes nothing itself.

import { accountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  otherGateway,
  startTestServer,
  TestClient,
  type TestServer,
} from '../../testing/test-server.ts'

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

type Body = Record<string, unknown>
const post = async (browser: TestClient, path: string, payload: unknown): Promise<Body> =>
  (await browser.ask('POST', `/contract/v5/${path}`, payload)).body
const get = async (browser: TestClient, path: string): Promise<unknown> =>
  (await browser.ask('GET', `/contract/v5/${path}`)).body['result']
const positions = async (browser: TestClient): Promise<Body[]> => {
  const { list } = (await get(browser, 'position/list')) as { list: Body[] }
  return list
}

type Seen = {
  readonly code: number
  readonly problem?: string
  readonly seq: number
  readonly orders: readonly Body[]
  readonly fills: readonly Body[]
  readonly fees: readonly { readonly coin: string; readonly fee: string }[]
  readonly before: { readonly wallet: Body; readonly positions: readonly Body[] }
  readonly after: { readonly wallet: Body; readonly positions: readonly Body[] }
  readonly filled?: { readonly wallet: Body; readonly positions: readonly Body[] }
  readonly allFilled?: { readonly wallet: Body; readonly positions: readonly Body[] }
}
const previewed = async (browser: TestClient, path: string, payload: unknown): Promise<Seen> => {
  const body = await post(browser, path, payload)
  expect(body).toMatchObject({ ret_code: 0 })
  return body['result'] as Seen
}

// The auto-deleveraging lights are a rank among all accounts, the last price and dollar values are
// the market's: these fields are not part of a preview.
const withoutComparison = [
  'lastPrice',
  'positionBalanceUsd',
  'positionIMUsd',
  'positionMMUsd',
  'positionUPLByLastPrice',
  'positionUPLUsd',
  'roiByLastPrice',
  'createdAtE3',
  'updatedAtE3',
  'updatedAt',
  'firstOpenPzTime',
  'execTimeE3',
  'execId',
  'adlRankIndicator',
]
/** Rows without times, numbers of trades, lights and market prices; the rest must be the same. */
const timeless = (rows: unknown): unknown =>
  JSON.parse(
    JSON.stringify(rows, (key, value: unknown) =>
      withoutComparison.includes(key) ? undefined : value,
    ),
  )

async function expectAsPreviewed(browser: TestClient, seen: Seen): Promise<void> {
  expect(timeless(await positions(browser))).toEqual(timeless(seen.after.positions))
  expect(await get(browser, 'account/wallet')).toEqual(seen.after.wallet)
}

const create = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.5' }

test('the preview of an order has the fills, fee, margins and liquidation price of the real order', async () => {
  const browser = await trader()
  const seen = await previewed(browser, 'order/preview', create)
  // It takes no sequence number and changes nothing: the next preview is the same.
  expect(await previewed(browser, 'order/preview', create)).toEqual(seen)
  expect(seen).toMatchObject({ code: 0, orders: [{ orderStatus: 'Filled' }] })
  expect(seen.before.positions).toEqual([])
  expect(await get(browser, 'account/wallet')).toEqual(seen.before.wallet)
  const { result } = await post(browser, 'order/create', create)
  const { order } = result as { order: Body }
  expect(timeless([order])).toEqual(timeless(seen.orders))
  expect(seen.fees).toEqual([{ coin: 'USDT', fee: order['cumExecFee'] }])
  const executions = (await get(browser, 'execution/list')) as { list: Body[] }
  expect(timeless(executions.list.toReversed())).toEqual(timeless(seen.fills))
  await expectAsPreviewed(browser, seen)
})

test.each([
  ['cross', []],
  ['isolated', [['set-margin-mode', { symbol: 'BTCUSDT', isIsolated: true }]]],
  [
    'isolated hedge mode',
    [
      ['switch-mode', { symbol: 'BTCUSDT', mode: 3 }],
      ['set-margin-mode', { symbol: 'BTCUSDT', isIsolated: true }],
      ['set-leverage', { symbol: 'BTCUSDT', leverage: '15', sellLeverage: '25' }],
    ],
  ],
] as const)(
  'the preview of a resting order has the account after its fill: %s',
  async (_, settings) => {
    const browser = await trader()
    for (const [path, payload] of settings) await post(browser, `position/${path}`, payload)
    const positionIdx = settings.length === 3 ? 1 : 0
    const resting = { ...create, orderType: 'Limit', price: '64990', positionIdx }
    const seen = await previewed(browser, 'order/preview', resting)
    expect(seen).toMatchObject({
      code: 0,
      orders: [{ orderStatus: 'New' }],
      after: { positions: [] },
    })
    expect(seen.filled?.positions).toMatchObject([{ side: 'Buy', size: '0.500' }])
    await post(browser, 'order/create', resting)
    await expectAsPreviewed(browser, seen)
    const seller = await trader()
    await post(seller, 'order/create', { ...create, side: 'Sell' })
    expect(timeless(await positions(browser))).toEqual(timeless(seen.filled?.positions))
    expect(await get(browser, 'account/wallet')).toEqual(seen.filled?.wallet)
  },
)

test('the preview of an order has the account after the fill of all resting orders', async () => {
  const browser = await trader()
  const resting = { ...create, orderType: 'Limit', price: '64985', qty: '0.2' }
  await post(browser, 'order/create', resting)
  await post(browser, 'order/create', { ...create, orderType: 'Limit', price: '64980', qty: '0.1' })
  const asked = { ...create, orderType: 'Limit', price: '64990' }
  const seen = await previewed(browser, 'order/preview', asked)
  expect(seen.filled?.positions).toMatchObject([{ size: '0.500' }])
  expect(seen.allFilled?.positions).toMatchObject([{ side: 'Buy', size: '0.800' }])
  // A market order is filled at once; its preview has the fill of the other orders as well.
  expect((await previewed(browser, 'order/preview', create)).allFilled?.positions).toMatchObject([
    { size: '0.800' },
  ])
  await post(browser, 'order/create', asked)
  // One seller fills all three orders.
  const seller = await trader()
  const sale = { ...create, side: 'Sell', orderType: 'Limit', price: '64980', qty: '0.8' }
  await post(seller, 'order/create', sale)
  expect(timeless(await positions(browser))).toEqual(timeless(seen.allFilled?.positions))
  expect(await get(browser, 'account/wallet')).toEqual(seen.allFilled?.wallet)
  const alone = await trader()
  expect((await previewed(alone, 'order/preview', create)).allFilled).toBeUndefined()
})

test('the preview fills a conditional order at its trigger, and a reduce-only order closes the position', async () => {
  const browser = await trader()
  const waiting = { ...create, triggerPrice: '70000' }
  const { filled } = await previewed(browser, 'order/preview', waiting)
  expect(filled?.positions).toMatchObject([{ side: 'Buy', size: '0.500', entryPrice: '70000' }])
  for (const [price, entryPrice] of [
    ['70100', '70000'],
    ['69900', '69900'],
  ]) {
    const limit = { ...waiting, orderType: 'Limit', price }
    const seen = await previewed(browser, 'order/preview', limit)
    expect(seen.filled?.positions).toMatchObject([{ size: '0.500', entryPrice }])
  }
  await post(browser, 'order/create', { ...create, qty: '0.2' })
  const closing = { ...create, side: 'Sell', orderType: 'Limit', price: '66000', reduceOnly: true }
  expect(
    (await previewed(browser, 'order/preview', { ...closing, qty: '0.2' })).filled?.positions,
  ).toEqual([])
  expect((await previewed(browser, 'order/preview', create)).filled).toBeUndefined()
})

test('the preview fills only the order itself, not its TP/SL or that of the position', async () => {
  const browser = await trader()
  const guarded = { ...create, takeProfit: '70000', stopLoss: '60000' }
  const market = await previewed(browser, 'order/preview', guarded)
  expect(market.after.positions).toMatchObject([{ size: '0.500' }])
  expect(market.filled).toBeUndefined()
  const resting = { ...guarded, orderType: 'Limit', price: '64990' }
  const { filled } = await previewed(browser, 'order/preview', resting)
  expect(filled?.positions).toMatchObject([{ size: '0.500' }])
  await post(browser, 'order/create', guarded)
  // Full TP/SL follows the size of the position, so closing a part changes its orders.
  const part = { ...create, side: 'Sell', qty: '0.2', reduceOnly: true }
  const closing = await previewed(browser, 'order/preview', part)
  expect(closing.after.positions).toMatchObject([{ size: '0.300' }])
  expect(closing.filled).toBeUndefined()
  const later = { ...part, orderType: 'Limit', price: '66000' }
  expect((await previewed(browser, 'order/preview', later)).filled?.positions).toMatchObject([
    { size: '0.300' },
  ])
})

test('the preview of a refused order has the code of the refusal and the account unchanged', async () => {
  const browser = await trader()
  const seen = await previewed(browser, 'order/preview', { ...create, qty: '400' })
  const real = await post(browser, 'order/create', { ...create, qty: '400' })
  expect(seen.code).toBe(real['ret_code'])
  expect(seen.problem).toBe((real['ext_map'] as Body)['problem'])
  expect(seen.after).toEqual(seen.before)
  // An invalid request is refused as by the real call.
  expect(await post(browser, 'order/preview', { ...create, qty: '0.0001' })).toMatchObject({
    ret_code: (await post(browser, 'order/create', { ...create, qty: '0.0001' }))['ret_code'],
  })
  expect(await post(browser, 'order/preview', { ...create, symbol: 'NOBODY' })).toMatchObject({
    ext_map: { problem: 'instrumentUnknown' },
  })
})

test('previews of TP/SL, leverage, margin mode, added margin and reversal equal the real results', async () => {
  const browser = await trader()
  await post(browser, 'order/create', create)
  const acts: readonly (readonly [string, string, Body])[] = [
    ['position/preview-tp-sl-ts', 'position/set-tp-sl-ts', { stopLoss: '60000' }],
    ['position/preview-leverage', 'position/set-leverage', { leverage: '20' }],
    ['position/preview-margin-mode', 'position/set-margin-mode', { isIsolated: true }],
    [
      'position/preview-add-margin',
      'position/add-margin',
      { addToPositionBalanceE8: '10000000000' },
    ],
    ['position/preview-reverse', 'position/reverse', {}],
  ]
  for (const [preview, act, fields] of acts) {
    const request = { symbol: 'BTCUSDT', ...fields }
    const seen = await previewed(browser, preview, request)
    expect(seen).toMatchObject({ code: 0 })
    expect(await post(browser, act, request)).toMatchObject({ ret_code: 0 })
    await expectAsPreviewed(browser, seen)
  }
})

test('the preview of leverage and margin mode together equals the result of both calls', async () => {
  const browser = await trader()
  await post(browser, 'order/create', create)
  await post(browser, 'position/set-leverage', { symbol: 'BTCUSDT', leverage: '25' })
  const both = { symbol: 'BTCUSDT', leverage: '10', isIsolated: true }
  const seen = await previewed(browser, 'position/preview-leverage', both)
  const [shown] = seen.after.positions
  expect(seen).toMatchObject({ code: 0, after: { positions: [{ isIsolated: true }] } })
  await post(browser, 'position/set-leverage', { symbol: 'BTCUSDT', leverage: '10' })
  await post(browser, 'position/set-margin-mode', { symbol: 'BTCUSDT', isIsolated: true })
  const [held] = await positions(browser)
  expect(Number(shown?.['liqPrice'])).toBeGreaterThan(0)
  expect([shown?.['liqPrice'], shown?.['leverage']]).toEqual([held?.['liqPrice'], '10'])
})

test('the preview of added funds has the liquidation price of a cross position after the deposit', async () => {
  const browser = await trader()
  await post(browser, 'order/create', { ...create, side: 'Sell', qty: '5' })
  const amountE8 = 2_500_00000000n
  const asked = { symbol: 'BTCUSDT', addToBalanceE8: String(amountE8) }
  const seen = await previewed(browser, 'position/preview-funds', asked)
  const liquidation = ({ positions: [held] }: Seen['after']): number => Number(held?.['liqPrice'])
  expect(liquidation(seen.after)).toBeGreaterThan(liquidation(seen.before))
  const account = accountId(venue.parts.exchange.views.highestAccount())
  const command = { kind: 'Deposit', account, coin: 'USDT', amount: amount(amountE8) } as const
  await venue.parts.exchange.submit(command)
  await expectAsPreviewed(browser, seen)
})

test('a preview needs a session and has its own rate limit', async () => {
  const nobody = new TestClient(venue.app)
  expect((await post(nobody, 'order/preview', create))['ret_code']).toBe(10007)
  const busy = await otherGateway(venue, { rateLimitPerMinute: 60 })
  try {
    const browser = new TestClient(busy)
    await browser.becomeTrader()
    const codes: unknown[] = []
    for (let k = 0; k < 4; k += 1) {
      codes.push((await post(browser, 'order/preview', create))['ret_code'])
    }
    expect(codes).toEqual([0, 0, 10006, 10006])
    expect(await post(browser, 'order/create', create)).toMatchObject({ ret_code: 0 })
  } finally {
    await busy.close()
  }
})

test('the preview of a spot order has the fill, fee and balances of the real order', async () => {
  const browser = await trader()
  const spot = async (path: string, payload: Body): Promise<Body> =>
    (await browser.ask('POST', `/spot/api/v1/order/${path}`, payload)).body
  const limit = { symbolId: 'BTCUSDT', side: 'BUY', type: 'LIMIT', origQty: '0.01' }
  const orders: readonly Body[] = [
    { ...limit, price: '60000' },
    { symbolId: 'BTCUSDT', side: 'BUY', type: 'MARKET', amount: '500', marketUnit: 'quoteCoin' },
    { symbolId: 'BTCUSDT', side: 'SELL', type: 'MARKET', origQty: '0.001' },
  ]
  for (const order of orders) {
    const answer = await spot('preview', order)
    expect(answer).toMatchObject({ ret_code: 0 })
    const seen = answer['result'] as Seen
    expect((await spot('create', order))['ret_code']).toBe(seen.code)
    await expectAsPreviewed(browser, seen)
  }
  const seen = (await spot('preview', { ...limit, origQty: '9', price: '64000' }))['result'] as Seen
  expect(seen.problem).toBe('insufficientBalance')
  expect(seen.after).toEqual(seen.before)
})
