// A ban cancels the account's opening orders and leaves those that can only close.

import { accountId, type AccountId } from '@basis/domain/numbers/brand'
import { amount, leverageE2 } from '@basis/domain/numbers/fixed'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { watchBans, type BanWatch } from './bans.ts'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
let watch: BanWatch | undefined
const onFailure = vi.fn<(error: unknown) => void>()

/** The account of the running test; a new watch would find it again in the next one. */
let banned: AccountId | undefined

beforeAll(async () => {
  venue = await startTestServer()
})
afterEach(async () => {
  watch?.stop()
  if (banned !== undefined) await venue.parts.sessions.setBanned(banned, false)
  banned = undefined
  expect(onFailure).not.toHaveBeenCalled()
})
afterAll(() => venue.stop())

function ban(account: AccountId, reason?: string) {
  banned = account
  return venue.parts.sessions.setBanned(account, true, reason)
}

const limit = { symbol: 'BTCUSDT', orderType: 'Limit', qty: '0.01' }

async function traderWithOrders() {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const create = async (order: Record<string, unknown>): Promise<void> => {
    const { body } = await browser.ask('POST', '/contract/v5/order/create', { ...limit, ...order })
    if (body['ret_code'] !== 0) throw new Error(JSON.stringify(body))
  }
  await create({ side: 'Buy', orderType: 'Market' })
  await create({ side: 'Buy', price: '64000', orderLinkId: 'entry' })
  await create({ side: 'Sell', price: '66000', orderLinkId: 'exit', reduceOnly: true })
  const stops = { symbol: 'BTCUSDT', positionIdx: 0, tpSlMode: 'Full', stopLoss: '60000' }
  await browser.ask('POST', '/contract/v5/position/set-tp-sl-ts', stops)
  const chase = { symbol: 'BTCUSDT', side: 'Buy', strategyType: 'ChaseLimit', qty: '0.01' }
  await browser.ask('POST', '/contract/v5/strategy/create', chase)
  const { body } = await browser.ask('GET', '/contract/v5/user/info')
  return accountId(Number((body['result'] as { uid: string }).uid))
}

const openState = (account: ReturnType<typeof accountId>) => {
  const { views } = venue.parts.exchange
  return {
    orders: views.openOrders(account).map(({ linkId, stop }) => stop?.stopType ?? linkId),
    algos: views.algos(account).length,
    positions: views.positions(account).length,
  }
}

test('a ban cancels opening and chase orders; the position keeps its closing order and its stop-loss', async () => {
  const account = await traderWithOrders()
  expect(openState(account).algos).toBe(1)
  watch = watchBans(venue.parts, onFailure)
  await ban(account)
  const left = { orders: ['exit', 'StopLoss'], algos: 0, positions: 1 }
  await expect.poll(() => openState(account)).toEqual(left)
})

test('a ban cancels combination orders: a combination opens positions', async () => {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const order = { symbol: 'BTCUSDT_BTC/USDT', orderType: 'Limit', qty: '0.01', price: '-1.5' }
  const asked = { ...order, side: 'Sell' }
  const { body: made } = await browser.ask('POST', '/v5/spread/order/create', asked)
  expect(JSON.stringify(made)).toContain('"New"')
  const { body } = await browser.ask('GET', '/contract/v5/user/info')
  const account = accountId(Number((body['result'] as { uid: string }).uid))
  const { spreads } = venue.parts.exchange.views
  expect(spreads.openOrders(account)).toHaveLength(1)
  watch = watchBans(venue.parts, onFailure)
  await ban(account)
  await expect.poll(() => spreads.openOrders(account)).toEqual([])
})

test('a ban whose cancels came too late is applied by a later check', async () => {
  const account = await traderWithOrders()
  const { exchange, sessions } = venue.parts
  let late = 0
  const submit: typeof exchange.submit = (command, options) => {
    if (late >= 8) return exchange.submit(command, options)
    late += 1
    return exchange.submit(command, { latestMs: 0 })
  }
  watch = watchBans({ exchange: { ...exchange, submit }, sessions }, onFailure)
  await ban(account)
  const orders = () => openState(account).orders
  await expect.poll(orders).toEqual(['exit', 'StopLoss'])
  expect(onFailure).toHaveBeenCalledTimes(1)
  onFailure.mockClear()
})

