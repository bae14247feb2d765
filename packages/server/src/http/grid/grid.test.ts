// Grid bots over the calls: a futures grid is created, listed, paused, gets more money and is
// closed, and every refusal that the specification names has its code.

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceTicks, unitE8 } from '@basis/domain/numbers/fixed'
import type { Command } from '@basis/engine/commands'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { ExchangeBusy, ExchangeStopped } from '../../exchange/exchange.ts'
import { RateLimited } from '../../exchange/quotas.ts'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'

const root = '/s1/bot/grid/v1'
let venue: TestServer
let ann: TestClient
let ben: TestClient
const logged: string[] = []

beforeAll(async () => {
  const log = pino({ level: 'error' }, { write: (line) => void logged.push(line) })
  venue = await startTestServer({ log })
  ;[ann, ben] = [new TestClient(venue.app), new TestClient(venue.app)]
  await ann.becomeTrader()
  await ben.becomeTrader()
})
afterAll(() => venue.stop())

type Body = { ret_code: number; ret_msg: string; ext_map?: unknown; result: unknown }
type Bot = Record<string, string> & { botId: string; status: string }
const post = async (browser: TestClient, path: string, payload: unknown = {}) =>
  (await browser.ask('POST', `${root}/${path}`, payload)).body as Body
const get = async (browser: TestClient, path: string) =>
  (await browser.ask('GET', `${root}/${path}`)).body as Body
const list = async (browser: TestClient): Promise<readonly Bot[]> =>
  ((await get(browser, 'list')).result as { list: Bot[] }).list
const idOf = (body: Body): string => {
  expect([body.ret_code, body.ret_msg]).toEqual([0, 'OK'])
  return (body.result as { botId: string }).botId
}

const long = {
  symbol: 'BTCUSDT',
  gridMode: 'Long',
  gridType: 'Arithmetic',
  minPrice: '60000',
  maxPrice: '70000',
  cellNumber: 5,
  leverage: '5',
  investment: '5000',
}
const neutral = { ...long, gridMode: 'Neutral' }

test('a futures grid is created and shown with its liquidation prices, its levels and its orders', async () => {
  const botId = idOf(await post(ann, 'create', neutral))
  const [bot] = await list(ann)
  expect(bot).toMatchObject({ botId, status: 'Running', investment: '5000', gridProfit: '0' })
  // Prices of the contract, whose tick is 0.1.
  expect([bot?.['liqPriceBelow'], bot?.['liqPriceAbove']]).toEqual(
    Array(2).fill(expect.stringMatching(/^\d+\.\d$/)),
  )
  const detail = (await get(ann, `detail?botId=${botId}`)).result as {
    cells: { buyPrice: string; sellPrice: string; side: string; orderId: string }[]
  }
  expect(detail.cells.map((cell) => cell.buyPrice)).toEqual(
    [60_000, 62_000, 64_000, 66_000, 68_000].map((price) => expect.stringMatching(`^${price}`)),
  )
  expect(detail.cells.every(({ orderId }) => orderId !== '')).toBe(true)
  const { views } = venue.parts.exchange
  const open = views.openOrders(Number(botId) as never)
  expect(open.map(({ id }) => String(id)).toSorted()).toEqual(
    detail.cells.map(({ orderId }) => orderId).toSorted(),
  )
})

test('pausing a grid cancels its orders, resuming places them again, and investment is added', async () => {
  const [bot] = await list(ann)
  const botId = bot?.botId ?? ''
  const open = () => venue.parts.exchange.views.openOrders(Number(botId) as never)
  idOf(await post(ann, 'pause', { botId, isPaused: true }))
  expect(open()).toHaveLength(0)
  idOf(await post(ann, 'pause', { botId, isPaused: false }))
  expect(open()).toHaveLength(5)
  const before = Number(bot?.['qtyPerCell'])
  idOf(await post(ann, 'add-investment', { botId, investment: '5000' }))
  const [fed] = await list(ann)
  expect(Number(fed?.['qtyPerCell'])).toBeGreaterThan(before * 1.9)
  expect(fed?.['investment']).toBe('10000')
  const stops = { botId, takeProfitPrice: '90000', stopLossPrice: '30000' }
  idOf(await post(ann, 'modify-stops', stops))
  expect((await list(ann))[0]).toMatchObject({ stopLossPrice: expect.stringMatching('^30000') })
})

