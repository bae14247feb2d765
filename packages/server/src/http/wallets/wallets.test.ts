// Wallets over the calls: coins go to the funding wallet and back, a sub-account has its own
// session and trades with what it got, and missing coins and foreign accounts are refused (rules
// 23).

import { accountId } from '@basis/domain/numbers/brand'
import { amount, priceE8 } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { collateralCoins } from '../../instruments/collateral.ts'
import { loanCommands } from '../../instruments/loans.ts'
import { closedReason } from '../../users/sub-accounts.ts'
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

type Body = { ret_code: number; result: unknown }
type Coins = { coin: string; balance: string; free: string }[]
type Wallets = { uid: string; isMain: boolean; unified: Coins; funding: Coins }
type Listed = { list: Wallets[]; main: string; subAccountsLeft: number }

const post = async (browser: TestClient, path: string, payload: unknown = {}) =>
  (await browser.ask('POST', `/contract/v5/wallets/${path}`, payload)).body as Body
const read = async (browser: TestClient): Promise<Body> => {
  const body = (await browser.ask('GET', '/contract/v5/wallets/list')).body as Body
  expect(body).toMatchObject({ ret_code: 0 })
  return body
}
const listed = async (browser: TestClient): Promise<Listed> =>
  (await read(browser)).result as Listed
const uidOf = async (browser: TestClient): Promise<string> =>
  (await listed(browser)).list[0]?.uid ?? ''
const usdt = (coins: Coins = []) => coins.find(({ coin }) => coin === 'USDT')?.balance

test('coins go to the funding wallet and back; more than the balance is refused', async () => {
  const uid = await uidOf(ann)
  const [unified, funding] = [
    { uid, wallet: 'Unified' },
    { uid, wallet: 'Funding' },
  ]
  const move = { from: unified, to: funding, coin: 'USDT' }
  expect(await post(ann, 'transfer', { ...move, amount: '2500.5' })).toMatchObject({ ret_code: 0 })
  const [own] = (await listed(ann)).list
  expect([usdt(own?.unified), usdt(own?.funding)]).toEqual(['97499.5', '2500.5'])
  const back = { from: funding, to: unified, coin: 'USDT' }
  expect(await post(ann, 'transfer', { ...back, amount: '2500.50000001' })).toMatchObject({
    ret_code: 131_212,
  })
  expect(await post(ann, 'transfer', { ...move, to: unified, amount: '1' })).toMatchObject({
    ret_code: 131_202,
  })
  expect(await post(ann, 'transfer', { ...back, amount: '2500.5' })).toMatchObject({ ret_code: 0 })
  expect(usdt((await listed(ann)).list[0]?.unified)).toBe('100000')
  const { body } = await ann.ask('GET', '/contract/v5/account/transaction-log')
  const log = (body['result'] as { list: { type: string; change: string }[] }).list
  expect(log.filter(({ type }) => type === 'Transfer').map(({ change }) => change)).toEqual([
    '2500.5',
    '-2500.5',
  ])
})

test('a transfer repeated under its id is refused, and moves nothing', async () => {
  const uid = await uidOf(ben)
  const move = {
    from: { uid, wallet: 'Unified' },
    to: { uid, wallet: 'Funding' },
    coin: 'USDT',
    amount: '7',
    transferId: 'w-1',
  }
  expect(await post(ben, 'transfer', move)).toMatchObject({ ret_code: 0 })
  expect(await post(ben, 'transfer', move)).toMatchObject({ ret_code: 131_214 })
  expect(usdt((await listed(ben)).list[0]?.funding)).toBe('7')
  expect(await post(ben, 'transfer', { ...move, transferId: 'w-2' })).toMatchObject({ ret_code: 0 })
})

