// Copy trading over the calls: a leader, a follower, an order that is copied, and what is refused.

import { accountId } from '@basis/domain/numbers/brand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'

const root = '/fapi/beehive'
let venue: TestServer
let leader: TestClient
let follower: TestClient
let leaderId = ''
let walletId = ''

beforeAll(async () => {
  venue = await startTestServer()
  ;[leader, follower] = [new TestClient(venue.app), new TestClient(venue.app)]
  await leader.becomeTrader()
  await follower.becomeTrader()
})
afterAll(() => venue.stop())

type Body = { ret_code: number; ret_msg: string; result: Record<string, unknown> }
const post = async (browser: TestClient, path: string, payload: unknown = {}) =>
  (await browser.ask('POST', `${root}/private/v1/common/${path}`, payload)).body as Body
const get = async (browser: TestClient, path: string, of = 'private') =>
  (await browser.ask('GET', `${root}/${of}/v1/common/${path}`)).body as Body
const rowsOf = ({ result }: Body, name: string) => result[name] as Record<string, unknown>[]
const lead = { name: 'Lea', style: 'Classic', amount: '10000' }
const settings = { mode: 'FixedRatio', ratio: '1', slippage: '0.01' }

test('a trader who applies becomes a leader and is in the public list with the leader’s figures', async () => {
  expect(await get(leader, 'leader/apply-detail?symbol=BTCUSDT')).toMatchObject({
    result: { leader: null, mayTradeSymbol: true, minAmount: '10' },
  })
  const made = await post(leader, 'leader/apply', lead)
  expect(made.ret_code).toBe(0)
  leaderId = String(made.result['walletId'] ?? made.result['wallet_id'])
  const visitor = new TestClient(venue.app)
  const list = await get(visitor, 'leader/list', 'public')
  expect(list).toMatchObject({ ret_code: 0 })
  // A classic leader begins as Cadet with a tenth of the profit (rules 16.4), his ROI at 0.
  expect(rowsOf(list, 'list')).toMatchObject([
    {
      leaderId,
      name: 'Lea',
      style: 'Classic',
      rank: 'Cadet',
      profitShare: '0.1',
      isOpen: true,
      roi: '0',
      equity: '10000',
      winRate: '',
      closedPositions: 0,
      followers: 0,
      followedEquity: '0',
      relation: 'none',
    },
  ])
  const own = await get(leader, 'leader/list', 'public')
  expect(rowsOf(own, 'list')).toMatchObject([{ leaderId, relation: 'self' }])
})

test('a follower copies an order of the leader in the same command', async () => {
  const made = await post(follower, 'follow/create', { leaderId, amount: '1000', settings })
  expect(made.ret_code).toBe(0)
  walletId = String(made.result['walletId'] ?? made.result['wallet_id'])
  const order = await post(leader, 'order/create', {
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Market',
    qtyX: '1000000',
    positionIdx: 1,
    timeInForce: 'ImmediateOrCancel',
    basePrice: '65000',
    leverageE2: 1000,
    type: 'Activity',
    action: 'PositionOpen',
  })
  expect([order.ret_code, order.ret_msg]).toEqual([0, 'OK'])
  const [copy] = rowsOf(await get(follower, 'follow/list'), 'list')
  expect(copy).toMatchObject({
    status: 'Following',
    positions: [{ symbol: 'BTCUSDT', side: 'Buy', size: '0.010' }],
    log: [{ act: 'Open', reason: '' }],
  })
})

test('a leader sees each follower with status, equity and paid profit share', async () => {
  const detail = await get(leader, 'leader/apply-detail')
  const [row] = rowsOf(detail, 'followers')
  expect(row).toMatchObject({
    status: 'Following',
    isBlocked: false,
    setAside: '0',
    paidShare: '0',
  })
  const [copy] = rowsOf(await get(follower, 'follow/list'), 'list')
  expect(row).toMatchObject({ equity: copy?.['equity'], startedAtE3: copy?.['startedAtE3'] })
  // The public figures count the same follower and money.
  const list = await get(follower, 'leader/list', 'public')
  expect(rowsOf(list, 'list')).toMatchObject([
    { followers: 1, followedEquity: copy?.['equity'], relation: 'copied' },
  ])
})

test('positions of a leader are shown to others a minute late', async () => {
  const detail = `leader/detail?leaderId=${leaderId}`
  await get(follower, detail, 'public')
  expect(await get(follower, detail, 'public')).toMatchObject({ result: { positions: [] } })
  venue.clock.advance(61_000)
  expect(await get(follower, detail, 'public')).toMatchObject({
    result: { positions: [{ symbol: 'BTCUSDT', side: 'Buy', size: '0.010' }] },
  })
})

