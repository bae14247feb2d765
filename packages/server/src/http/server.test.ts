// Calls of a whole test server: becoming a trader, the life of an order, forgery, unknown paths.

import { accountId } from '@basis/domain/numbers/brand'
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

const create = '/contract/v5/order/create'
const limit = {
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.01',
  price: '64000',
}

test('one click makes a demo trader with 100,000 USDT', async () => {
  const browser = await trader()
  const { body } = await browser.ask('GET', '/contract/v5/account/wallet')
  expect(body).toMatchObject({
    ret_code: 0,
    result: { totalWalletBalance: '100000', totalAvailableBalance: '100000', isDemo: true },
  })
})

test('cookies: the session cannot be read by scripts, the token can', async () => {
  const response = await venue.app.inject({ method: 'POST', url: '/contract/v5/user/demo' })
  const [session, token] = ['basis_session', 'token'].map((name) =>
    response.cookies.find((cookie) => cookie.name === name),
  )
  expect(session).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 604_800 })
  expect(token?.httpOnly).toBeUndefined()
  expect(token).toMatchObject({ sameSite: 'Strict', maxAge: 604_800 })
  expect(response.json().token).toBe(token?.value)
})

test('a limit order rests, is listed, replaced and cancelled', async () => {
  const browser = await trader()
  const placed = await browser.ask('POST', create, { ...limit, orderLinkId: 'first' })
  expect(placed.body).toMatchObject({
    ret_code: 0,
    result: { orderLinkId: 'first', price: '64000.0', order: { orderStatus: 'New' } },
  })
  const orderId = (placed.body['result'] as { orderId: string }).orderId
  const open = await browser.ask('GET', '/contract/v5/order/open-list?symbol=BTCUSDT')
  expect(open.body).toMatchObject({ result: { list: [{ orderId, leavesQty: '0.010' }] } })
  const replaced = await browser.ask('POST', '/contract/v5/order/replace', {
    symbol: 'BTCUSDT',
    orderId,
    qtyX: '2000000',
  })
  expect(replaced.body).toMatchObject({ result: { order: { qty: '0.020' } } })
  const cancelled = await browser.ask('POST', '/contract/v5/order/cancel', {
    symbol: 'BTCUSDT',
    orderLinkId: 'first',
  })
  expect(cancelled.body).toMatchObject({
    result: { order: { orderStatus: 'Cancelled', cancelType: 'CancelByUser' } },
  })
  const history = await browser.ask('GET', '/contract/v5/order/history')
  expect(history.body).toMatchObject({ result: { list: [{ orderId, orderStatus: 'Cancelled' }] } })
  const again = await browser.ask('POST', '/contract/v5/order/cancel', {
    symbol: 'BTCUSDT',
    orderId,
  })
  expect(again.body).toMatchObject({ ret_code: 110008, ext_map: { problem: 'orderFinal' } })
})

test('a position is opened and closed, and its closed PnL is the change of the wallet balance', async () => {
  const browser = await trader()
  const market = { symbol: 'BTCUSDT', orderType: 'Market', qty: '0.1' }
  const opened = await browser.ask('POST', create, { ...market, side: 'Buy' })
  expect(opened.body).toMatchObject({ result: { order: { orderStatus: 'Filled' } } })
  const held = await browser.ask('GET', '/contract/v5/position/list')
  expect(held.body).toMatchObject({
    result: { list: [{ symbol: 'BTCUSDT', side: 'Buy', size: '0.100', entryPrice: '65065' }] },
  })
  const closing = { ...market, side: 'Sell', reduceOnly: true }
  expect((await browser.ask('POST', create, closing)).body).toMatchObject({ ret_code: 0 })
  const closed = await browser.ask('GET', '/contract/v5/position/closed-pnl')
  const [row] = (closed.body['result'] as { list: { closedPnl: string }[] }).list
  const wallet = await browser.ask('GET', '/contract/v5/account/wallet')
  const { totalWalletBalance } = wallet.body['result'] as { totalWalletBalance: string }
  const units = (text: string): bigint =>
    BigInt(text.replace('.', '').padEnd(text.replace(/\..*/, '').length + 8, '0'))
  expect(row?.closedPnl).toMatch(/^-\d/)
  const moved = units(totalWalletBalance) - units('100000')
  expect(moved).toBe(units(row?.closedPnl ?? '0'))
  const fills = await browser.ask('GET', '/contract/v5/execution/list?limit=1')
  expect(fills.body).toMatchObject({ result: { list: [{ isMaker: false, closedSize: '0.100' }] } })
  const cursor = (fills.body['result'] as { nextPageCursor: string }).nextPageCursor
  const next = await browser.ask('GET', `/contract/v5/execution/list?limit=1&cursor=${cursor}`)
  expect(next.body).toMatchObject({ result: { list: [{ closedSize: '0.000' }] } })
  const log = await browser.ask('GET', '/contract/v5/account/transaction-log?coin=USDT')
  expect((log.body['result'] as { list: unknown[] }).list).toHaveLength(3)
})