test('a sub-account is opened, gets money, is switched to and trades; other accounts cannot use it', async () => {
  const uid = await uidOf(ann)
  const opened = await post(ann, 'sub-account')
  expect(opened).toMatchObject({ ret_code: 0 })
  const sub = (opened.result as { uid: string }).uid
  const move = { from: { uid, wallet: 'Unified' }, to: { uid: sub, wallet: 'Unified' } }
  expect(await post(ann, 'transfer', { ...move, coin: 'USDT', amount: '1000' })).toMatchObject({
    ret_code: 0,
  })
  expect((await listed(ann)).list.map(({ isMain }) => isMain)).toEqual([true, false])
  // Another trader cannot use these accounts.
  expect(await post(ben, 'switch', { uid: sub })).toMatchObject({ ret_code: 131_201 })
  expect(await post(ben, 'transfer', { ...move, coin: 'USDT', amount: '1' })).toMatchObject({
    ret_code: 131_201,
  })
  expect(await post(ann, 'switch', { uid: sub })).toMatchObject({ ret_code: 0 })
  const seen = await listed(ann)
  expect(seen).toMatchObject({ main: uid, subAccountsLeft: 0 })
  expect(seen.list.map((each) => [each.uid, usdt(each.unified)])).toEqual([[sub, '1000']])
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty: '0.01' }
  const traded = await ann.ask('POST', '/contract/v5/order/create', order)
  expect(traded.body).toMatchObject({ ret_code: 0 })
  expect(await post(ann, 'sub-account')).toMatchObject({ ret_code: 131_220 })
  // A sub-account cannot transfer from its main account.
  const taking = { from: { uid, wallet: 'Unified' }, to: { uid: sub, wallet: 'Unified' } }
  expect(await post(ann, 'transfer', { ...taking, coin: 'USDT', amount: '1' })).toMatchObject({
    ret_code: 131_201,
  })
  expect(await post(ann, 'switch', { uid })).toMatchObject({ ret_code: 0 })
  expect(await uidOf(ann)).toBe(uid)
})

test('S3: the session that a switch of accounts or a sign-in leaves ends when the new one is used', async () => {
  const dan = new TestClient(venue.app)
  await dan.becomeTrader()
  const uid = await uidOf(dan)
  const sub = ((await post(dan, 'sub-account')).result as { uid: string }).uid
  const ended: string[] = []
  const stop = venue.parts.sessions.onEnded((key) => ended.push(key))
  const isAlive = async (browser: TestClient): Promise<boolean> =>
    (await browser.ask('GET', '/contract/v5/user/info')).body['ret_code'] === 0

  // A browser that the answer does not reach goes on with its own session.
  const first = dan.at(venue.app)
  expect(await post(dan, 'switch', { uid: sub })).toMatchObject({ ret_code: 0 })
  expect([await isAlive(first), ended.length]).toEqual([true, 0])
  expect([await isAlive(dan), ended.length]).toEqual([true, 1])
  expect([await isAlive(first), await isAlive(dan), ended.length]).toEqual([false, true, 1])

  // A refused switch leaves the session as it was.
  expect(await post(dan, 'switch', { uid: '1' })).toMatchObject({ ret_code: 131_201 })
  expect([await isAlive(dan), ended.length]).toEqual([true, 1])
  expect(await post(dan, 'switch', { uid })).toMatchObject({ ret_code: 0 })
  expect([await isAlive(dan), ended.length]).toEqual([true, 2])

  const credentials = { username: 'dan_of_two', password: 'a long secret' }
  await dan.ask('POST', '/contract/v5/user/sign-up', credentials)
  const before = dan.at(venue.app)
  const again = await dan.ask('POST', '/contract/v5/user/sign-in', credentials)
  expect(again.body).toMatchObject({ ret_code: 0 })
  expect([await isAlive(dan), await isAlive(before), ended.length]).toEqual([true, false, 3])
  stop()
})

test('23.1: a sub-account gets no name and password: only its main account opens a session for it', async () => {
  const [fay, guest] = [new TestClient(venue.app), new TestClient(venue.app)]
  await fay.becomeTrader()
  const sub = ((await post(fay, 'sub-account')).result as { uid: string }).uid
  await post(fay, 'switch', { uid: sub })
  const credentials = { username: 'fays_trader', password: 'a long secret' }
  const named = await fay.ask('POST', '/contract/v5/user/sign-up', credentials)
  expect(named.body).toMatchObject({ ret_code: 10_001, ext_map: { field: 'username' } })
  const signedIn = await guest.ask('POST', '/contract/v5/user/sign-in', credentials)
  expect(signedIn.body).toMatchObject({ ret_code: 10_602 })
  expect(await uidOf(fay)).toBe(sub)
})

