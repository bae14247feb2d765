// Alerts of a whole test server: kept through a restart, pushed on the private socket, listed
// in the history, refused by field, rule and code.

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { symbolId } from '@basis/domain/numbers/brand'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'
import { listingsAt } from '../instruments/listings.ts'
import { createGateway, type Gateway } from '../push/gateway.ts'

type Fields = Record<string, unknown>
type Message = Fields & { readonly data: Record<'list' | 'removed' | 'firings', Fields[]> }

let folder = ''
/** Errors of alert checks. */
const failed: unknown[] = []
let venue: TestServer
let gateway: Gateway

async function open(startMs?: number): Promise<void> {
  const onAlertFailure = (error: unknown): void => void failed.push(error)
  const setup = { folder, onAlertFailure, ...(startMs === undefined ? {} : { startMs }) }
  venue = await startTestServer({}, setup)
  gateway = createGateway(venue.parts, { origins: [], trustedProxies: [] })
  gateway.attach(venue.app.server)
  await venue.app.listen({ host: '127.0.0.1', port: 0 })
}

async function close(): Promise<number> {
  const endMs = venue.clock.nowMs()
  await gateway.stop()
  await venue.stop()
  return endMs
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basis-alerts-'))
  await open()
})
beforeEach(() => move(65_000))
afterEach(() => expect(failed).toEqual([]))
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

async function trader(): Promise<TestClient> {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  return browser
}

const post = async (browser: TestClient, act: string, payload: Fields) =>
  (await browser.ask('POST', `/contract/v5/alert/${act}`, payload)).body
const get = async (browser: TestClient, what: string) =>
  (await browser.ask('GET', `/contract/v5/alert/${what}`)).body
const createAlert = async (browser: TestClient, asked: Fields): Promise<Fields> => {
  const body = await post(browser, 'create', { ...price, ...asked })
  return (body as { result: { alert: Fields } }).result.alert
}
const list = async (browser: TestClient): Promise<Fields[]> =>
  ((await get(browser, 'list')) as { result: { list: Fields[] } }).result.list
const firings = async (browser: TestClient, query = ''): Promise<Fields[]> =>
  ((await get(browser, `firings${query}`)) as { result: { list: Fields[] } }).result.list

const price = { symbols: ['BTCUSDT'], figure: 'index', operator: 'crosses', value: '66000' }

/** Moves index and mark to a price. */
const move = (dollars: number) =>
  venue.parts.exchange.submit({
    kind: 'UpdatePrices',
    prices: [{ symbol: symbolId('BTCUSDT'), indexE8: priceE8(dollars * 1e8) }],
  })

/** A page of a trader, with the messages of the alerts topic. */
async function page(browser: TestClient): Promise<{ messages: Message[]; socket: WebSocket }> {
  const { port } = venue.app.server.address() as AddressInfo
  const socket = new WebSocket(`ws://127.0.0.1:${port}/realtime_private?v=2`)
  const messages: Message[] = []
  socket.on('message', (data) => {
    const message = JSON.parse((data as Buffer).toString()) as Message
    if (message['topic'] === 'user.alert') messages.push(message)
  })
  await once(socket, 'open')
  const { body } = await browser.ask('POST', '/contract/v5/user/private/ott')
  const { token } = (body as { result: { token: string } }).result
  socket.send(JSON.stringify({ op: 'login', args: [token] }))
  socket.send(JSON.stringify({ op: 'subscribe', args: ['user.alert'] }))
  await expect.poll(() => messages.length).toBe(1)
  return { messages, socket }
}

