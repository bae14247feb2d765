// The total value of an account: money that goes into a bot, a copy or the funding wallet is shown
// in another part, and the total stays the same.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../../testing/test-server.ts'

let venue: TestServer
let ann: TestClient
let lea: TestClient

beforeAll(async () => {
  venue = await startTestServer()
  ;[ann, lea] = [new TestClient(venue.app), new TestClient(venue.app)]
  await ann.becomeTrader()
  await lea.becomeTrader()
})
afterAll(() => venue.stop())

const read = async (browser: TestClient, path: string) =>
  (await browser.ask('GET', path)).body['result']
const funds = (browser: TestClient) => read(browser, '/contract/v5/wallets/funds')
const post = async (browser: TestClient, path: string, payload: unknown) => {
  const { body } = await browser.ask('POST', path, payload)
  expect([body['ret_code'], body['ret_msg']]).toEqual([0, 'OK'])
  return body['result'] as Record<string, string>
}

const copying = '/fapi/beehive/private/v1/common'
const grid = {
  symbol: 'BTC/USDT',
  gridMode: 'Spot',
  gridType: 'Arithmetic',
  // The market is above the range: the bot has bought nothing yet.
  minPrice: '50000',
  maxPrice: '60000',
  cellNumber: 4,
  investment: '3000',
}
const dca = { symbol: 'BTC/USDT', amount: '200', purchases: 3, intervalMin: 60, maxPrice: '1000' }

test('funds show money in bots, copies and the funding wallet, and the total stays the same', async () => {
  expect(await funds(ann)).toEqual({
    total: '100000',
    unified: '100000',
    funding: '0',
    bots: '0',
    copy: '0',
  })
  const { botId } = await post(ann, '/s1/bot/grid/v1/create', grid)
  expect(await funds(ann)).toMatchObject({ total: '100000', unified: '97000', bots: '3000' })
  await post(ann, '/s1/bot/dca/v1/create', dca)
  expect(await funds(ann)).toMatchObject({ total: '100000', unified: '96400', bots: '3600' })

  // The leader's own wallet is his copy trading money, as a follower's is.
  const led = await post(lea, `${copying}/leader/apply`, {
    name: 'Lea',
    style: 'Classic',
    amount: '7000',
  })
  expect(await funds(lea)).toMatchObject({ total: '100000', unified: '93000', copy: '7000' })
  const settings = { mode: 'FixedRatio', ratio: '1', slippage: '0.01' }
  await post(ann, `${copying}/follow/create`, {
    leaderId: led['walletId'],
    amount: '1500',
    settings,
  })
  expect(await funds(ann)).toMatchObject({ total: '100000', unified: '94900', copy: '1500' })

  const { list } = (await read(ann, '/contract/v5/wallets/list')) as { list: { uid: string }[] }
  const uid = list[0]?.uid
  await post(ann, '/contract/v5/wallets/transfer', {
    from: { uid, wallet: 'Unified' },
    to: { uid, wallet: 'Funding' },
    coin: 'USDT',
    amount: '900',
  })
  expect(await funds(ann)).toEqual({
    total: '100000',
    unified: '94000',
    funding: '900',
    bots: '3600',
    copy: '1500',
  })

  // The money of an ended bot is in the wallet again, and is counted once.
  await post(ann, '/s1/bot/grid/v1/close', { botId })
  expect(await funds(ann)).toMatchObject({ total: '100000', unified: '97000', bots: '600' })
})
