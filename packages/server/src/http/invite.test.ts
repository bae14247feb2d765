// Invited traders: who invited them is kept, what the poster promises is paid, and a code of nobody
// opens nothing.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UserInfo, WireWallet } from '@basis/protocol/account'
import { accountId } from '@basis/domain/numbers/brand'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

const simulationStart = Date.UTC(2026, 10, 21, 9, 0, 0)
let folder = ''
let venue: TestServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basis-invite-'))
  venue = await startTestServer({}, { folder })
})
afterAll(async () => {
  await venue.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function infoOf(browser: TestClient): Promise<UserInfo> {
  const { body } = await browser.ask('GET', '/contract/v5/user/info')
  return body['result'] as UserInfo
}

async function usdtOf(browser: TestClient): Promise<string | undefined> {
  const { body } = await browser.ask('GET', '/contract/v5/account/wallet')
  return (body['result'] as WireWallet).coins.find(({ coin }) => coin === 'USDT')?.walletBalance
}

const enter = (browser: TestClient, ref: string) =>
  browser.ask('POST', '/contract/v5/user/demo', { ref })

test('who came by a link has the bonus, and the inviter is known after a restart', async () => {
  const [anna, bert] = [new TestClient(venue.app), new TestClient(venue.app)]
  await anna.becomeTrader()
  const { hid, uid } = await infoOf(anna)
  expect((await enter(bert, hid.toLowerCase())).body).toMatchObject({ ret_code: 0 })
  const invited = accountId(Number((await infoOf(bert)).uid))
  expect(await usdtOf(anna)).toBe('100000')
  expect(await usdtOf(bert)).toBe('105000')
  await venue.stop()
  venue = await startTestServer({}, { folder, startMs: simulationStart + 3_600_000 })
  expect(venue.parts.sessions.user(invited)?.inviter).toBe(Number(uid))
  expect(venue.parts.sessions.user(accountId(Number(uid)))?.inviter).toBeUndefined()
})

test.each(['ZZZZ', '0', '', '-1', 'RT!', 'ZZZZZZZZZZZZ'])(
  'the code %j of nobody is refused by name, and no account is opened',
  async (code) => {
    const highest = venue.parts.exchange.views.highestAccount()
    const { status, body } = await enter(new TestClient(venue.app), code)
    expect([status, body['ret_code']]).toEqual([200, 10605])
    expect(String(body['ret_msg'])).toContain('ref')
    expect(venue.parts.exchange.views.highestAccount()).toBe(highest)
  },
)

test('what the operator has labelled is told to the trader', async () => {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  expect((await infoOf(browser)).loyalty_vip_info).toEqual({
    is_vip: false,
    label_type: 0,
    label_level: 0,
  })
  const { runAccounts } = await import('../accounts.ts')
  runAccounts(folder, ['pro', (await infoOf(browser)).uid, '2'])
  expect((await infoOf(browser)).loyalty_vip_info).toEqual({
    is_vip: true,
    label_type: 3,
    label_level: 2,
  })
})
