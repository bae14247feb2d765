// DCA and rebalancing bots over the calls: created, listed, paused and closed, and refusals have
// their codes (rules 21, 22).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'

let venue: TestServer
let ann: TestClient
let ben: TestClient

beforeAll(async () => {
  venue = await startTestServer()
  ;[ann, ben] = [new TestClient(venue.app), new TestClient(venue.app)]
  await ann.becomeTrader()
  await ben.becomeTrader()
})
afterAll(() => venue.stop())

type Body = { ret_code: number; ret_msg: string; result: unknown }
type Bot = Record<string, unknown> & { botId: string; status: string }
type Kind = 'dca' | 'rebalance'

const root = (kind: Kind, path: string): string => `/s1/bot/${kind}/v1/${path}`
const post = async (browser: TestClient, kind: Kind, path: string, payload: unknown = {}) =>
  (await browser.ask('POST', root(kind, path), payload)).body as Body
const list = async (browser: TestClient, kind: Kind): Promise<readonly Bot[]> =>
  (((await browser.ask('GET', root(kind, 'list'))).body as Body).result as { list: Bot[] }).list
const idOf = (body: Body): string => {
  expect([body.ret_code, body.ret_msg]).toEqual([0, 'OK'])
  return (body.result as { botId: string }).botId
}

const dca = {
  symbol: 'BTC/USDT',
  amount: '100',
  purchases: 5,
  intervalMin: 60,
  minPrice: '1000',
  takeProfit: '12.5',
}

test('a DCA bot is created, listed with its terms and figures, paused and closed, by its owner only', async () => {
  const botId = idOf(await post(ann, 'dca', 'create', dca))
  const [bot] = await list(ann, 'dca')
  expect(bot).toMatchObject({
    botId,
    status: 'Running',
    symbol: 'BTC/USDT',
    investment: '500',
    amount: '100',
    purchases: 5,
    intervalMin: 60,
    takeProfit: '12.5',
    maxPrice: '0',
    coin: 'USDT',
  })
  expect(await list(ben, 'dca')).toEqual([])
  expect(await list(ann, 'rebalance')).toEqual([])
  idOf(await post(ann, 'dca', 'pause', { botId, isPaused: true }))
  expect((await list(ann, 'dca'))[0]?.status).toBe('Paused')
  expect((await post(ben, 'dca', 'close', { botId })).ret_code).toBe(404)
  expect((await post(ann, 'rebalance', 'close', { botId })).ret_code).toBe(404)
  idOf(await post(ann, 'dca', 'close', { botId, keepsCoins: true }))
  expect((await list(ann, 'dca'))[0]).toMatchObject({ status: 'Ended', closeReason: 'ByOwner' })
  expect((await post(ann, 'dca', 'close', { botId })).ret_code).toBe(413)
})

test('21.6: a backtest over the candles of the venue answers the result of the purchases', async () => {
  const answer = await post(ann, 'dca', 'backtest', { ...dca, takeProfit: '0', days: '7' })
  expect(answer).toMatchObject({ ret_code: 0 })
  const result = answer.result as { curve: { worth: string }[]; totalPnl: string }
  expect(result).toMatchObject({
    coin: 'USDT',
    investment: '500',
    done: 5,
    closeReason: 'Completed',
  })
  // With the decimals of the pair's price.
  expect(answer.result).toMatchObject({ averagePrice: expect.stringMatching(/^\d{5}\.\d{2}$/) })
  expect(Number(result.curve.at(-1)?.worth) - 500).toBeCloseTo(Number(result.totalPnl), 6)
  const again = await post(ann, 'dca', 'backtest', { ...dca, takeProfit: '0', days: '7' })
  expect(again.result).toEqual(result)
  const none = await post(ann, 'dca', 'backtest', { ...dca, purchases: 0, days: '7' })
  expect(none.ret_code).toBe(403)
})

const weights = [{ symbol: 'BTC/USDT', weight: '60' }]
const rebalance = { weights, investment: '1000', threshold: '5', stopLoss: '20' }

test('a rebalancing bot is created, listed with its weights and closed', async () => {
  const botId = idOf(await post(ann, 'rebalance', 'create', rebalance))
  const [bot] = await list(ann, 'rebalance')
  expect(bot).toMatchObject({
    botId,
    status: 'Running',
    investment: '1000',
    weights,
    threshold: '5',
    intervalMin: 0,
    stopLoss: '20',
  })
  idOf(await post(ann, 'rebalance', 'close', { botId }))
  expect((await list(ann, 'rebalance'))[0]?.status).toBe('Ended')
})

test('each refusal to create a DCA or rebalancing bot has its code', async () => {
  const code = async (kind: Kind, payload: unknown) =>
    (await post(ann, kind, 'create', payload)).ret_code
  expect(await code('dca', { ...dca, symbol: 'BTCUSDT' })).toBe(424)
  expect(await code('dca', { ...dca, symbol: 'NONE/USDT' })).toBe(424)
  expect(await code('dca', { ...dca, amount: '1' })).toBe(408)
  expect(await code('dca', { ...dca, purchases: 0 })).toBe(403)
  expect(await code('dca', { ...dca, intervalMin: 0 })).toBe(403)
  expect(await code('dca', { ...dca, minPrice: '5000', maxPrice: '4000' })).toBe(401)
  expect(await code('dca', { ...dca, amount: '90000' })).toBe(409)
  expect(await code('rebalance', { ...rebalance, threshold: '0' })).toBe(426)
  const tooMuch = [{ symbol: 'BTC/USDT', weight: '100' }]
  expect(await code('rebalance', { ...rebalance, weights: tooMuch })).toBe(425)
  expect(await code('rebalance', { ...rebalance, investment: '1' })).toBe(408)
})

test('investment is added to both kinds of bots; an amount that is not whole purchases is refused', async () => {
  const cat = new TestClient(venue.app)
  await cat.becomeTrader()
  const botId = idOf(await post(cat, 'dca', 'create', dca))
  expect(await post(cat, 'dca', 'add-investment', { botId, investment: '150' })).toMatchObject({
    ret_code: 427,
    ret_msg: expect.stringContaining('100%20USDT'),
  })
  idOf(await post(cat, 'dca', 'add-investment', { botId, investment: '200' }))
  expect((await list(cat, 'dca'))[0]).toMatchObject({ investment: '700', purchases: 7 })
  const weights = [{ symbol: 'BTC/USDT', weight: '50' }]
  const made = await post(cat, 'rebalance', 'create', {
    weights,
    investment: '500',
    threshold: '5',
  })
  const of = { botId: idOf(made) }
  idOf(await post(cat, 'rebalance', 'add-investment', { ...of, investment: '100' }))
  expect((await list(cat, 'rebalance'))[0]).toMatchObject({ investment: '600' })
  const asked = { botId, investment: '100' }
  expect(await post(cat, 'rebalance', 'add-investment', asked)).toMatchObject({ ret_code: 404 })
})