test('the spot calls place orders by quantity and by amount', async () => {
  const browser = await trader()
  const spot = '/spot/api/v1/order/create'
  const bought = await browser.ask('POST', spot, {
    symbolId: 'BTCUSDT',
    side: 'BUY',
    type: 'MARKET',
    amount: '1000',
    marketUnit: 'quoteCoin',
  })
  expect(bought.body).toMatchObject({ ret_code: 0, result: { symbol: 'BTC/USDT' } })
  const rests = await browser.ask('POST', spot, {
    symbolId: 'BTCUSDT',
    side: 'SELL',
    type: 'LIMIT',
    origQty: '0.01',
    price: '66000',
    clientOrderId: 'spot-1',
  })
  expect(rests.body).toMatchObject({ ret_code: 0 })
  const open = await browser.ask('GET', '/spot/api/v1/order/open-list')
  expect(open.body).toMatchObject({
    result: { list: [{ clientOrderId: 'spot-1', side: 'SELL', symbolId: 'BTCUSDT' }] },
  })
  const all = await browser.ask('POST', '/contract/v5/order/cancel-all', { symbol: 'BTC/USDT' })
  expect(all.body).toMatchObject({ result: { list: [{ orderLinkId: 'spot-1' }] } })
})

test('leverage is set, and an order with another leverage is refused', async () => {
  const browser = await trader()
  const set = await browser.ask('POST', '/contract/v5/position/set-leverage', {
    symbol: 'BTCUSDT',
    leverage: '20',
    leverageE2: 2000,
  })
  expect(set.body).toMatchObject({ ret_code: 0, result: { leverageE2: 2000 } })
  const other = await browser.ask('POST', create, { ...limit, leverage: '10' })
  expect(other).toMatchObject({ status: 400, body: { ret_code: 10001 } })
  expect(decodeURI(String(other.body['ret_msg']))).toBe(
    'leverage: must be what the position has, 20',
  )
  expect((await browser.ask('POST', create, { ...limit, leverageE2: 2000 })).status).toBe(200)
})

test('twenty requests with one link id make one order; the same link id with other terms is refused', async () => {
  const browser = await trader()
  const order = { ...limit, orderLinkId: 'twice' }
  const answers = await Promise.all([...Array(20)].map(() => browser.ask('POST', create, order)))
  const ids = answers.map(({ body }) => (body['result'] as { orderId: string }).orderId)
  const open = await browser.ask('GET', '/contract/v5/order/open-list?symbol=BTCUSDT')
  const { list } = open.body['result'] as { list: { orderId: string }[] }
  expect(list).toHaveLength(1)
  expect(new Set(ids)).toEqual(new Set(list.map(({ orderId }) => orderId)))
  const other = await browser.ask('POST', create, { ...order, qty: '0.02' })
  expect(other.body).toMatchObject({ ret_code: 110072 })
})

test('answers have the response format of the request', async () => {
  const browser = new TestClient(venue.app)
  const hump = await browser.ask('GET', '/contract/v5/public/time?responseFormat=hump')
  expect(hump.body).toMatchObject({ retCode: 0, retMsg: 'OK' })
  expect((await browser.ask('GET', '/contract/v5/public/time?timestamp=1')).body['ret_code']).toBe(
    0,
  )
})

