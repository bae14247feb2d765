// Transfers and sub-accounts over the open API: coins move once, a main account opens sub-accounts
// and gives them keys that are valid for the sub-account only (open API 7, rules 23).

import { accountId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks } from '@basis/domain/numbers/fixed'
import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'
import { createV5Api, type V5Api } from '../api.ts'

let venue: TestServer
let api: V5Api
let main: V5TestClient
const failures: unknown[] = []

beforeAll(async () => {
  venue = await startTestServer()
  api = createV5Api(venue.parts, { limitFactor: 0, onFailure: (error) => failures.push(error) })
  main = await V5TestClient.open(venue, api)
})
afterAll(async () => {
  await venue.stop()
  expect(failures).toEqual([])
})

const id = (last: number): string => `11111111-2222-4333-8444-${String(last).padStart(12, '0')}`
const move = (last: number, amount: string, coin = 'USDT') => ({
  transferId: id(last),
  coin,
  amount,
  fromAccountType: 'UNIFIED',
  toAccountType: 'FUND',
})
const inter = (body: object) => main.post('asset/transfer/inter-transfer', body)
const universal = (body: object) => main.post('asset/transfer/universal-transfer', body)

type Balance = { readonly walletBalance: string; readonly transferBalance: string }
async function balanceIn(accountType: string, memberId = String(main.account)): Promise<string> {
  const asked = { accountType, memberId, coin: 'USDT' }
  const { result } = await main.get('asset/transfer/query-account-coin-balance', asked)
  return (result['balance'] as Balance).walletBalance
}

test('coins go to the funding wallet and back, and a repeated transferId is refused', async () => {
  expect(await inter(move(1, '2500.5'))).toMatchObject({
    retCode: 0,
    result: { transferId: id(1), status: 'SUCCESS' },
  })
  expect([await balanceIn('UNIFIED'), await balanceIn('FUND')]).toEqual(['97499.5', '2500.5'])
  expect(await inter(move(1, '2500.5'))).toMatchObject({ retCode: 131_214 })
  const back = { ...move(2, '500.5'), fromAccountType: 'FUND', toAccountType: 'UNIFIED' }
  expect(await inter(back)).toMatchObject({ retCode: 0 })
  expect([await balanceIn('UNIFIED'), await balanceIn('FUND')]).toEqual(['98000', '2000'])
  const { result } = await main.get('asset/transfer/query-inter-transfer-list')
  expect(result.list).toEqual([
    {
      transferId: id(2),
      coin: 'USDT',
      amount: '500.5',
      fromAccountType: 'FUND',
      toAccountType: 'UNIFIED',
      timestamp: expect.stringMatching(/^\d{13}$/),
      status: 'SUCCESS',
    },
    expect.objectContaining({ transferId: id(1), fromAccountType: 'UNIFIED' }),
  ])
})

test('the list of transfers is filtered and paged, and its last page has no cursor', async () => {
  const path = 'asset/transfer/query-inter-transfer-list'
  const idsOf = async (asked: Record<string, string>) => {
    const { result } = await main.get(path, asked)
    return [(result.list ?? []).map((row) => row['transferId']), result['nextPageCursor']] as const
  }
  expect(await idsOf({ transferId: id(1) })).toEqual([[id(1)], ''])
  expect(await idsOf({ coin: 'BTC' })).toEqual([[], ''])
  expect(await idsOf({ status: 'FAILED' })).toEqual([[], ''])
  const [first, cursor] = await idsOf({ limit: '1' })
  expect(first).toEqual([id(2)])
  expect(await idsOf({ limit: '1', cursor: String(cursor) })).toEqual([[id(1)], ''])
})

