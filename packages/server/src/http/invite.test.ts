// Invited traders: the inviter is stored, the promised bonus is paid, and an unknown code opens no
// account.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { UserInfo, WireWallet } from '@basis/protocol/account'
import { accountId } from '@basis/domain/numbers/brand'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { watchFeeLevels } from '../users/fee-levels.ts'
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

test('a trader who came by an invite link has the bonus, and the inviter is stored across a restart', async () => {
  const [anna, bert] = [new TestClient(venue.app), new TestClient(venue.app)]
  await anna.becomeTrader()
  const { hid, uid } = await infoOf(anna)
  expect((await enter(bert, hid.toLowerCase())).body).toMatchObject({ ret_code: 0 })
  const invited = accountId(Number((await infoOf(bert)).uid))
  expect(await usdtOf(anna)).toBe('100000')
  expect(await usdtOf(bert)).toBe('105000')
  await venue.stop()
  venue = await startTestServer({}, { folder, startMs: simulationStart + 3_600_000 })
  expect((await venue.parts.sessions.user(invited))?.inviter).toBe(Number(uid))
  expect((await venue.parts.sessions.user(accountId(Number(uid))))?.inviter).toBeUndefined()
})

test.each(['ZZZZ', '0', '', '-1', 'RT!', 'ZZZZZZZZZZZZ'])(
  'the unknown invite code %j is refused with its field name, and no account is opened',
  async (code) => {
    const highest = venue.parts.exchange.views.highestAccount()
    const { status, body } = await enter(new TestClient(venue.app), code)
    expect([status, body['ret_code']]).toEqual([200, 10605])
    expect(String(body['ret_msg'])).toContain('ref')
    expect(venue.parts.exchange.views.highestAccount()).toBe(highest)
  },
)

test('a trader’s user info has the fee level that the operator has set', async () => {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  expect((await infoOf(browser)).loyalty_vip_info).toEqual({
    is_vip: false,
    label_type: 0,
    label_level: 0,
  })
  const { runAccounts } = await import('../accounts.ts')
  await runAccounts(folder, ['pro', (await infoOf(browser)).uid, '2'])
  const onFailure = vi.fn<(error: unknown) => void>()
  const watch = watchFeeLevels(venue.parts, onFailure)
  await expect
    .poll(async () => (await infoOf(browser)).loyalty_vip_info)
    .toEqual({ is_vip: true, label_type: 3, label_level: 2 })
  watch.stop()
  expect(onFailure).not.toHaveBeenCalled()
})

test('a user name that is an email address is shown masked, and every user has an avatar', async () => {
  const [anna, demo] = [new TestClient(venue.app), new TestClient(venue.app)]
  const username = 'annabel.lee@mail.basis.example'
  const { body } = await anna.ask('POST', '/contract/v5/user/sign-up', {
    username,
    password: 'correct horse',
  })
  expect(body['ret_code']).toBe(0)
  await demo.becomeTrader()
  const [own, other] = [await infoOf(anna), await infoOf(demo)]
  expect(own).toMatchObject({ username, email: 'an***@mail.basis.example' })
  expect(other.email).toBe('')
  expect(own.avatar).not.toBe(other.avatar)
  for (const [{ avatar }, letter] of [
    [own, 'A'],
    [other, 'D'],
  ] as const) {
    const { statusCode, headers, body: svg } = await venue.app.inject(avatar)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/svg+xml'])
    expect(svg).toContain(`>${letter}</text>`)
  }
  const wrong = await new TestClient(venue.app).ask('POST', '/contract/v5/user/sign-up', {
    username: 'annabel@nowhere',
    password: 'correct horse',
  })
  expect(decodeURIComponent(String(wrong.body['ret_msg']))).toContain('or an email address')
})