test('public calls answer with catalogue, books, tickers, candles, statistics and ledger', async () => {
  const browser = new TestClient(venue.app)
  const get = async (path: string) => (await browser.ask('GET', path)).body['result']
  expect(await get('/contract/v5/product/brief-symbol-list')).toMatchObject({
    LinearPerpetual: [{ symbol: 'BTCUSDT', contractType: 'LinearPerpetual' }],
    InverseFutures: [],
  })
  expect(await get('/contract/v5/product/dynamic-symbol-item?symbol=BTCUSDT')).toMatchObject({
    item: { symbol: 'BTCUSDT' },
  })
  expect(await get('/spot/api/basic/symbol_list_v2')).toMatchObject({
    quoteTokenResult: [{ tokenId: 'USDT', quoteTokenSymbols: [{ si: 'BTCUSDT' }] }],
  })
  expect(await get('/contract/v5/public/depth?symbol=BTCUSDT&limit=50')).toMatchObject({
    s: 'BTCUSDT',
    // Five levels above 65,000, a tenth of a percent apart, one coin each; 0.1 is sold.
    a: [
      ['65065.0', expect.stringMatching(/^(?:1\.000|0\.900)$/)],
      ...['65130.0', '65195.0', '65260.0', '65325.0'].map((price) => [price, '1.000']),
    ],
  })
  expect(await get('/contract/v5/public/tickers?symbol=BTC/USDT')).toMatchObject({
    list: [{ symbol: 'BTC/USDT', fundingRate: '' }],
  })
  expect(
    await get('/contract/v5/public/instrument/slippage?symbol=BTCUSDT&side=Buy&qty=1.5'),
  ).toMatchObject({ bestPrice: '65065.0', fillableQty: '1.500' })
  const candles = await get(
    '/contract/v5/public/candles?symbol=BTCUSDT&resolution=60&source=index&limit=24',
  )
  expect(candles).toMatchObject({ list: { length: 24 } })
  expect(await get('/contract/v5/public/market-statistics')).toMatchObject({
    list: expect.arrayContaining([
      expect.objectContaining({
        symbol: 'BTCUSDT',
        btcCorrelationE6: 1_000_000,
        change4hE6: expect.any(Number),
        closes: expect.objectContaining({ length: 24 }),
      }),
    ]),
  })
  type Sums = Readonly<Record<string, string>>
  const ledger = (await get('/contract/v5/public/ledger')) as { list: readonly Sums[] }
  expect(ledger.list.map(({ coin, drift }) => [coin, drift])).toEqual([
    ['BTC', '0'],
    ['USDT', '0'],
  ])
  // M1: the sums of a coin are its deposits, to the last unit.
  const units = (text: string): bigint => {
    const [whole = '', decimals = ''] = text.replace('-', '').split('.')
    return BigInt(whole + decimals.padEnd(8, '0')) * (text.startsWith('-') ? -1n : 1n)
  }
  for (const { coin: _, deposits, drift: _drift, ...sums } of ledger.list) {
    const total = Object.values(sums).reduce((sum, text) => sum + units(text), 0n)
    expect(total).toBe(units(deposits ?? ''))
    expect(total).toBeGreaterThan(0n)
  }
})

test('open interest is listed over time, and the statistics have its change in an hour', async () => {
  const own = await startTestServer()
  const browser = new TestClient(own.app)
  await browser.becomeTrader()
  const ask = async (path: string) => {
    const { body } = await browser.ask('GET', `/contract/v5/public/${path}`)
    return (body['result'] as { list: Record<string, unknown>[] }).list
  }
  const trade = async (qty: string, byMs: number) => {
    own.clock.advance(byMs)
    const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty }
    expect((await browser.ask('POST', create, order)).body).toMatchObject({ ret_code: 0 })
  }
  const hour = 3_600_000
  expect(await ask('open-interest?symbol=BTCUSDT&resolution=5')).toEqual([])
  await trade('0.100', 0)
  await trade('0.100', hour)
  await trade('0.050', hour + 360_000)
  const list = await ask('open-interest?symbol=BTCUSDT&resolution=60')
  expect(list.map(({ openInterest }) => openInterest)).toEqual(['0.100', '0.200', '0.250'])
  const [ticker] = await ask('tickers?symbol=BTCUSDT')
  expect(ticker).toMatchObject({ openInterest: '0.250' })
  const times = list.map(({ timeE3 }) => Number(timeE3))
  expect(times.map((time) => time % 300_000 === 0)).toEqual([true, true, false])
  expect(times[2]).toBeLessThanOrEqual(own.clock.nowMs())
  const newest = await ask('open-interest?symbol=BTCUSDT&resolution=5&limit=1')
  expect(newest).toMatchObject([{ openInterest: '0.250' }])
  const statistics = await ask('market-statistics')
  expect(statistics.find(({ symbol }) => symbol === 'BTCUSDT')).toMatchObject({
    openInterest1hE6: 250_000,
  })
  const refused = await browser.ask(
    'GET',
    '/contract/v5/public/open-interest?symbol=BTC/USDT&resolution=5',
  )
  expect(refused.body).toMatchObject({ ret_code: 110201 })
  await own.stop()
})