test('a ban made while no watch was running is applied when the watch starts', async () => {
  const account = await traderWithOrders()
  await ban(account)
  watch = watchBans(venue.parts, onFailure)
  await expect.poll(() => openState(account).orders).toEqual(['exit', 'StopLoss'])
})

test('a ban that a busy exchange refused is applied by a later check, and the failure is reported once', async () => {
  const account = await traderWithOrders()
  const { exchange, sessions } = venue.parts
  let refusals = 0
  const submit: typeof exchange.submit = (command, ...rest) => {
    if (refusals >= 8) return exchange.submit(command, ...rest)
    refusals += 1
    return Promise.reject(new Error('busy'))
  }
  watch = watchBans({ exchange: { ...exchange, submit }, sessions }, onFailure)
  await ban(account)
  await expect.poll(() => openState(account).orders).toEqual(['exit', 'StopLoss'])
  expect(refusals).toBe(8)
  expect(onFailure.mock.calls).toEqual([[new Error('busy')]])
  onFailure.mockClear()
})

test('a ban ends bots with its reason, closes the leader wallet and stops its followers', async () => {
  const { exchange } = venue.parts
  const [ann, ben] = [new TestClient(venue.app), new TestClient(venue.app)]
  const accounts: ReturnType<typeof accountId>[] = []
  const ids: string[] = []
  for (const browser of [ann, ben]) {
    await browser.becomeTrader()
    const { body } = await browser.ask('GET', '/contract/v5/user/info')
    ids.push((body['result'] as { uid: string }).uid)
    accounts.push(accountId(Number(ids.at(-1))))
  }
  const [leader = accountId(0), follower = accountId(0)] = accounts
  const lead = { kind: 'BecomeLeader', name: 'Ann', style: 'Classic', shareE4: 0 } as const
  const money = amount(1000_00000000n)
  const { wallet = accountId(0) } = await exchange.submit({
    ...lead,
    account: leader,
    amount: money,
  })
  const settings = {
    mode: 'FixedRatio',
    margin: amount(0n),
    ratioE4: 10_000,
    leverageE2: leverageE2(0),
    symbolMargin: amount(0n),
    dayMargin: amount(0n),
    slippageE4: 100,
    takeProfitE4: 0,
    stopLossE4: 0,
    totalStopLoss: amount(0n),
  } as const
  const follow = { kind: 'FollowLeader', account: follower, leader: wallet, settings } as const
  await exchange.submit({ ...follow, amount: money })
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' }
  const opened = await ann.ask('POST', '/contract/v5/order/create', order)
  expect(opened.body).toMatchObject({ ret_code: 0 })
  const bot = {
    symbol: 'BTCUSDT',
    gridMode: 'Neutral',
    gridType: 'Arithmetic',
    minPrice: '60000',
    maxPrice: '70000',
    cellNumber: 5,
    leverage: '5',
    investment: '2000',
  }
  const made = await ann.ask('POST', '/s1/bot/grid/v1/create', bot)
  expect(made.body).toMatchObject({ ret_code: 0 })
  const dca = { symbol: 'BTC/USDT', amount: '100', purchases: 5, intervalMin: 60 }
  const bought = await ann.ask('POST', '/s1/bot/dca/v1/create', dca)
  expect(bought.body).toMatchObject({ ret_code: 0 })
  watch = watchBans(venue.parts, onFailure)
  await ban(leader, 'wash trading')
  const { views } = exchange
  await expect.poll(() => views.copy.leads(leader)?.isOpen).toBe(false)
  expect(views.copy.follows(follower)[0]).toMatchObject({ stop: 'LeaderBanned' })
  await expect
    .poll(() => views.grids.bots(leader)[0])
    .toMatchObject({
      end: 'Banned',
      problem: { name: 'gridAccountBanned', params: { reason: 'wash trading' } },
    })
  await expect
    .poll(() => views.spotBots.bots(leader)[0])
    .toMatchObject({ end: 'Banned', problem: { params: { reason: 'wash trading' } } })
  const answer = await ann.ask('GET', '/s1/bot/dca/v1/list')
  expect(JSON.stringify(answer.body)).toContain('"banReason":"wash trading"')
  // The reason is in the trader's list of bots too.
  const { body } = await ann.ask('GET', '/s1/bot/grid/v1/list')
  expect(JSON.stringify(body)).toContain('wash trading')
  expect(views.positions(leader)).toHaveLength(1)
})
