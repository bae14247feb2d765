// Large public answers: compressed, and not sent again to a caller that has the version.

import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { symbolId } from '@basis/domain/numbers/brand'
import { qtyLots } from '@basis/domain/numbers/fixed'
import { v5Permissions } from '@basis/protocol/v5/vocabulary'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, TestClient, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer()
})
afterAll(() => venue.stop())

const lists = '/contract/v5/product/brief-symbol-list?filter=all'
const all = '/spot/api/basic/symbol_list_all'
const v3 = '/spot/api/basic/symbol_list_v3'
const candles = '/contract/v5/public/candles?symbol=BTCUSDT&resolution=60&limit=200'

const ask = (url: string, headers: Record<string, string> = {}) =>
  venue.app.inject({ url, headers })
const result = (text: string) =>
  (JSON.parse(text) as { result: Record<string, unknown> & { version: string } }).result

test.each([lists, candles])(
  '%s is compressed with an encoding that the caller accepts',
  async (url) => {
    const plain = await ask(url)
    expect(plain.headers['content-encoding']).toBeUndefined()
    const br = await ask(url, { 'accept-encoding': 'gzip, deflate, br' })
    const gz = await ask(url, { 'accept-encoding': 'gzip, br;q=0' })
    expect([br, gz].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip'])
    expect(br.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2)
    expect(result(brotliDecompressSync(br.rawPayload).toString())).toEqual(result(plain.body))
    expect(result(gunzipSync(gz.rawPayload).toString())).toEqual(result(plain.body))
    expect(br.headers['vary']).toBe('accept-encoding')
  },
)

test.each([lists, all, v3, '/spot/api/basic/symbol_list_v2', candles])(
  '%s answers 304 to a caller that has its ETag',
  async (url) => {
    const first = await ask(url)
    const etag = String(first.headers['etag'])
    expect(first.headers['cache-control']).toBe('no-cache')
    const again = await ask(url, { 'if-none-match': `"other", ${etag}` })
    expect([again.statusCode, again.body]).toEqual([304, ''])
    expect(again.headers['etag']).toBe(etag)
    expect((await ask(url, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  },
)

test('a list is sent empty if the request names its version, whole for another version', async () => {
  const { version } = result((await ask(lists)).body)
  const same = result((await ask(`${lists}&version=${version}`)).body)
  expect(same).toMatchObject({ version, LinearPerpetual: [] })
  const other = result((await ask(`${lists}&version=older`)).body)
  expect(other['LinearPerpetual']).toMatchObject([{ symbol: 'BTCUSDT' }])
  const spot = result((await ask(v3)).body)
  expect(result((await ask(`${v3}?version=${spot.version}`)).body)['quoteTokenResult']).toEqual([])
})

test('a changed contract changes the version of the list', async () => {
  const before = result((await ask(lists)).body).version
  const symbol = symbolId('BTCUSDT')
  const instrument = venue.parts.exchange.views.instrument(symbol)
  if (instrument === undefined) throw new Error('BTCUSDT is not listed')
  const changed = { ...instrument, minQtyLots: qtyLots(instrument.minQtyLots + 1) }
  await venue.parts.exchange.submit({ kind: 'ListInstrument', instrument: changed })
  const after = result((await ask(`${lists}&version=${before}`)).body)
  expect(after.version).not.toBe(before)
  expect(after['LinearPerpetual']).toMatchObject([{ symbol: 'BTCUSDT', minQty: '0.002' }])
})

test('a spot list is sent empty if the request has its time, whole for an earlier time', async () => {
  const first = result((await ask(all)).body)
  const modified = Number(first['last_modified_at'])
  const since = async (atMs: number) =>
    result((await ask(`${all}?last_modified_at=${atMs}`)).body)['quoteTokenSymbols'] as unknown[]
  expect(await since(modified)).toEqual([])
  expect(await since(modified - 1)).toMatchObject([{ si: 'BTCUSDT' }])
})

test('an answer with a secret in it, and one about an account, are not cached and not compressed', async () => {
  const browser = new TestClient(venue.app)
  await browser.becomeTrader()
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const accepting = { cookie, 'accept-encoding': 'br' }
  const make = (path: string, payload: object) =>
    venue.app.inject({
      method: 'POST',
      url: `/contract/v5/user/${path}`,
      headers: {
        ...accepting,
        usertoken: browser.userToken,
        'content-type': 'application/json',
      },
      payload,
    })
  const key = { note: 'x'.repeat(40), readOnly: false, permissions: [...v5Permissions], ips: [] }
  const made = await make('api-key/create', key)
  expect(result(made.body)['secret']).toMatch(/^\w{20,}$/)
  const token = await make('private/ott', {})
  expect(result(token.body)['token']).toMatch(/^\S{20,}$/)
  const info = await ask('/contract/v5/user/info', accepting)
  expect(result(info.body)).toHaveProperty('uid')
  for (const { headers } of [made, token, info]) {
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-encoding']).toBeUndefined()
    expect(headers['etag']).toBeUndefined()
  }
})