test('each refusal of a grid call that the specification names has its code', async () => {
  const [bot] = await list(ann)
  const botId = bot?.botId ?? ''
  const codes = async (payload: unknown, path = 'create', who = ann) =>
    (await post(who, path, payload)).ret_code
  // Illegal parameters.
  expect(await codes({ ...long, gridMode: 'Spot' })).toBe(406)
  expect(await codes({ ...long, cellNumber: 1 })).toBe(403)
  expect(await codes({ ...long, maxPrice: '50000' })).toBe(401)
  expect(await codes({ ...neutral, isTrailing: true })).toBe(400)
  expect(await codes({ ...long, minPrice: '60000.001' })).toBe(400)
  expect(await codes({ ...long, cellNumber: 200, maxPrice: '60100' })).toBe(405)
  // TP/SL invalid, insufficient balance, duplicate symbol.
  expect(await codes({ ...long, takeProfitPrice: '65000' }, 'create', ben)).toBe(407)
  expect(await codes({ ...long, investment: '1' }, 'create', ben)).toBe(408)
  expect(await codes({ ...long, investment: '900000' }, 'create', ben)).toBe(409)
  expect(await codes(long)).toBe(411)
  // The investment limit is shown.
  const limit = await post(ben, 'create', { ...long, investment: '2000000' })
  expect(limit).toMatchObject({ ret_code: 420, ret_msg: expect.stringContaining('1000000%20USDT') })
  // Invalid maximum investment.
  expect(await codes({ ...long, investment: '999999999999' }, 'create', ben)).toBe(412)
  // The bot of another account and an unknown one get the same answer.
  expect(await codes({ botId }, 'close', ben)).toBe(404)
  expect(await codes({ botId: '77' }, 'close', ben)).toBe(404)
  // Orders cannot be placed for a bot, and it is closed only once.
  idOf(await post(ann, 'close', { botId }))
  expect(await codes({ botId }, 'close')).toBe(413)
  expect(await codes({ botId, isPaused: true }, 'pause')).toBe(413)
  expect((await list(ann))[0]).toMatchObject({ status: 'Ended', closeReason: 'ByOwner' })
})

test('spec 8: an account that is being upgraded to a named one cannot start a bot, code 416', async () => {
  const eve = new TestClient(venue.app)
  await eve.becomeTrader()
  const named = { username: 'eve.upgraded', password: 'a long enough one' }
  const upgrade = eve.ask('POST', '/contract/v5/user/sign-up', named)
  const codes = new Set<number>()
  for (let tries = 0; tries < 50 && !codes.has(416); tries += 1)
    codes.add((await post(eve, 'create', { ...long, minPrice: '0' })).ret_code)
  expect(codes).toContain(416)
  expect((await upgrade).body).toMatchObject({ ret_code: 0 })
  expect((await post(eve, 'create', { ...long, minPrice: '0' })).ret_code).not.toBe(416)
})

test('an account may run fifty bots, the next one is refused', async () => {
  const spot = { ...long, symbol: 'BTC/USDT', gridMode: 'Spot', leverage: '1', investment: '100' }
  for (let k = 0; k < 50; k += 1) idOf(await post(ben, 'create', spot))
  expect(await post(ben, 'create', spot)).toMatchObject({
    ret_code: 410,
    ret_msg: expect.stringContaining('50'),
  })
})

