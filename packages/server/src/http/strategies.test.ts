// Algorithmic orders over HTTP: created, listed, paused, cancelled, and in the history.

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

const post = async (browser: TestClient, path: string, payload: unknown) =>
  (await browser.ask('POST', `/contract/v5/${path}`, payload)).body
const get = async (browser: TestClient, path: string) =>
  (await browser.ask('GET', `/contract/v5/${path}`)).body
const create = { symbol: 'BTCUSDT', side: 'Buy' }
const pass = async (byMs: number): Promise<void> => {
  venue.clock.advance(byMs)
  await venue.parts.exchange.submit({ kind: 'AdvanceTime' })
}

test('a TWAP buys over its duration, and is then in the history with its orders', async () => {
  const browser = await trader()
  const twap = { ...create, strategyType: 'TWAP', qty: '0.1', duration: 300, interval: 60 }
  const made = await post(browser, 'strategy/create', { ...twap, orderLinkId: 'slow' })
  expect(made).toMatchObject({
    ret_code: 0,
    result: {
      strategy: {
        orderLinkId: 'slow',
        strategyType: 'TWAP',
        status: 'Running',
        qty: '0.100',
        cumExecQty: '0.020',
        sentOrders: 1,
        duration: 300,
        interval: 60,
        isRandom: false,
      },
    },
  })
  const { strategyId } = made['result'] as { strategyId: string }
  expect(await post(browser, 'strategy/create', { ...twap, orderLinkId: 'slow' })).toMatchObject({
    result: { strategyId },
  })
  for (let child = 0; child < 4; child += 1) await pass(60_000)
  expect(await get(browser, 'strategy/list')).toMatchObject({ result: { list: [] } })
  expect(await get(browser, 'strategy/history?symbol=BTCUSDT')).toMatchObject({
    result: {
      list: [{ strategyId, status: 'Completed', endReason: 'Filled', cumExecQty: '0.100' }],
      nextPageCursor: '',
    },
  })
  const orders = await get(browser, 'order/history')
  const list = (orders['result'] as { list: unknown[] }).list
  expect(list).toHaveLength(5)
  expect(list).toMatchObject(Array(5).fill({ strategyId, strategyType: 'TWAP' }))
})

test('a ladder places all its orders at once, and cancelling the strategy cancels them', async () => {
  const browser = await trader()
  const made = await post(browser, 'strategy/create', {
    ...create,
    strategyType: 'ScaledOrder',
    qty: '0.1',
    priceFrom: '64000',
    priceTo: '64030',
    orderCount: 4,
    shape: 'Custom',
    shares: ['10', '20', '30', '40'],
  })
  const { strategyId } = made['result'] as { strategyId: string }
  expect(await get(browser, 'order/open-list')).toMatchObject({
    result: {
      list: [
        { price: '64000.0', qty: '0.010', strategyId },
        { price: '64010.0', qty: '0.020', strategyId },
        { price: '64020.0', qty: '0.030', strategyId },
        { price: '64030.0', qty: '0.040', strategyId },
      ],
    },
  })
  expect(await post(browser, 'strategy/cancel', { strategyId })).toMatchObject({
    result: { strategy: { status: 'Cancelled', endReason: 'CancelByUser', openOrders: 0 } },
  })
  expect(await get(browser, 'order/open-list')).toMatchObject({ result: { list: [] } })
  expect(await post(browser, 'strategy/cancel', { strategyId })).toMatchObject({
    ret_code: 110001,
    ext_map: { problem: 'orderNotFound', field: 'strategyId' },
  })
})

test('a TWAP is paused and resumed; a ladder cannot be paused', async () => {
  const browser = await trader()
  const twap = { ...create, strategyType: 'TWAP', qty: '0.1', duration: 300, interval: 60 }
  const made = await post(browser, 'strategy/create', twap)
  const { strategyId } = made['result'] as { strategyId: string }
  expect(await post(browser, 'strategy/pause', { strategyId })).toMatchObject({
    result: { strategy: { strategyId, status: 'Paused', sentOrders: 1 } },
  })
  await pass(3_600_000)
  expect(await get(browser, 'strategy/list')).toMatchObject({
    result: { list: [{ strategyId, status: 'Paused', sentOrders: 1 }] },
  })
  expect(await post(browser, 'strategy/resume', { strategyId })).toMatchObject({
    result: { strategy: { status: 'Running' } },
  })
  await pass(60_000)
  expect(await get(browser, 'strategy/list')).toMatchObject({
    result: { list: [{ strategyId, sentOrders: 2 }] },
  })
  const ladder = { strategyType: 'ScaledOrder', priceFrom: '64000', priceTo: '64030' }
  const scaled = await post(browser, 'strategy/create', {
    ...create,
    ...ladder,
    qty: '0.1',
    orderCount: 4,
  })
  const second = (scaled['result'] as { strategyId: string }).strategyId
  expect(await post(browser, 'strategy/pause', { strategyId: second })).toMatchObject({
    ret_code: 110279,
    ext_map: { problem: 'algoNotPausable' },
  })
  await post(browser, 'order/cancel-all', { symbol: 'BTCUSDT' })
})

