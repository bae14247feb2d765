// A banned account may read and sign out, and changes nothing: tested with the whole table of
// calls, so that a new call is covered without a test of its own.

import { callNames, calls, mayWhileBanned } from '@basis/protocol/calls'
import { gridCalls } from '@basis/protocol/grid/calls'
import { accountId } from '@basis/domain/numbers/brand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
let browser: TestClient
let account = accountId(0)

beforeAll(async () => {
  venue = await startTestServer()
  browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const { body } = await browser.ask('GET', '/contract/v5/user/info')
  account = accountId(Number((body['result'] as { uid: string }).uid))
  await venue.parts.sessions.setBanned(account, true, 'wash trading')
})
afterAll(() => venue.stop())

const banned = 10024
const answerTo = async (name: (typeof callNames)[number]): Promise<unknown> => {
  const { method, path } = calls[name]
  const { body } = await browser.ask(method, path)
  return body['ret_code'] ?? body['retCode']
}

test('the only changing calls of a banned account go over to another account or sign out', () => {
  const changing = callNames.filter((name) => calls[name].changes && mayWhileBanned(name))
  expect(changing.toSorted()).toEqual(['signIn', 'signOut', 'switchAccount'])
})

test('a frozen sub-account can be left for its main account, a banned main account for no other', async () => {
  const ann = new TestClient(venue.app)
  await ann.becomeTrader()
  const uidNow = async (): Promise<string> => {
    const { body } = await ann.ask('GET', '/contract/v5/user/info')
    return (body['result'] as { uid: string }).uid
  }
  const subAccount = async (): Promise<string> => {
    const { body } = await ann.ask('POST', '/contract/v5/wallets/sub-account')
    return (body['result'] as { uid: string }).uid
  }
  const goTo = async (uid: string): Promise<unknown> =>
    (await ann.ask('POST', '/contract/v5/wallets/switch', { uid })).body['ret_code']
  const [main, sub, other] = [await uidNow(), await subAccount(), await subAccount()]
  const { sessions } = venue.parts
  expect(await goTo(sub)).toBe(0)
  await sessions.setBanned(accountId(Number(sub)), true, 'frozen by the main account')
  expect(await goTo(other)).toBe(banned)
  expect(await goTo(main)).toBe(0)
  expect(await uidNow()).toBe(main)
  await sessions.setBanned(accountId(Number(main)), true, 'wash trading')
  expect(await goTo(other)).toBe(banned)
  expect(await uidNow()).toBe(main)
})

test('the visitor profile of a banned account has the operator’s reason, that of another visitor has not', async () => {
  const profile = async (asking: TestClient) =>
    (await asking.ask('GET', '/contract/v5/settings/visitor-profile')).body['result']
  expect(await profile(browser)).toMatchObject({ isBanned: true, banReason: 'wash trading' })
  expect(await profile(new TestClient(venue.app))).toEqual({ isBanned: false, cancelLink: '/left' })
})

const isBotCall = (name: string): boolean => name in gridCalls

test.each(callNames.filter((name) => !mayWhileBanned(name) && !isBotCall(name)))(
  '%s is refused to a banned account',
  async (name) => {
    expect(await answerTo(name)).toBe(banned)
  },
)

test.each(callNames.filter((name) => !mayWhileBanned(name) && isBotCall(name)))(
  '%s of a bot answers why the account is banned, code 415 (spec 8)',
  async (name) => {
    const { method, path } = calls[name]
    const { body } = await browser.ask(method, path)
    expect(body).toMatchObject({ ret_code: 415 })
    expect(decodeURIComponent(String(body['ret_msg']))).toContain('wash trading')
  },
)

test.each(callNames.filter((name) => mayWhileBanned(name) && name !== 'signOut'))(
  '%s is not refused to a banned account',
  async (name) => {
    expect(await answerTo(name)).not.toBe(banned)
  },
)

test('the visitor profile shows a ban, and the account trades again when the ban is lifted', async () => {
  const profile = '/contract/v5/settings/visitor-profile'
  expect((await browser.ask('GET', profile)).body).toMatchObject({ result: { isBanned: true } })
  await venue.parts.sessions.setBanned(account, false)
  expect((await browser.ask('GET', profile)).body).toMatchObject({ result: { isBanned: false } })
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' }
  const placed = await browser.ask('POST', '/contract/v5/order/create', order)
  expect(placed.body).toMatchObject({ ret_code: 0 })
  await venue.parts.sessions.setBanned(account, true)
  expect((await browser.ask('POST', '/contract/v5/order/create', order)).body).toMatchObject({
    ret_code: banned,
  })
})

test('a one-time token that was made before the ban is not valid after it', async () => {
  await venue.parts.sessions.setBanned(account, false)
  const session = { account, key: 'k', userToken: '' }
  const token = await venue.parts.sessions.makeOneTimeToken(session)
  await venue.parts.sessions.setBanned(account, true)
  expect(await venue.parts.sessions.takeOneTimeToken(token)).toBeUndefined()
})