test('in the first minute of an exchange the change of open interest follows from the seeded history', async () => {
  const member = { kind: 'trend', share: 0.1, valuePerHead: 10_000 } as const
  const population = [1, -1].map((sign, at) => {
    return { ...member, account: accountId(900 + at), sign: sign as 1 | -1 }
  })
  const own = await startTestServer({}, { population })
  const browser = new TestClient(own.app)
  await browser.becomeTrader()
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.100' }
  expect((await browser.ask('POST', create, order)).body).toMatchObject({ ret_code: 0 })
  const ask = async (path: string) => {
    const { body } = await browser.ask('GET', `/contract/v5/public/${path}`)
    return (body['result'] as { list: Record<string, unknown>[] }).list
  }
  const past = await ask('open-interest?symbol=BTCUSDT&resolution=60&limit=26')
  const hourMs = 3_600_000
  const before = (hours: number): number => {
    const atMs = own.clock.nowMs() - hours * hourMs
    return Number(past.findLast(({ timeE3 }) => Number(timeE3) <= atMs)?.['openInterest'])
  }
  const changeE6 = (hours: number): number => Math.round((0.1 / before(hours) - 1) * 1e6)
  const statistics = await ask('market-statistics')
  expect(statistics.find(({ symbol }) => symbol === 'BTCUSDT')).toMatchObject({
    openInterest1hE6: changeE6(1),
    openInterest24hE6: changeE6(24),
  })
  await own.stop()
})

test('a one-time token is given to signed-in traders only', async () => {
  const path = '/contract/v5/user/private/ott'
  expect(await new TestClient(venue.app).ask('POST', path)).toMatchObject({
    status: 401,
    body: { ret_code: 10007 },
  })
  const { body } = await (await trader()).ask('POST', path)
  expect(body).toMatchObject({ result: { token: expect.stringMatching(/^[\w-]{43}$/) } })
})

// Reliability S4: five forgeries.
test.each([
  ['no token', { usertoken: '' }, 10009],
  ['another token', { usertoken: 'a'.repeat(43) }, 10009],
  ['another origin', { origin: 'https://evil.example' }, 10005],
  ['another site without an origin', { 'sec-fetch-site': 'cross-site' }, 10005],
  ['a content type other than JSON', { 'content-type': 'text/plain' }, 10415],
])('a forged order with %s is refused', async (_, headers, code) => {
  const browser = await trader()
  const { status, body } = await browser.ask('POST', create, limit, headers)
  expect(status).toBeGreaterThanOrEqual(400)
  expect(body['ret_code']).toBe(code)
  const open = await browser.ask('GET', '/contract/v5/order/open-list')
  expect(open.body).toMatchObject({ result: { list: [] } })
})

test('the user token of another session is refused', async () => {
  const [ann, bob] = [await trader(), await trader()]
  bob.userToken = ann.userToken
  expect((await bob.ask('POST', create, limit)).body['ret_code']).toBe(10009)
})

test('cancelling the order of another account answers as for an unknown order', async () => {
  const [ann, bob] = [await trader(), await trader()]
  const placed = await ann.ask('POST', create, limit)
  const { orderId } = placed.body['result'] as { orderId: string }
  const cancel = '/contract/v5/order/cancel'
  const foreign = await bob.ask('POST', cancel, { symbol: 'BTCUSDT', orderId })
  const unknown = await bob.ask('POST', cancel, { symbol: 'BTCUSDT', orderId: '999999' })
  expect(foreign.body['ret_code']).toBe(110001)
  expect(foreign.body['ret_msg']).toBe(unknown.body['ret_msg'])
})