test('23.1: a sub-account’s session names its main account, a main account’s none', async () => {
  const gus = new TestClient(venue.app)
  await gus.becomeTrader()
  const uid = await uidOf(gus)
  const sub = ((await post(gus, 'sub-account')).result as { uid: string }).uid
  expect((await post(gus, 'switch', { uid: sub })).result).toMatchObject({ uid: sub, main: uid })
  const { body } = await gus.ask('GET', '/contract/v5/user/info')
  expect(body['result']).toMatchObject({ uid: sub, main: uid })
  expect((await post(gus, 'switch', { uid })).result).not.toHaveProperty('main')
})

test('23.1: a sub-account that was given a name and a password before has no sign-in', async () => {
  const [hal, guest] = [new TestClient(venue.app), new TestClient(venue.app)]
  await hal.becomeTrader()
  const sub = Number(((await post(hal, 'sub-account')).result as { uid: string }).uid)
  const credentials = { username: 'hals_trader', password: 'a long secret' }
  await venue.parts.sessions.nameDemo(accountId(sub), credentials)
  const signedIn = await guest.ask('POST', '/contract/v5/user/sign-in', credentials)
  expect(signedIn.body).toMatchObject({ ret_code: 10_001, ext_map: { field: 'username' } })
  const wrong = await guest.ask('POST', '/contract/v5/user/sign-in', {
    ...credentials,
    password: 'another secret',
  })
  expect(wrong.body).toMatchObject({ ret_code: 10_602 })
  expect((await guest.ask('GET', '/contract/v5/user/info')).body).toMatchObject({
    ret_code: 10_007,
  })
})

test('a closed sub-account is not listed, and takes no coins; those left in it can be fetched', async () => {
  const ida = new TestClient(venue.app)
  await ida.becomeTrader()
  const uid = await uidOf(ida)
  const sub = ((await post(ida, 'sub-account')).result as { uid: string }).uid
  const account = accountId(Number(sub))
  await venue.parts.sessions.setBanned(account, true, closedReason)
  const uids = async () => (await listed(ida)).list.map((each) => each.uid)
  expect(await uids()).toEqual([uid])
  const [own, closed] = [uid, sub].map((of) => ({ uid: of, wallet: 'Unified' }))
  const move = { from: own, to: closed, coin: 'USDT', amount: '1' }
  expect(await post(ida, 'transfer', move)).toMatchObject({ ret_code: 131_201 })
  // What came in while it was being closed can be fetched.
  const left = { coin: 'USDT', amount: amount(100_000_000n) }
  await venue.parts.exchange.submit({ kind: 'Deposit', account, ...left })
  expect(await uids()).toEqual([uid, sub])
  expect(await post(ida, 'transfer', { ...move, from: closed, to: own })).toMatchObject({
    ret_code: 0,
  })
  expect(await uids()).toEqual([uid])
})

test('borrowed coins are listed as owed, with a value of 0', async () => {
  const { exchange } = venue.parts
  for (const { coin, ...counts } of collateralCoins) {
    await exchange.submit({ kind: 'ListCoin', coin, ...counts })
  }
  const usdE8 = priceE8(65_000 * 100_000_000)
  await exchange.submit({ kind: 'UpdatePrices', prices: [], coins: [{ coin: 'BTC', usdE8 }] })
  for (const command of loanCommands(exchange.views)) await exchange.submit(command)
  const eve = new TestClient(venue.app)
  await eve.becomeTrader()
  await eve.ask('POST', '/v5/spot-margin-trade/switch-mode', { spotMarginMode: 1 })
  const { body } = await eve.ask('POST', '/v5/account/borrow', { coin: 'BTC', amount: '0.1' })
  expect(body).toMatchObject({ ret_code: 0 })
  expect((await listed(eve)).list[0]?.unified).toMatchObject([
    { coin: 'BTC', balance: '0.1', owed: '0.1', usdValue: '0' },
    { coin: 'USDT', owed: '0' },
  ])
})
