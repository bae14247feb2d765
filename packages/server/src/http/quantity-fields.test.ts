// Quantities and absent numbers of requests as in spec 5, 7 and 9: `qtyX` and the sizes of
// TP/SL, zero and empty values.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT', 'BTCPERP', 'BTCUSD', 'BTC/USDT'] })
})
afterAll(() => venue.stop())

async function trader(): Promise<TestClient> {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  return browser
}

type Answer = {
  readonly ret_code: number
  readonly ret_msg: string
  readonly result: { readonly order?: Record<string, unknown>; readonly position?: object } | null
}
const post = async (browser: TestClient, path: string, payload: object): Promise<Answer> =>
  (await browser.ask('POST', `/contract/v5/${path}`, payload)).body as Answer
const words = ({ ret_msg }: Answer): string => decodeURIComponent(ret_msg)

const limit = { side: 'Buy', orderType: 'Limit', price: '60000' }

// Spec 9: "Quantity x1e8 for USDT/USDC".
test.each([
  ['BTCUSDT', '0.02', '2000000', '0.020'],
  ['BTCPERP', '0.02', '2000000', '0.020'],
  ['BTCUSD', '100', '100', '100'],
])(
  'qtyX of %s is the quantity ×1e8 in USDT and USDC contracts, the plain quantity in others',
  async (symbol, qty, qtyX, held) => {
    const browser = await trader()
    const place = (fields: object) =>
      post(browser, 'order/create', { ...limit, symbol, reduceOnly: false, ...fields })
    const answers = [await place({ qtyX }), await place({ qtyX: Number(qtyX), qty })]
    for (const { ret_code: code, result } of answers) {
      expect([code, result?.order?.['qty']]).toEqual([0, held])
    }
    expect(words(await place({ qtyX: `${qtyX}0`, qty }))).toMatch(/^qtyX: must be .*qty.* is, /)
  },
)

test('the quantity of a partial TP/SL of an inverse position is in dollars', async () => {
  const browser = await trader()
  const symbol = 'BTCUSD'
  await post(browser, 'order/create', { symbol, side: 'Buy', orderType: 'Market', qtyX: 3 })
  const part = { symbol, tpSlMode: 'Partial', takeProfit: '90000', qtyX: 2 }
  expect(await post(browser, 'position/set-tp-sl-ts', part)).toMatchObject({
    ret_code: 0,
    result: { position: { size: '3', partialTpslList: [{ qty: '2' }] } },
  })
  const more = { ...part, takeProfit: '91000', qtyX: undefined, slSizeX: '2' }
  expect(words(await post(browser, 'position/set-tp-sl-ts', more))).toContain('at most 1')
})

// Spec 5: "TP/SL quantity falls back to the order quantity and vice versa."
test('a new order takes its quantity from its TP/SL size; a different quantity and size are refused', async () => {
  const browser = await trader()
  const order = { ...limit, symbol: 'BTCUSDT', takeProfit: '70000', tpSlMode: 'Partial' }
  const place = (fields: object) => post(browser, 'order/create', { ...order, ...fields })
  const placed = { ret_code: 0, result: { order: { qty: '0.020', tpSlMode: 'Partial' } } }
  expect(await place({ tpSizeX: '2000000' })).toMatchObject(placed)
  expect(await place({ slSizeX: 2_000_000, stopLoss: '59000' })).toMatchObject(placed)
  expect(await place({ qtyX: '2000000', tpSizeX: '2000000', slSizeX: '0' })).toMatchObject(placed)
  expect(words(await place({ qty: '0.02', tpSizeX: '1000000' }))).toBe(
    'tpSizeX: must be what qty is',
  )
  expect(words(await place({ qty: '0.02', slSizeX: '1000000' }))).toBe(
    'slSizeX: must be what qty is',
  )
  expect(words(await place({ tpSizeX: '2000000', slSizeX: '1000000' }))).toContain('the same')
  expect(words(await place({ tpSizeX: '2000001' }))).toBe('tpSizeX: must be a multiple of 0.001')
  expect(words(await place({ tpSizeX: '0' }))).toBe('qty: or qtyX is required')
})

// Spec 5: "Zero or empty numeric values become undefined. A missing quantity or limit price is
// treated as unset".
test('zero and empty numbers of TP/SL are treated as absent', async () => {
  const browser = await trader()
  const symbol = 'BTCUSDT'
  const none = { tpSizeX: '', slSizeX: '0', limitTakeProfit: '0', limitStopLoss: '' }
  const bought = await post(browser, 'order/create', {
    symbol,
    side: 'Buy',
    orderType: 'Market',
    qty: '0.02',
    qtyX: '',
    designatedMarginE8: '',
    takeProfit: '90000',
    ...none,
  })
  expect(bought).toMatchObject({ ret_code: 0, result: { order: { qty: '0.020' } } })
  const ids = { tpStopOrderId: '', slStopOrderId: '' }
  const set = (fields: object) =>
    post(browser, 'position/set-tp-sl-ts', { symbol, ...none, ...ids, ...fields })
  expect(await set({ takeProfit: '91000', tpOrderType: 'Market', qtyX: 0 })).toMatchObject({
    ret_code: 0,
    result: { position: { takeProfit: '91000.0' } },
  })
  expect(await set({ trailingStop: '500', activationPrice: '0' })).toMatchObject({
    ret_code: 0,
    result: { position: { trailingStop: '500.0' } },
  })
  const limited = { tpSlMode: 'Partial', takeProfit: '92000', tpOrderType: 'Limit', qtyX: 1e6 }
  expect(await set(limited)).toMatchObject({ ext_map: { problem: 'tpLimitPriceEmpty' } })
  expect(await set({ ...limited, qtyX: '', limitTakeProfit: '92001' })).toMatchObject({
    ext_map: { problem: 'slTips1' },
  })
})

// Spec 4: "An unknown value falls back to last price."
test.each(['', 'lastprice', 'Last Price', '7'])(
  'the unknown trigger basis "%s" falls back to the last price',
  async (basis) => {
    const browser = await trader()
    const order = { ...limit, symbol: 'BTCUSDT', qty: '0.02' }
    const tpsl = { takeProfit: '70000', tpTriggerBy: basis, stopLoss: '50000', slTriggerBy: basis }
    const waiting = { triggerPrice: '59000', triggerBy: basis, price: '58000', stopLoss: '50000' }
    expect(await post(browser, 'order/create', { ...order, ...tpsl, ...waiting })).toMatchObject({
      ret_code: 0,
      result: {
        order: { tpTriggerBy: 'LastPrice', slTriggerBy: 'LastPrice', triggerBy: 'LastPrice' },
      },
    })
    expect(await post(browser, 'order/create', { ...order, triggerBy: '' })).toMatchObject({
      ret_code: 0,
      result: { order: { orderStatus: 'New' } },
    })
  },
)