test.each<[string, number, object]>([
  ['a transfer of more than the balance', 131_212, move(10, '99999999')],
  ['a transfer to the same wallet', 131_211, { ...move(11, '1'), toAccountType: 'UNIFIED' }],
  [
    'a transfer to an unknown account type',
    131_203,
    { ...move(12, '1'), toAccountType: 'CONTRACT' },
  ],
  ['an amount with nine decimals', 131_210, move(13, '0.000000001')],
  ['an amount of zero', 131_203, move(14, '0')],
  ['a negative amount', 131_203, move(15, '-1')],
  ['an unknown coin', 131_203, move(16, '1', 'NOPE')],
  ['a transferId that is not a UUID', 10_001, { ...move(17, '1'), transferId: 'mine' }],
])('%s is refused with %i', async (_, code, body) => {
  expect(await inter(body)).toMatchObject({ retCode: code, result: {} })
})

test('the transferId of a refused transfer may be used again', async () => {
  expect(await inter(move(10, '1'))).toMatchObject({ retCode: 0 })
})

test('what may be transferred is one figure in both calls, and it can be transferred', async () => {
  const trader = await V5TestClient.open(venue, api)
  const seller = await V5TestClient.open(venue, api)
  const { account } = trader
  const { exchange } = venue.parts
  const dollars = amount(100_000n * 100_000_000n)
  await exchange.submit({ kind: 'Deposit', account, coin: 'USDC', amount: dollars })
  // Bought above the mark: the other coin backs the margin, so that all that no order has locked
  // may leave (12.3, 23.2).
  const order = { category: 'linear', symbol: 'BTCUSDT', orderType: 'Limit', price: '65600' }
  for (const [client, side] of [
    [seller, 'Sell'],
    [trader, 'Buy'],
  ] as const) {
    const placed = await client.post('order/create', { ...order, side, qty: '3' })
    expect(placed).toMatchObject({ retMsg: 'OK' })
  }
  const held = await trader.row('position/list', { category: 'linear', symbol: 'BTCUSDT' })
  expect(Number(held['unrealisedPnl'])).toBeLessThan(-100)
  const spot = { category: 'spot', symbol: 'BTCUSDT', side: 'Buy', orderType: 'Limit' }
  const resting = await trader.post('order/create', { ...spot, qty: '0.5', price: '60000' })
  expect(resting).toMatchObject({ retMsg: 'OK' })
  const asked = { accountType: 'UNIFIED', coin: 'USDT' }
  const { result } = await trader.get('asset/transfer/query-account-coin-balance', asked)
  const { transferBalance, walletBalance } = result['balance'] as Balance
  expect(Number(walletBalance) - Number(transferBalance)).toBeCloseTo(30_000, 6)
  expect((await trader.get('account/withdrawal', { coinName: 'USDT,ETH' })).result).toEqual({
    availableWithdrawal: transferBalance,
    availableWithdrawalMap: { USDT: transferBalance, ETH: '0' },
  })
  const moved = await trader.post('asset/transfer/inter-transfer', move(40, transferBalance))
  expect(moved).toMatchObject({ retCode: 0 })
})

type SubKey = { readonly apiKey: string; readonly secret: string }

/** The key in the result of an answer. */
const keyOf = ({ apiKey, secret }: Readonly<Record<string, unknown>>): SubKey => ({
  apiKey: String(apiKey),
  secret: String(secret),
})

async function ask(key: SubKey, path: string, body?: object) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const timestamp = String(venue.clock.nowMs())
  const payload = `${timestamp}${key.apiKey}5000${text}`
  const headers: Record<string, string> = {
    'x-bapi-api-key': key.apiKey,
    'x-bapi-timestamp': timestamp,
    'x-bapi-recv-window': '5000',
    'x-bapi-sign': createHmac('sha256', key.secret).update(payload).digest('hex'),
  }
  const answered = await api.answer({
    method: body === undefined ? 'GET' : 'POST',
    path: `/v5/${path}`,
    query: '',
    body: Buffer.from(text),
    address: '127.0.0.1',
    header: (name) => headers[name],
  })
  return JSON.parse(answered.body) as { retCode: number; result: Record<string, unknown> }
}