test('an alert fires once, and each page of the trader, the list and the history have it', async () => {
  const browser = await trader()
  const pages = [await page(browser), await page(browser)]
  const alert = await createAlert(browser, { note: 'out of the range', alertLinkId: 'mine' })
  expect(alert).toMatchObject({
    ...price,
    alertLinkId: 'mine',
    coolDown: 0,
    expiresAtE3: 0,
    status: 'active',
    firedTimes: 0,
  })
  const again = { note: 'out of the range', alertLinkId: 'mine' }
  expect(await createAlert(browser, again)).toEqual(alert)
  await move(65_900)
  await move(66_100)
  for (const { messages } of pages) {
    await expect.poll(() => messages.flatMap(({ data }) => data.firings)).toHaveLength(1)
    expect(messages.at(-1)?.data.list).toMatchObject([{ status: 'fired', firedTimes: 1 }])
    expect(messages.map((message) => message['no'])).toEqual(messages.map((_, at) => at))
  }
  await move(65_000)
  expect(await firings(browser)).toMatchObject([
    {
      alertId: alert['alertId'],
      symbol: 'BTCUSDT',
      figure: 'index',
      operator: 'crosses',
      level: '66000',
      value: '66100',
      note: 'out of the range',
    },
  ])
  expect(await list(browser)).toMatchObject([{ status: 'fired' }])
  expect(await list(await trader())).toEqual([])
  for (const { socket } of pages) socket.terminate()
})

test('a restart keeps alerts, their status and the side of their level: the first price after it fires', async () => {
  const browser = await trader()
  const first = await createAlert(browser, { value: '70000' })
  const second = await createAlert(browser, { value: '66000' })
  const third = await createAlert(browser, { value: '71000', operator: 'below', figure: 'mark' })
  expect(await firings(browser)).toMatchObject([{ figure: 'mark' }])
  const endMs = await close()
  await open(endMs + 3_600_000)
  const later = browser.at(venue.app)
  expect((await list(later)).map(({ alertId, status }) => [alertId, status])).toEqual([
    [first['alertId'], 'active'],
    [second['alertId'], 'active'],
    [third['alertId'], 'fired'],
  ])
  // The second alert was below its level before, so that the first price after counts as a
  // crossing.
  await move(66_500)
  await expect.poll(() => firings(later, '?limit=1')).toMatchObject([{ level: '66000' }])
})

test('a repeating alert does not fire during its cool-down', async () => {
  const browser = await trader()
  await createAlert(browser, { operator: 'above', coolDown: 60 })
  const rise = async (): Promise<number> => {
    await move(65_000)
    await move(66_100)
    await new Promise((resolve) => setTimeout(resolve, 50))
    return (await firings(browser)).length
  }
  expect(await rise()).toBe(1)
  expect(await rise()).toBe(1)
  venue.clock.advance(61_000)
  expect(await rise()).toBe(2)
  expect(await list(browser)).toMatchObject([{ status: 'active', firedTimes: 2 }])
})

test('a paused alert does not fire, an amended or resumed one does, and a removed one is not listed', async () => {
  const browser = await trader()
  const { alertId } = await createAlert(browser, {})
  const amend = (by: Fields) => post(browser, 'amend', { alertId, ...by })
  expect(await amend({ status: 'paused' })).toMatchObject({ result: { alert: { updateNo: 2 } } })
  await move(66_100)
  expect(await firings(browser)).toEqual([])
  await amend({ status: 'active', value: '67000' })
  await move(67_000)
  await expect.poll(() => firings(browser)).toHaveLength(1)
  expect(await amend({ value: '65000', operator: 'below', note: 'again' })).toMatchObject({
    result: { alert: { status: 'active', value: '65000', note: 'again', firedTimes: 1 } },
  })
  await move(64_900)
  await expect.poll(() => firings(browser)).toHaveLength(2)
  const gone = { alertIds: [alertId, '999'] }
  expect(await post(browser, 'remove', gone)).toMatchObject({ result: { alertIds: [alertId] } })
  expect(await list(browser)).toEqual([])
  expect(await firings(browser, '?limit=1')).toMatchObject([{ level: '65000' }])
  const { result } = (await get(browser, 'firings?limit=1')) as { result: Fields }
  const cursor = String(result['nextPageCursor'])
  expect(await firings(browser, `?limit=1&cursor=${cursor}`)).toMatchObject([{ level: '67000' }])
})

test('an expired alert does not fire', async () => {
  const browser = await trader()
  await createAlert(browser, { expiresAtE3: venue.clock.nowMs() + 60_000 })
  venue.clock.advance(60_001)
  await move(66_100)
  await expect.poll(() => list(browser)).toMatchObject([{ status: 'expired' }])
  expect(await firings(browser)).toEqual([])
})

