// Fee levels follow volume and the operator, and the shown rates are charged (rules 3.6).

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accountId } from '@basis/domain/numbers/brand'
import { amount } from '@basis/domain/numbers/fixed'
import type { WireFeeLevel } from '@basis/protocol/fees/fee-level'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { runAccounts } from '../accounts.ts'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'
import { watchFeeLevels, type FeeLevelWatch } from './fee-levels.ts'

let folder = ''
let venue: TestServer
let watch: FeeLevelWatch | undefined
const onFailure = vi.fn<(error: unknown) => void>()
/** The account of the running test. */
let account = accountId(1001)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basis-levels-'))
  venue = await startTestServer({}, { folder })
})
afterEach(() => {
  watch?.stop()
  expect(onFailure).not.toHaveBeenCalled()
})
afterAll(async () => {
  await venue.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function trader(): Promise<TestClient> {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  account = accountId(venue.parts.exchange.views.highestAccount())
  return browser
}

const levelOf = async (browser: TestClient): Promise<WireFeeLevel> => {
  const { body } = await browser.ask('GET', '/contract/v5/account/fee-level')
  return body['result'] as WireFeeLevel
}

async function buy(browser: TestClient, qty: string): Promise<void> {
  const order = { symbol: 'BTCUSDT', side: 'Buy', orderType: 'Market', qty }
  const { body } = await browser.ask('POST', '/contract/v5/order/create', order)
  if (body['ret_code'] !== 0) throw new Error(JSON.stringify(body))
}

/** The newest execution of the trader. */
async function lastFill(browser: TestClient) {
  const { body } = await browser.ask('GET', '/contract/v5/execution/list?symbol=BTCUSDT')
  const { list } = body['result'] as { list: readonly Record<string, string>[] }
  return list[0]
}

/** The parts with a read model that returns another volume. */
const traded = (derivatives: bigint) => ({
  ...venue.parts,
  readModel: {
    ...venue.parts.readModel,
    tradedVolume: () => ({ spot: amount(0n), derivatives: amount(derivatives) }),
    takeTradedVolumes: () => [account],
  },
})

test('a new trader pays the listed fees, and the fee level has the volume missing to the next level', async () => {
  const browser = await trader()
  await buy(browser, '0.1')
  const fill = await lastFill(browser)
  expect(fill?.['feeRate']).toBe('0.00055')
  const { level, rates, volume, next, schedule } = await levelOf(browser)
  expect([level, rates]).toEqual(['VIP 0', undefined])
  expect(Number(volume.derivatives)).toBe(Number(fill?.['execValue']))
  expect(next?.level).toBe('VIP 1')
  expect(Number(next?.missing.derivatives) + Number(volume.derivatives)).toBe(10_000_000)
  expect(schedule).toHaveLength(12)
})

test('a volume that reaches a fee level lowers the fee of the next fill, and a lower one lowers the level', async () => {
  const browser = await trader()
  watch = watchFeeLevels(traded(25_000_000n * 100_000_000n), onFailure)
  await expect.poll(async () => (await levelOf(browser)).level).toBe('VIP 2')
  await buy(browser, '0.1')
  const fill = await lastFill(browser)
  expect(fill?.['feeRate']).toBe('0.000375')
  const value = BigInt(Math.round(Number(fill?.['execValue']) * 1e8))
  expect(BigInt(Math.round(Number(fill?.['execFee']) * 1e8))).toBe((value * 37_500n) / 100_000_000n)
  watch.stop()
  watch = watchFeeLevels(traded(24_999_999n * 100_000_000n), onFailure)
  await expect.poll(async () => (await levelOf(browser)).level).toBe('VIP 1')
})

test('a fee level whose command came too late is set by a later check', async () => {
  const browser = await trader()
  const parts = traded(25_000_000n * 100_000_000n)
  const { exchange, readModel } = parts
  let asked = 0
  const submit: typeof exchange.submit = (command) => {
    // The watch may also change the levels of the tests before.
    if ('account' in command && command.account === account) asked += 1
    return exchange.submit(command, asked === 1 ? { latestMs: 0 } : {})
  }
  // The volume moves once only.
  const moved = [[account], []]
  const takeTradedVolumes = () => moved.shift() ?? []
  const once = { ...readModel, takeTradedVolumes }
  watch = watchFeeLevels(
    { ...parts, exchange: { ...exchange, submit }, readModel: once },
    onFailure,
  )
  const level = async () => (await levelOf(browser)).level
  await expect.poll(level).toBe('VIP 2')
})

test('a fee level granted by the operator applies to fills until it is removed', async () => {
  const browser = await trader()
  watch = watchFeeLevels(venue.parts, onFailure)
  await runAccounts(folder, ['pro', String(account), '2'])
  await expect.poll(async () => (await levelOf(browser)).level).toBe('PRO 2')
  const answer = await levelOf(browser)
  expect(answer.granted).toBe('PRO 2')
  expect(answer.rates?.derivatives).toEqual({ taker: '0.0003', maker: '0.00006' })
  await buy(browser, '0.1')
  expect((await lastFill(browser))?.['feeRate']).toBe('0.0003')
  await runAccounts(folder, ['unlabel', String(account)])
  await expect.poll(async () => (await levelOf(browser)).level).toBe('VIP 0')
  await buy(browser, '0.1')
  expect((await lastFill(browser))?.['feeRate']).toBe('0.00055')
})

// The last test of this file: its server is another one at a later time.
test('a restart keeps fee level and volume, and the next check lowers a level that has been lost', async () => {
  const first = await trader()
  await buy(first, '0.1')
  const before = await levelOf(first)
  watch = watchFeeLevels(traded(25_000_000n * 100_000_000n), onFailure)
  await expect.poll(async () => (await levelOf(first)).level).toBe('VIP 2')
  watch.stop()
  await venue.stop()
  const startMs = Date.UTC(2026, 10, 21, 10)
  venue = await startTestServer({}, { folder, startMs })
  const again = first.at(venue.app)
  const { level, volume } = await levelOf(again)
  expect([level, volume]).toEqual(['VIP 2', before.volume])
  watch = watchFeeLevels(venue.parts, onFailure)
  await expect.poll(async () => (await levelOf(again)).level).toBe('VIP 0')
})