test('17.8: a backtest over the candles of the venue answers the profit and the equity curve of a grid', async () => {
  const asked = { symbol: 'BTC/USDT', gridMode: 'Spot', gridType: 'Arithmetic', cellNumber: 20 }
  const range = { minPrice: '40000', maxPrice: '90000', investment: '10000', days: '30' }
  const answer = await post(ann, 'backtest', { ...asked, ...range })
  expect(answer).toMatchObject({ ret_code: 0 })
  const result = answer.result as Record<string, unknown> & { curve: { worth: string }[] }
  expect(result).toMatchObject({ coin: 'USDT', investment: '10000', status: 'Running' })
  // A point for each candle of two hours, and the first.
  expect(result.curve.length).toBeGreaterThan(300)
  const [total, last] = [Number(result['totalPnl']), Number(result.curve.at(-1)?.worth)]
  expect(last - 10_000).toBeCloseTo(total, 6)
  const again = await post(ann, 'backtest', { ...asked, ...range })
  expect(again.result).toEqual(result)
  expect(await post(ann, 'backtest', { ...asked, ...range, maxPrice: '30000' })).toMatchObject({
    ret_code: 401,
  })
})

test('a grid call answers 503 if the exchange is busy or stopped, 500 if it fails (spec 8)', async () => {
  const submit = vi.spyOn(venue.parts.exchange, 'submit')
  const codeAfter = async (failure: Error): Promise<number> => {
    submit.mockRejectedValueOnce(failure)
    return (await post(ben, 'create', long)).ret_code
  }
  expect(await codeAfter(new ExchangeBusy(100))).toBe(503)
  expect(await codeAfter(new ExchangeStopped('it is being closed'))).toBe(503)
  expect(logged).toEqual([])
  expect(await codeAfter(new Error('no space left'))).toBe(500)
  expect(logged).toEqual([expect.stringContaining('no space left')])
  expect(await codeAfter(new RateLimited(2_000))).toBe(10_006)
  submit.mockRestore()
})

test('17.9: a visitor sees the bots of robots with the result of their terms over the past week', async () => {
  const owner = accountId(30)
  const { exchange } = venue.parts
  const give = async (command: Command) => {
    expect((await exchange.submit(command)).problem).toBeUndefined()
  }
  await give({ kind: 'OpenAccount', account: owner, role: 'robot' })
  await give({ kind: 'Deposit', account: owner, coin: 'USDT', amount: amount(6000n * unitE8) })
  await give({
    kind: 'CreateGrid',
    account: owner,
    symbol: symbolId('BTCUSDT'),
    terms: {
      mode: 'Neutral',
      spacing: 'Arithmetic',
      lowTicks: priceTicks(600_000),
      highTicks: priceTicks(700_000),
      cells: 10,
      leverageE2: leverageE2(500),
      takeProfitTicks: priceTicks(0),
      stopLossTicks: priceTicks(0),
      isTrailing: false,
    },
    investment: amount(6000n * unitE8),
  })
  const visitor = new TestClient(venue.app)
  const shown = async () =>
    ((await get(visitor, 'public-list')).result as { list: (Bot & { pastWeek: unknown })[] }).list
  // The bots of people are not shown to others.
  expect(venue.parts.exchange.views.grids.running()).toBeGreaterThan(1)
  const terms = { minPrice: '60000.0', maxPrice: '70000.0', cellNumber: 10, leverage: '5' }
  expect(await shown()).toMatchObject([{ ...terms, symbol: 'BTCUSDT', investment: '6000' }])
  // The figures are computed in the background, a piece at a time: a busy machine takes seconds.
  await expect
    .poll(async () => (await shown())[0]?.pastWeek)
    .toMatchObject({ drawdown: expect.any(String) })
  const week = (await shown())[0]?.pastWeek as { return: string; drawdown: string; curve: string[] }
  const asked = { ...neutral, ...terms, investment: '6000', days: '7' }
  const answer = (await post(ann, 'backtest', asked)).result as Record<string, string>
  expect(Number(week.return)).toBeCloseTo(Number(answer['totalPnl']) / 6000, 3)
  expect(week).toMatchObject({ drawdown: answer['drawdown'], arbitrages: answer['arbitrages'] })
  const last = (answer['curve'] as unknown as { worth: string }[]).at(-1)
  expect([week.curve[0], week.curve.at(-1)]).toEqual(['6000', last?.worth])
})