test('an alert ends, and says why, when its contract has been delivered, active or paused', async () => {
  const browser = await trader()
  const listing = listingsAt(venue.clock.nowMs()).find(
    ({ instrument }) => instrument.baseCoin === 'BTC' && instrument.deliveryMs !== undefined,
  )
  if (listing === undefined) throw new Error('no future is listed')
  const { symbol } = listing.instrument
  const instrument = { ...listing.instrument, deliveryMs: venue.clock.nowMs() + 60_000 }
  const { problem } = await venue.parts.exchange.submit({ kind: 'ListInstrument', instrument })
  expect(problem).toBeUndefined()
  const asked = { symbols: [symbol], figure: 'mark', value: '66000' }
  await createAlert(browser, asked)
  const { alertId } = await createAlert(browser, { ...asked, value: '67000' })
  await post(browser, 'amend', { alertId, status: 'paused' })
  await createAlert(browser, {})
  const both = { figure: 'funding', symbols: [symbol, 'BTCUSDT'], value: '0.9' }
  await createAlert(browser, both)
  const { messages, socket } = await page(browser)
  venue.clock.advance(61_000)
  await move(65_000)
  await move(65_000)
  expect(venue.parts.exchange.views.instrument(symbol)?.status).toBe('Closed')
  const delivered = async (): Promise<unknown[]> =>
    (await list(browser)).map(({ status }) => status === 'delivered')
  // Oldest first; that of two markets still waits for the other one.
  await expect.poll(delivered).toEqual([true, true, false, false])
  const reported = () =>
    messages.flatMap(({ data }) => data.list).filter((each) => each['status'] === 'delivered')
  await expect.poll(reported).toHaveLength(2)
  socket.terminate()
})

test('an alert whose row cannot be written keeps no other from ending or firing', async () => {
  const browser = await trader()
  const soon = { expiresAtE3: venue.clock.nowMs() + 60_000 }
  const { alertId } = await createAlert(browser, soon)
  await createAlert(browser, { ...soon, alertLinkId: 'next' })
  const other = new DatabaseSync(join(folder, 'alerts.sqlite'))
  other.exec(`CREATE TRIGGER refuse BEFORE UPDATE ON alerts WHEN new.id = ${String(alertId)}
    BEGIN SELECT raise(ABORT, 'refused'); END`)
  venue.clock.advance(60_001)
  const states = async () => (await list(browser)).map(({ status }) => status)
  await expect.poll(states).toContain('expired')
  await createAlert(browser, { figure: 'change5m', operator: 'below', value: '0.5' })
  await expect.poll(() => firings(browser)).toMatchObject([{ figure: 'change5m' }])
  expect(await states()).toEqual(expect.arrayContaining(['active', 'expired', 'fired']))
  other.exec('DROP TRIGGER refuse')
  other.close()
  const refused = expect.objectContaining({ message: 'refused' })
  expect(failed.splice(0)).toContainEqual(refused)
  await expect.poll(states).not.toContain('active')
})

test('firings that could not be written to disk are written by a later check', async () => {
  const browser = await trader()
  await createAlert(browser, { alertLinkId: 'one' })
  await createAlert(browser, { alertLinkId: 'other', value: '66050' })
  const locking = new DatabaseSync(join(folder, 'alerts.sqlite'))
  locking.exec('BEGIN IMMEDIATE')
  await move(66_100)
  await new Promise((resolve) => setImmediate(resolve))
  // Asked before the lock ends: the next check may come at once.
  expect(await firings(browser)).toEqual([])
  locking.exec('ROLLBACK')
  locking.close()
  const locked = expect.objectContaining({ message: 'database is locked' })
  expect(failed.splice(0)).toContainEqual(locked)
  await expect.poll(() => firings(browser)).toHaveLength(2)
})

test('an alert amended to another level does not fire until that level is crossed', async () => {
  const browser = await trader()
  const { alertId } = await createAlert(browser, {})
  await move(65_500)
  await post(browser, 'amend', { alertId, value: '64000' })
  await move(65_600)
  await move(63_900)
  await expect.poll(() => firings(browser)).toMatchObject([{ level: '64000', value: '63900' }])
})