test('a main account opens and funds a sub-account, whose key trades for the sub-account only', async () => {
  const created = await main.post('user/create-sub-member', {
    username: 'maker01',
    memberType: 1,
    note: 'quotes BTC',
  })
  expect(created).toMatchObject({
    retCode: 0,
    result: { username: 'maker01', memberType: 1, status: 1, remark: 'quotes BTC' },
  })
  const uid = String(created.result['uid'])
  const members = [
    {
      uid,
      username: 'maker01',
      memberType: 1,
      status: 1,
      accountMode: 6,
      remark: 'quotes BTC',
    },
  ]
  expect((await main.get('user/query-sub-members')).result).toEqual({ subMembers: members })
  expect((await main.get('user/submembers')).result).toEqual({
    subMembers: members,
    nextCursor: '0',
  })
  expect((await main.get('asset/transfer/query-sub-member-list')).result).toEqual({
    subMemberIds: [uid],
    transferableSubMemberIds: [uid],
  })

  const ends = { fromMemberId: String(main.account), toMemberId: uid, toAccountType: 'UNIFIED' }
  const given = { ...move(20, '5000'), ...ends }
  expect(await universal(given)).toMatchObject({ retCode: 0 })
  expect(await balanceIn('UNIFIED', uid)).toBe('5000')
  const listed = await main.get('asset/transfer/query-universal-transfer-list')
  expect(listed.result.list).toEqual([
    expect.objectContaining({
      transferId: id(20),
      fromMemberId: ends.fromMemberId,
      toMemberId: uid,
    }),
  ])

  const made = await main.post('user/create-sub-api', {
    subuid: Number(uid),
    note: 'bot',
    readOnly: 0,
    permissions: { ContractTrade: ['Order', 'Position'], Wallet: ['AccountTransfer'] },
  })
  expect(made).toMatchObject({ retCode: 0, result: { note: 'bot', readOnly: 0 } })
  const key = keyOf(made.result)
  expect((await ask(key, 'user/query-api')).result).toMatchObject({
    userID: Number(uid),
    isMaster: false,
    parentUid: String(main.account),
  })
  const order = {
    category: 'linear',
    symbol: 'BTCUSDT',
    side: 'Buy',
    orderType: 'Limit',
    qty: '0.01',
    price: '60000',
  }
  expect(await ask(key, 'order/create', order)).toMatchObject({ retCode: 0 })
  const seen = await main.get('order/realtime', { category: 'linear', symbol: 'BTCUSDT' })
  expect(seen.result.list).toEqual([])
  // A sub-account can use neither its main account nor other sub-accounts.
  expect(
    await ask(key, 'asset/transfer/universal-transfer', { ...given, transferId: id(21) }),
  ).toMatchObject({ retCode: 10_005 })
  expect(await ask(key, 'user/query-sub-members')).toMatchObject({ retCode: 131_220 })

  const keys = (await main.post('user/delete-sub-api', { apikey: key.apiKey })).retCode
  expect(keys).toBe(0)
  expect(await ask(key, 'user/query-api')).toMatchObject({ retCode: 10_003 })
})

test('keys of sub-accounts are listed without their secrets and changed with the main key', async () => {
  const [first] = (await main.get('user/query-sub-members')).result['subMembers'] as {
    uid: string
  }[]
  const uid = first?.uid ?? ''
  const made = await main.post('user/create-sub-api', {
    subuid: uid,
    readOnly: '1',
    ips: '203.0.113.7',
    permissions: { Wallet: ['AccountTransfer'] },
  })
  const apikey = String(made.result['apiKey'])
  const changed = await main.post('user/update-sub-api', { apikey, readOnly: 0, ips: '*' })
  expect(changed.result).toMatchObject({ apiKey: apikey, readOnly: 0, ips: ['*'], secret: '' })
  const listed = await main.get('user/sub-apikeys', { subMemberId: uid })
  expect(listed.result['result']).toEqual([
    expect.objectContaining({ apiKey: apikey, secret: '', flag: 'hmac', readOnly: 0, ips: ['*'] }),
  ])
})

