// A ban takes the account's entries out of the book and leaves what can only close.

import { accountId } from '@basis/domain/numbers/brand'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchBans, type BanWatch } from './bans.ts'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
let watch: BanWatch | undefined
const onFailure = vi.fn<(error: unknown) => void>()

beforeEach(async () => {
  venue = await startTestServer()
})
afterEach(async () => {
  watch?.stop()
  await venue.stop()
  expect(onFailure).not.toHaveBeenCalled()
})

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

const standing = (account: ReturnType<typeof accountId>) => {
  const { views } = venue.parts.exchange
  return {
    orders: views.openOrders(account).map(({ linkId, stop }) => stop?.stopType ?? linkId),
    algos: views.algos(account).length,
    positions: views.positions(account).length,
  }
}

test('entries and chasing orders go, the position keeps its exit and its stop', async () => {
  const account = await traderWithOrders()
  expect(standing(account).algos).toBe(1)
  watch = watchBans(venue.parts, onFailure)
  venue.parts.sessions.setBanned(account, true)
  const left = { orders: ['exit', 'StopLoss'], algos: 0, positions: 1 }
  await expect.poll(() => standing(account)).toEqual(left)
})

test('a ban that was made while nobody looked is carried out at the start', async () => {
  const account = await traderWithOrders()
  venue.parts.sessions.setBanned(account, true)
  watch = watchBans(venue.parts, onFailure)
  await expect.poll(() => standing(account).orders).toEqual(['exit', 'StopLoss'])
})