test('each refusal of a copy trading call has its code', async () => {
  const code = async (answer: Promise<Body>) => (await answer).ret_code
  expect(await code(post(leader, 'leader/apply', lead))).toBe(39_405)
  expect(await code(post(follower, 'leader/apply', { ...lead, name: '?' }))).toBe(39_406)
  const other = { leaderId, amount: '1000', settings }
  expect(await code(post(follower, 'follow/create', other))).toBe(39_409)
  expect(await code(post(follower, 'follow/create', { ...other, leaderId: '5' }))).toBe(39_403)
  expect(await code(post(leader, 'follow/create', other))).toBe(39_408)
  expect(await code(post(follower, 'wallet/transfer', { walletId, amount: '9999999' }))).toBe(
    12_001,
  )
  expect(await code(post(follower, 'wallet/transfer', { walletId, amount: '-1000' }))).toBe(12_002)
  expect(await code(post(leader, 'wallet/transfer', { walletId, amount: '1' }))).toBe(39_412)
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.001' }
  const mine = { ...order, positionIdx: 1, walletId }
  expect(await code(post(follower, 'order/create', mine))).toBe(90_016)
  expect(await code(post(leader, 'order/create', mine))).toBe(39_412)
  expect(await code(post(follower, 'order/create', order))).toBe(39_412)
  const wide = { ...other, settings: { ...settings, slippage: '0.2' } }
  const fresh = new TestClient(venue.app)
  await fresh.becomeTrader()
  expect(await code(post(fresh, 'follow/create', wide))).toBe(39_402)
  expect(await code(post(fresh, 'follow/create', { ...other, amount: '9' }))).toBe(12_007)
  const account = venue.parts.exchange.views.copy.ownerOf(accountId(Number(leaderId)))
  await venue.parts.sessions.setBanned(account ?? accountId(1), true)
  expect(await code(post(fresh, 'follow/create', other))).toBe(12_004)
  await venue.parts.sessions.setBanned(account ?? accountId(1), false)
})

test('16.1: a leader sets TP/SL of a position, changes one leg and removes the other', async () => {
  const of = { symbol: 'BTCUSDT', positionIdx: 1 }
  const takeProfitAndStopLoss = async () => {
    const [position] = rowsOf(await get(leader, 'leader/apply-detail'), 'positions')
    return [position?.['takeProfit'], position?.['stopLoss']].map(String)
  }
  const set = async (legs: object) =>
    (await post(leader, 'position/set-tp-sl', { ...of, ...legs })).ret_code
  expect(await set({ takeProfit: '80000', stopLoss: '50000' })).toBe(0)
  expect(await takeProfitAndStopLoss()).toEqual(['80000.0', '50000.0'])
  expect(await set({ takeProfit: '0', stopLoss: '51000' })).toBe(0)
  expect(await takeProfitAndStopLoss()).toEqual(['', '51000.0'])
  // A stop-loss on the wrong side of the price is refused; a trader who does not lead has no such
  // wallet.
  expect(await set({ stopLoss: '90000' })).not.toBe(0)
  expect((await post(follower, 'position/set-tp-sl', { ...of, stopLoss: '1' })).ret_code).toBe(
    39_412,
  )
  expect(await set({ stopLoss: '0' })).toBe(0)
})

test('16.1: the maximum order of a leader follows from the leader wallet, not from the account', async () => {
  const most = await get(leader, 'order/max-qty?symbol=BTCUSDT')
  const { buyQty } = most.result as { buyQty: string }
  // 10,000 at 10x and some 65,000 for a coin; the trader's account has another 90,000.
  expect(Number(buyQty)).toBeGreaterThan(1.2)
  expect(Number(buyQty)).toBeLessThan(1.6)
  expect((await get(follower, 'order/max-qty?symbol=BTCUSDT')).ret_code).toBe(39_412)
})