test('pages of sub-accounts and of their keys go on when the last of a page was deleted', async () => {
  const uids: string[] = []
  for (const username of ['paging01', 'paging02', 'paging03']) {
    const made = await main.post('user/create-sub-member', { username, memberType: 1 })
    uids.push(String(made.result['uid']))
  }
  const key = { subuid: uids[0], readOnly: 1, permissions: {} }
  for (let k = 0; k < 2; k += 1) await main.post('user/create-sub-api', key)
  const keys = async (cursor: object = {}) => {
    const asked = { subMemberId: uids[0] ?? '', limit: 1, ...cursor }
    const { retCode, result } = await main.get('user/sub-apikeys', asked)
    const [row] = (result['result'] ?? []) as { readonly apiKey: string }[]
    return { retCode, apikey: row?.apiKey, cursor: String(result['nextPageCursor']) }
  }
  const newest = (await keys({ limit: 20 })).cursor
  expect(newest).toBe('')
  const first = await keys()
  const second = await keys({ cursor: first.cursor })
  await main.post('user/delete-sub-api', { apikey: first.apikey })
  expect(await keys({ cursor: first.cursor })).toEqual(second)

  const members = async (nextCursor?: string) => {
    const asked = { pageSize: 100, ...(nextCursor === undefined ? {} : { nextCursor }) }
    const { retCode, result } = await main.get('user/submembers', asked)
    return { retCode, uids: (result['subMembers'] as { uid: string }[]).map(({ uid }) => uid) }
  }
  expect(await members(uids[1])).toEqual({ retCode: 0, uids: [uids[2]] })
  await main.post('user/del-submember', { subMemberId: uids[1] })
  expect(await members(uids[1])).toEqual({ retCode: 0, uids: [uids[2]] })
})

test('sub-accounts and keys of another main account cannot be used', async () => {
  const other = await V5TestClient.open(venue, api)
  const [first] = (await main.get('user/query-sub-members')).result['subMembers'] as {
    uid: string
  }[]
  const uid = first?.uid ?? ''
  const taking = { ...move(30, '1'), fromMemberId: uid, toMemberId: String(other.account) }
  expect(await other.post('asset/transfer/universal-transfer', taking)).toMatchObject({
    retCode: 131_204,
  })
  const key = { subuid: uid, readOnly: 1, permissions: {} }
  expect(await other.post('user/create-sub-api', key)).toMatchObject({ retCode: 131_204 })
  expect(await other.get('user/sub-apikeys', { subMemberId: uid })).toMatchObject({
    retCode: 131_204,
  })
  expect(await other.post('user/delete-sub-api', { apikey: main.key })).toMatchObject({
    retCode: 10_001,
  })
  const asked = { accountType: 'FUND', memberId: uid }
  expect(await other.get('asset/transfer/query-account-coins-balance', asked)).toMatchObject({
    retCode: 131_204,
  })
  const taken = { username: 'MAKER01', memberType: 1 }
  expect(await other.post('user/create-sub-member', taken)).toMatchObject({ retCode: 10_001 })
})

test('a user name that is not six to sixteen letters and digits is refused', async () => {
  for (const username of ['maker', 'makers', '1234567', 'maker 01', 'm1'.repeat(9)]) {
    const asked = { username, memberType: 1 }
    expect(await main.post('user/create-sub-member', asked)).toMatchObject({ retCode: 10_001 })
  }
})