test('amending an expired alert activates it without an expiry', async () => {
  const browser = await trader()
  const { alertId } = await createAlert(browser, { expiresAtE3: venue.clock.nowMs() + 1000 })
  venue.clock.advance(1001)
  await expect.poll(() => list(browser)).toMatchObject([{ status: 'expired' }])
  expect(await post(browser, 'amend', { alertId, note: 'again' })).toMatchObject({
    result: { alert: { status: 'active', expiresAtE3: 0, note: 'again' } },
  })
})

test('an alert on the change over minutes fires when the statistics are checked', async () => {
  const browser = await trader()
  await createAlert(browser, { figure: 'change5m', operator: 'below', value: '0.5' })
  const expected = { figure: 'change5m', level: '0.5', symbol: 'BTCUSDT' }
  await expect.poll(() => firings(browser)).toMatchObject([expected])
})

test('alerts on spread and open interest fire without a request for these figures', async () => {
  const browser = await trader()
  const asked = { figure: 'spread', operator: 'above', value: '0.001' }
  await createAlert(browser, { ...asked, symbols: ['BTCUSDT', 'BTC/USDT'], coolDown: 60 })
  // An alert of several markets fires only when its condition becomes true.
  expect(await firings(browser)).toEqual([])
  await createAlert(browser, { ...asked, symbols: ['BTC/USDT'] })
  expect(await firings(browser)).toMatchObject([{ symbol: 'BTC/USDT', value: '0.002002' }])
  const funding = { figure: 'openInterest', operator: 'below', value: '1' }
  await createAlert(browser, funding)
  expect(await firings(browser, '?limit=1')).toMatchObject([{ figure: 'openInterest', value: '0' }])
})

test('a repeated link id answers the same alert for the same terms, and is refused for others', async () => {
  const browser = await trader()
  const first = await createAlert(browser, { alertLinkId: 'mine' })
  expect(await createAlert(browser, { alertLinkId: 'mine' })).toEqual(first)
  const other = { ...price, alertLinkId: 'mine', value: '66100' }
  const body = await post(browser, 'create', other)
  expect(body['ret_code']).toBe(110072)
  expect(decodeURIComponent(String(body['ret_msg']))).toContain('alertLinkId')
  expect(await list(browser)).toHaveLength(1)
})

test.each([
  [{ value: '66000.01' }, 110207, 'value: must be a multiple of 0.1'],
  [{ value: '0' }, 110208, 'value: must be at least 0.1'],
  [{ figure: 'funding', symbols: ['BTC/USDT'], value: '0' }, 110301, 'figure: does not exist for'],
  [{ figure: 'spread', value: '0.0000000001' }, 110302, 'value: must be a decimal number of at'],
  [{ figure: 'correlation', value: '2' }, 110303, 'value: must be between -1 and 1'],
  [{ coolDown: 5 }, 110304, 'coolDown: must be between 10 and 86400 seconds'],
  [{ expiresAtE3: 1 }, 110305, 'expiresAtE3: must be later than now and within 366 days'],
  [{ note: 'x'.repeat(150) }, 110306, 'note: must have at most 140 characters'],
  [{ symbols: [] }, 110300, 'symbols: must name at least one market, and at most 1'],
  [{ symbols: ['NOPE'] }, 110201, 'symbols: is not listed'],
])('an alert with %j is refused with its code and field', async (asked, code, words) => {
  const body = await post(await trader(), 'create', { ...price, ...asked })
  expect(body['ret_code']).toBe(code)
  expect(decodeURIComponent(String(body['ret_msg']))).toContain(words)
})

test('an account may have 200 alerts; a new one replaces a fired one, otherwise it is refused', async () => {
  const browser = await trader()
  const first = await createAlert(browser, { value: '65000', operator: 'above' })
  await move(65_100)
  for (let at = 1; at < 200; at += 1) await createAlert(browser, { value: String(80_000 + at) })
  expect(await list(browser)).toHaveLength(200)
  await createAlert(browser, { value: '90000' })
  const ids = (await list(browser)).map(({ alertId }) => alertId)
  expect(ids).toHaveLength(200)
  expect(ids).not.toContain(first['alertId'])
  expect(await post(browser, 'create', { ...price, value: '91000' })).toMatchObject({
    ret_code: 110308,
    ext_map: { max: '200' },
  })
})