test('an iceberg and a chase order are listed with their own terms, and cancel-all cancels them', async () => {
  const browser = await trader()
  const iceberg = { ...create, strategyType: 'Iceberg', qty: '0.05', subSize: '0.01' }
  await post(browser, 'strategy/create', { ...iceberg, priceType: 'Offset', offset: '10' })
  const chase = { ...create, strategyType: 'ChaseLimit', qty: '0.05', maxDistance: '100' }
  await post(browser, 'strategy/create', chase)
  expect(await get(browser, 'strategy/list?symbol=BTCUSDT')).toMatchObject({
    result: {
      list: [
        { strategyType: 'Iceberg', priceType: 'Offset', offset: '10', subSize: '0.010' },
        { strategyType: 'ChaseLimit', maxDistance: '100', openOrders: 1 },
      ],
    },
  })
  await post(browser, 'order/cancel-all', { symbol: 'BTCUSDT' })
  expect(await get(browser, 'strategy/list')).toMatchObject({ result: { list: [] } })
  expect(await get(browser, 'order/open-list')).toMatchObject({ result: { list: [] } })
})

test.each([
  [{ strategyType: 'TWAP', duration: 300 }, 'interval'],
  [{ strategyType: 'TWAP', duration: 301, interval: 7 }, 'interval'],
  [{ strategyType: 'TWAP', duration: 3, interval: 5 }, 'duration'],
  [{ strategyType: 'Iceberg' }, 'subSize'],
  [{ strategyType: 'Iceberg', subSize: '0.01', orderCount: 3 }, 'subSize'],
  [{ strategyType: 'Iceberg', subSize: '0.01', priceType: 'Offset', offset: '0.01' }, 'offset'],
  [{ strategyType: 'Iceberg', subSize: '0.01', priceType: 'Own', price: '64000' }, 'price'],
  [{ strategyType: 'Iceberg', orderCount: 1 }, 'orderCount'],
  [{ strategyType: 'ScaledOrder', priceFrom: '64000', priceTo: '64001' }, 'orderCount'],
  [ladder('64000', '64001', 21), 'orderCount'],
  [ladder('64000', '64000.1', 3), 'priceTo'],
  [ladder('64000', '0', 3), 'priceTo'],
  [ladder('0', '64000', 3), 'priceFrom'],
  [{ strategyType: 'ChaseLimit', maxDistance: '0.03' }, 'maxDistance'],
])('a strategy with %o is refused for its field %s', async (terms, field) => {
  const browser = await trader()
  const seen = await post(browser, 'strategy/create', { ...create, qty: '0.05', ...terms })
  expect(seen).toMatchObject({ ext_map: { field } })
  expect(seen['ret_code']).not.toBe(0)
})

function ladder(priceFrom: string, priceTo: string, orderCount: number) {
  return { strategyType: 'ScaledOrder', priceFrom, priceTo, orderCount }
}

test('a participation order shows its share of the volume, and is refused outside 1 to 50 %', async () => {
  const browser = await trader()
  const pov = { ...create, strategyType: 'POV', qty: '0.1', duration: 600, interval: 10 }
  const shares = ['12.5', '1', '50']
  for (const participation of shares) {
    expect(await post(browser, 'strategy/create', { ...pov, participation })).toMatchObject({
      ret_code: 0,
      result: { strategy: { strategyType: 'POV', participation, status: 'Running' } },
    })
  }
  for (const participation of ['50.01', '0.99', '0']) {
    expect(await post(browser, 'strategy/create', { ...pov, participation })).toMatchObject({
      ret_code: 110278,
      ext_map: { field: 'participation', min: '1', max: '50' },
    })
  }
  const missing = await post(browser, 'strategy/create', pov)
  expect(missing).toMatchObject({ ext_map: { field: 'participation' } })
  expect(missing['ret_code']).not.toBe(0)
  // None of the refused ones runs.
  const running = (await get(browser, 'strategy/list'))['result'] as { list: unknown[] }
  expect(running.list).toHaveLength(shares.length)
})