test('a frozen sub-account cannot make changes until it is unfrozen; only an empty one can be deleted', async () => {
  const named = { username: 'frozen01', memberType: 1 }
  const uid = String((await main.post('user/create-sub-member', named)).result['uid'])
  const statusNow = async () => {
    const { subMembers } = (await main.get('user/query-sub-members')).result as {
      readonly subMembers: readonly { readonly uid: string; readonly status: number }[]
    }
    return subMembers.find((each) => each.uid === uid)?.status
  }
  const permissions = { Wallet: ['AccountTransfer'] }
  const made = await main.post('user/create-sub-api', { subuid: uid, readOnly: 0, permissions })
  const key = keyOf(made.result)
  const ends = { fromMemberId: String(main.account), toMemberId: uid, toAccountType: 'UNIFIED' }
  await universal({ ...move(40, '10'), ...ends })
  const saving = (number: number) => ask(key, 'asset/transfer/inter-transfer', move(number, '1'))

  const frozen = { subuid: Number(uid), frozen: 1 }
  expect(await main.post('user/frozen-sub-member', frozen)).toMatchObject({ retCode: 0 })
  expect(await statusNow()).toBe(4)
  expect((await saving(41)).retCode).not.toBe(0)
  expect((await ask(key, 'user/query-api')).retCode).toBe(0)
  await main.post('user/frozen-sub-member', { ...frozen, frozen: 0 })
  expect(await statusNow()).toBe(1)
  expect((await saving(42)).retCode).toBe(0)
  // The main account cannot unfreeze what the operator has banned.
  await venue.parts.sessions.setBanned(accountId(Number(uid)), true, 'fraud')
  const freed = await main.post('user/frozen-sub-member', { ...frozen, frozen: 0 })
  expect([freed.retCode, await statusNow()]).toEqual([10_001, 2])
  await venue.parts.sessions.setBanned(accountId(Number(uid)), false)

  // While there are coins in either wallet it cannot be deleted.
  const closing = { subMemberId: uid }
  expect(await main.post('user/del-submember', closing)).toMatchObject({ retCode: 10_001 })
  const back = { fromMemberId: uid, toMemberId: String(main.account), toAccountType: 'UNIFIED' }
  await universal({ ...move(43, '9'), ...back })
  expect(await main.post('user/del-submember', closing)).toMatchObject({ retCode: 10_001 })
  await universal({ ...move(44, '1'), ...back, fromAccountType: 'FUND' })
  expect(await main.post('user/del-submember', closing)).toMatchObject({ retCode: 0 })
  expect(await statusNow()).toBeUndefined()
  expect((await ask(key, 'user/query-api')).retCode).toBe(10_003)
  expect((await main.post('user/frozen-sub-member', frozen)).retCode).not.toBe(0)
  // A closed one takes no coins, and no list names it.
  const { subMemberIds, transferableSubMemberIds } = (
    await main.get('asset/transfer/query-sub-member-list')
  ).result
  expect([subMemberIds, transferableSubMemberIds]).not.toContainEqual(expect.arrayContaining([uid]))
  const late = await universal({ ...move(45, '1'), ...ends })
  expect([late.retCode, await balanceIn('UNIFIED', uid)]).toEqual([131_204, '0'])
})

test('a sub-account whose coins are with a bot is not empty, and cannot be deleted', async () => {
  const named = { username: 'botter01', memberType: 1 }
  const uid = String((await main.post('user/create-sub-member', named)).result['uid'])
  const ends = { fromMemberId: String(main.account), toMemberId: uid, toAccountType: 'UNIFIED' }
  await universal({ ...move(50, '500'), ...ends })
  const { exchange } = venue.parts
  const account = accountId(Number(uid))
  const hundred = amount(100n * 100_000_000n)
  const terms = {
    kind: 'Dca',
    symbol: symbolId('BTC/USDT'),
    amount: hundred,
    purchases: 5,
    intervalMs: 3_600_000,
    lowTicks: priceTicks(0),
    highTicks: priceTicks(1),
    takeProfitE4: 0,
  } as const
  const investment = amount(5n * hundred)
  const made = await exchange.submit({ kind: 'CreateSpotBot', account, terms, investment })
  expect([made.problem, await balanceIn('UNIFIED', uid)]).toEqual([undefined, '0'])
  const closing = { subMemberId: uid }
  expect(await main.post('user/del-submember', closing)).toMatchObject({ retCode: 10_001 })
  const [bot] = exchange.views.spotBots.bots(account)
  if (bot === undefined) throw new Error('no bot')
  await exchange.submit({ kind: 'StopSpotBot', account, wallet: bot.wallet, keepsCoins: true })
  const back = { fromMemberId: uid, toMemberId: String(main.account), toAccountType: 'UNIFIED' }
  expect((await universal({ ...move(51, '500'), ...back })).retCode).toBe(0)
  expect(await main.post('user/del-submember', closing)).toMatchObject({ retCode: 0 })
})