test('of two sign-ups of one demo trader at once only that whose name it got is accepted', async () => {
  const browser = await trader()
  const password = 'a long secret'
  const answers = await Promise.all(
    ['twice_one', 'twice_two'].map((username) =>
      browser.ask('POST', '/contract/v5/user/sign-up', { username, password }),
    ),
  )
  const { body } = await browser.ask('GET', '/contract/v5/user/info')
  const { username } = body['result'] as { username: string }
  const accepted = ['twice_one', 'twice_two'].filter((_, k) => answers[k]?.body['ret_code'] === 0)
  expect(accepted).toEqual([username])
})

test('a demo trader signs up with a name, signs out and signs in again to the same account', async () => {
  const browser = await trader()
  const before = (await browser.ask('GET', '/contract/v5/user/info')).body['result']
  const credentials = { username: 'nora_1', password: 'a long secret' }
  await browser.ask('POST', '/contract/v5/user/sign-up', credentials)
  await browser.ask('POST', '/contract/v5/user/sign-out')
  // The cookie that stays records only that this browser has signed in before.
  expect([...browser.cookies.keys()]).toEqual(['basis_device'])
  expect((await browser.ask('GET', '/contract/v5/user/info')).body['ret_code']).toBe(10007)
  browser.userToken = ''
  const wrong = await browser.ask('POST', '/contract/v5/user/sign-in', {
    ...credentials,
    password: 'wrong',
  })
  expect(wrong.body['ret_code']).toBe(10602)
  const again = await browser.ask('POST', '/contract/v5/user/sign-in', credentials)
  expect(again.body).toMatchObject({
    ret_code: 0,
    result: { uid: (before as { uid: string }).uid, username: 'nora_1', hasPassword: true },
  })
})

test('signing up as a demo trader needs the user token of the session', async () => {
  const browser = await trader()
  browser.userToken = ''
  const credentials = { username: 'mallory', password: 'a long secret' }
  const { body } = await browser.ask('POST', '/contract/v5/user/sign-up', credentials)
  expect(body['ret_code']).toBe(10009)
})

test('preferences are stored with the user', async () => {
  const browser = await trader()
  const path = '/v3/private/user/member/pref-setting'
  await browser.ask('POST', path, { upsert_keys: { reverseClickTipStatus: 'hide' } })
  const { body } = await browser.ask('GET', '/contract/v5/user/info')
  expect(body).toMatchObject({ result: { preferences: { reverseClickTipStatus: 'hide' } } })
})

test('the equity history of a trader begins with the first deposit and has a sample each five minutes', async () => {
  const browser = new TestClient(venue.app)
  const beforeMs = venue.clock.nowMs()
  await browser.becomeTrader()
  const beganMs = venue.clock.nowMs()
  type Answer = { list: { timeE3: number; equity: string; growth: number }[] }
  const samples = async (query = '') => {
    const { body } = await browser.ask('GET', `/contract/v5/account/equity-history${query}`)
    return (body as { result: Answer }).result.list
  }
  const timeE3 = (await samples())[0]?.timeE3 ?? 0
  expect(timeE3).toBeGreaterThanOrEqual(beforeMs)
  expect(timeE3).toBeLessThanOrEqual(beganMs)
  const began = { timeE3, equity: '100000', putIn: '100000', growth: 1 }
  expect(await samples()).toEqual([began])
  // Measured again after five minutes, with what the fee of a trade has taken.
  const { exchange } = venue.parts
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qtyX: '10000000' }
  await browser.ask('POST', '/contract/v5/order/create', order)
  venue.clock.advance(300_000)
  // Each command measures some of the traders.
  for (let k = 0; k < 3; k += 1) {
    venue.clock.advance(100)
    await exchange.submit({ kind: 'AdvanceTime' })
  }
  const [, second] = await samples()
  const wallet = (await browser.ask('GET', '/contract/v5/account/wallet')).body
  const { totalEquity } = (wallet as { result: { totalEquity: string } }).result
  expect(Number(totalEquity)).toBeLessThan(100_000)
  const growth = expect.closeTo(Number(totalEquity) / 100_000, 9)
  expect(second).toMatchObject({ equity: totalEquity, putIn: '100000', growth })
  const fromE3 = beganMs + 200_000
  expect(await samples(`?fromE3=${fromE3}`)).toEqual([{ ...began, timeE3: fromE3 }, second])
})