test('16.1: a leader sets the leverage, places a limit order with TP/SL and cancels it', async () => {
  const detail = async () =>
    (await get(leader, 'leader/apply-detail?symbol=BTCUSDT')).result as object
  expect(await detail()).toMatchObject({ leverage: '10', orders: [] })
  const order = {
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.01',
    price: '60000',
    positionIdx: 1,
    takeProfit: '80000',
    stopLoss: '50000',
  }
  const set = { symbol: 'BTCUSDT', leverage: '25' }
  expect(await post(leader, 'position/set-leverage', set)).toMatchObject({
    result: { leverage: '25', sellLeverage: '25' },
  })
  const placed = await post(leader, 'order/create', order)
  expect([placed.ret_code, placed.ret_msg]).toEqual([0, 'OK'])
  const orderId = String(placed.result['orderId'])
  const [open] = ((await detail()) as { orders: { orderId: string }[] }).orders
  expect(open).toMatchObject({
    orderId,
    price: '60000.0',
    orderType: 'Limit',
    takeProfit: '80000.0',
    stopLoss: '50000.0',
  })
  expect(await detail()).toMatchObject({ leverage: '25' })
  // Other accounts cannot use the wallet, and a trader who does not lead cannot set its leverage.
  const cancel = { symbol: 'BTCUSDT', orderId }
  expect((await post(follower, 'order/cancel', { ...cancel, walletId: leaderId })).ret_code).toBe(
    39_412,
  )
  expect((await post(follower, 'position/set-leverage', set)).ret_code).toBe(39_412)
  expect((await post(leader, 'order/cancel', cancel)).ret_code).toBe(0)
  expect(await detail()).toMatchObject({ orders: [] })
})

test('close-all closes a copied position, and stopping to follow brings the money home', async () => {
  const funds = async () => {
    const { body } = await follower.ask('GET', '/contract/v5/wallets/funds')
    return body['result'] as Record<string, string>
  }
  const copyOf = async () => rowsOf(await get(follower, 'follow/list'), 'list')[0]
  const unified = Number((await funds())['unified'])
  expect(unified).toBe(99_000)
  const closed = await post(follower, 'order/close-all', {
    symbol: 'BTCUSDT',
    positionIdx: 1,
    walletId,
  })
  expect(closed.ret_code).toBe(0)
  expect(await copyOf()).toMatchObject({ status: 'Following', positions: [] })
  // Bought at 65,065 and sold at 64,935: the copy has lost 1.30 and the fees of both.
  const left = Number((await copyOf())?.['equity'])
  expect(left).toBeLessThan(998.7)
  expect(left).toBeGreaterThan(997)
  expect((await post(follower, 'follow/stop', { walletId })).ret_code).toBe(0)
  expect((await post(follower, 'follow/stop', { walletId })).ret_code).toBe(12_054)
  expect(await copyOf()).toMatchObject({ status: 'Stopped', equity: '0', paidShare: '0' })
  // All that was left is in the follower's account again; a loss pays no share of profit.
  const home = await funds()
  expect(home['copy']).toBe('0')
  expect(Number(home['unified'])).toBeCloseTo(99_000 + left, 8)
})

test('a banned leader cannot be followed by new followers, code 12004 (spec 8)', async () => {
  const { body } = await leader.ask('GET', '/contract/v5/user/info')
  const account = accountId(Number((body['result'] as { uid: string }).uid))
  await venue.parts.sessions.setBanned(account, true, 'wash trading')
  const late = new TestClient(venue.app)
  await late.becomeTrader()
  const asked = await post(late, 'follow/create', { leaderId, amount: '1000', settings })
  expect(asked).toMatchObject({ ret_code: 12_004 })
})

test('16.7: a closing that was filled within the last minute is not shown to others yet', async () => {
  const [other, buyer] = [new TestClient(venue.app), new TestClient(venue.app)]
  await other.becomeTrader()
  await buyer.becomeTrader()
  const applied = await post(other, 'leader/apply', { ...lead, name: 'Otto' })
  const id = String(applied.result['walletId'] ?? applied.result['wallet_id'])
  const order = { symbol: 'BTCUSDT', positionIdx: 1, qty: '0.01' }
  const opening = { ...order, side: 'Buy', orderType: 'Market' }
  expect((await post(other, 'order/create', opening)).ret_code).toBe(0)
  const closing = { ...order, side: 'Sell', orderType: 'Limit', price: '65010', reduceOnly: true }
  expect((await post(other, 'order/create', closing)).ret_code).toBe(0)
  const buy = async (qty: string): Promise<void> => {
    const asked = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty }
    const { body } = await buyer.ask('POST', '/contract/v5/order/create', asked)
    expect(body).toMatchObject({ ret_code: 0, result: { order: { avgPrice: '65010' } } })
  }
  const shown = async () =>
    rowsOf(await get(follower, `leader/detail?leaderId=${id}`, 'public'), 'history')
  await buy('0.004')
  venue.clock.advance(70_000)
  await buy('0.006')
  expect(await shown()).toEqual([])
  venue.clock.advance(61_000)
  expect(await shown()).toMatchObject([{ symbol: 'BTCUSDT', size: '0.010' }])
})