test('of fifty simultaneous requests for demo funds one succeeds', async () => {
  const browser = await trader()
  // A hundred dollars are lost first, so that there is room for funds.
  await browser.ask('POST', create, { ...limit, orderType: 'Market', price: undefined })
  const equity = async () => {
    const { body } = await browser.ask('GET', '/contract/v5/account/wallet')
    return Number((body['result'] as { totalEquity: string }).totalEquity)
  }
  const before = await equity()
  const path = '/contract/v5/account/demo-funds'
  const answers = await Promise.all([...Array(50)].map(() => browser.ask('POST', path)))
  expect(answers.filter(({ body }) => body['ret_code'] === 0)).toHaveLength(1)
  expect(answers.filter(({ body }) => body['ret_code'] === 10604)).toHaveLength(49)
  expect(await equity()).toBeCloseTo(before + 100_000, 6)
})

test('S14: of twenty simultaneous orders, each with more than half of the balance, one is accepted', async () => {
  const browser = await trader()
  // 9 BTC at 64,000 with a leverage of 10 need 57,600 USDT.
  const order = { ...limit, qty: '9' }
  const answers = await Promise.all([...Array(20)].map(() => browser.ask('POST', create, order)))
  const codes = answers.map(({ body }) => body['ret_code'])
  expect(codes.filter((code) => code === 0)).toHaveLength(1)
  expect(codes.filter((code) => code === 110007)).toHaveLength(19)
  const { body } = await browser.ask('GET', '/contract/v5/account/wallet')
  const { totalAvailableBalance } = body['result'] as { totalAvailableBalance: string }
  expect(Number(totalAvailableBalance)).toBeGreaterThan(40_000)
  expect(Number(totalAvailableBalance)).toBeLessThanOrEqual(42_400)
})

test('O6: fields with the same meaning must agree', async () => {
  const browser = await trader()
  const refused = [
    await browser.ask('POST', create, { ...limit, qtyX: '2000000' }),
    await browser.ask('POST', `${create}?business=inverse`, limit),
    await browser.ask('POST', `${create}?category=spot`, limit),
    await browser.ask('POST', '/contract/v5/position/set-leverage', {
      symbol: 'BTCUSDT',
      leverage: '5',
      leverageE2: 600,
    }),
  ]
  expect(refused.map(({ status, body }) => [status, body['ret_code']])).toEqual(
    refused.map(() => [400, 10001]),
  )
  expect((await browser.ask('POST', `${create}?business=usdt&category=linear`, limit)).status).toBe(
    200,
  )
})

test('unknown paths and methods answer with the usual envelope', async () => {
  const browser = new TestClient(venue.app)
  expect(await browser.ask('GET', '/nothing')).toMatchObject({
    status: 404,
    body: { ret_code: 10404 },
  })
  expect(await browser.ask('GET', create)).toMatchObject({ status: 405, body: { ret_code: 10405 } })
  expect((await venue.app.inject({ method: 'DELETE', url: create })).headers['allow']).toBe('POST')
})

test('a document has the security headers of a page', async () => {
  const { headers } = await venue.app.inject('/nothing')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': expect.stringContaining('camera=()'),
    'x-request-id': expect.any(String),
  })
  expect(headers['content-security-policy']).toContain("default-src 'self';script-src 'self'")
})

test('an answer of a call has headers against sniffing, framing, scripts, caching and other sites', async () => {
  const { headers } = await venue.app.inject('/contract/v5/public/time')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
    'x-request-id': expect.any(String),
  })
  expect(headers['access-control-allow-origin']).toBeUndefined()
})

test('operators see whether it is alive and may trade, and its metrics', async () => {
  expect((await venue.app.inject('/health')).json()).toEqual({ alive: true })
  expect((await venue.app.inject('/ready')).json()).toMatchObject({ isReady: true, reasons: [] })
  expect((await venue.app.inject('/metrics')).body).toMatch(/basis_seq \d+/)
})
