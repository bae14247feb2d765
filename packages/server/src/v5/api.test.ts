// Checks of each open API request: signature, key, timestamp, address and rate limit.

import { createHmac, createSign, generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accountId } from '@basis/domain/numbers/brand'
import { v5Permissions } from '@basis/protocol/v5/vocabulary'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { hmacCheck, type ApiKey, type ApiKeyTerms } from '../users/api-keys.ts'
import { createV5Api, type V5Api } from './api.ts'

let venue: TestServer
let api: V5Api
const failures: unknown[] = []

beforeAll(async () => {
  venue = await startTestServer()
  api = createV5Api(venue.parts, { limitFactor: 1, onFailure: (error) => failures.push(error) })
})
afterAll(() => venue.stop())

const terms: ApiKeyTerms = {
  note: 'trial',
  isReadOnly: false,
  permissions: v5Permissions,
  networks: [],
}

type Signer = { readonly key: ApiKey; readonly secret: string; readonly account: number }

async function newKey(changed: Partial<ApiKeyTerms> = {}): Promise<Signer> {
  const { account } = await venue.parts.sessions.openDemo(0)
  const made = await venue.parts.sessions.apiKeys.make(accountId(account), { ...terms, ...changed })
  return { ...made, account }
}

type Asked = {
  readonly query?: string
  readonly path?: string
  readonly method?: 'GET' | 'POST'
  readonly timestamp?: string
  readonly window?: string | undefined
  readonly secret?: string
  readonly signed?: string
  readonly sign?: string
  readonly address?: string
  readonly body?: Buffer
}

async function ask(signer: Signer, asked: Asked = {}) {
  const { query = '', window = '5000', path = '/v5/user/query-api' } = asked
  const timestamp = asked.timestamp ?? String(venue.clock.nowMs())
  const body = asked.body ?? Buffer.alloc(0)
  const payload = `${timestamp}${signer.key.key}${window}${asked.signed ?? `${query}${body}`}`
  const sign =
    asked.sign ??
    createHmac('sha256', asked.secret ?? signer.secret)
      .update(payload)
      .digest('hex')
  const headers: Record<string, string> = {
    'x-bapi-api-key': signer.key.key,
    'x-bapi-timestamp': timestamp,
    'x-bapi-sign': sign,
    ...(window === '' ? {} : { 'x-bapi-recv-window': window }),
  }
  const answered = await api.answer({
    method: asked.method ?? 'GET',
    path,
    query,
    body,
    address: asked.address ?? '127.0.0.1',
    header: (name) => headers[name],
  })
  return { ...answered, body: JSON.parse(answered.body) as Record<string, unknown> }
}

test('a signed request is answered, with the rate limit in the headers', async () => {
  const signer = await newKey()
  const { status, body, headers } = await ask(signer)
  expect(status).toBe(200)
  expect(body).toMatchObject({
    retCode: 0,
    result: { apiKey: signer.key.key, secret: '', uta: 1, unified: 0, userID: signer.account },
    retExtInfo: {},
  })
  expect(headers).toMatchObject({ 'X-Bapi-Limit': '10', 'X-Bapi-Limit-Status': '9' })
})

test('an absent receive window is signed as an empty text and counts as five seconds', async () => {
  const signer = await newKey()
  expect((await ask(signer, { window: '' })).body['retCode']).toBe(0)
  const old = String(venue.clock.nowMs() - 6000)
  expect((await ask(signer, { window: '', timestamp: old })).body['retCode']).toBe(10002)
})

test.each([
  ['500 ms ahead', 500, '5000', 0],
  ['5 s ahead with a wide window', 5000, '60000', 10002],
  ['10 s old in a window of 30 s', -10_000, '30000', 0],
  ['10 s old in a window of 5 s', -10_000, '5000', 10002],
])(
  'a timestamp that is %s is accepted only within the receive window',
  async (_, shift, window, code) => {
    const timestamp = String(venue.clock.nowMs() + shift)
    expect((await ask(await newKey(), { timestamp, window })).body['retCode']).toBe(code)
  },
)

test('a signature with another secret, query or key is refused', async () => {
  const [signer, other] = [await newKey(), await newKey()]
  const code = async (asked: Asked) => (await ask(signer, asked)).body['retCode']
  expect(await code({ secret: 'another' })).toBe(10004)
  expect(await code({ secret: other.secret })).toBe(10004)
  expect(await code({ query: 'b=2&a=1', signed: 'a=1&b=2' })).toBe(10004)
  expect(await code({ query: 'a=%3D', signed: 'a==' })).toBe(10004)
  expect(await code({ sign: '' })).toBe(10004)
  const refused = await ask(signer, { query: 'a=1', secret: 'another' })
  expect(String(refused.body['retMsg'])).toMatch(/^error sign! origin_string\[\d+\w+5000a=1\]$/)
  expect(refused.body['result']).toEqual({})
})

test('a key that is unknown, revoked, expired or bound to another network is refused', async () => {
  const signer = await newKey()
  const unknown = { ...signer, key: { ...signer.key, key: signer.key.key.slice(0, -1) } }
  expect((await ask(unknown)).body['retCode']).toBe(10003)
  expect((await ask(signer)).body['retCode']).toBe(0)
  await venue.parts.sessions.apiKeys.revoke(accountId(signer.account), signer.key.key)
  expect((await ask(signer)).body['retCode']).toBe(10003)
  const ended = await newKey({ expiresMs: venue.clock.nowMs() - 1 })
  expect((await ask(ended)).body['retCode']).toBe(33004)
  const bound = await newKey({ networks: ['10.0.0.0/8'] })
  expect((await ask(bound)).body['retCode']).toBe(10010)
  expect((await ask(bound, { address: '10.1.2.3' })).body['retCode']).toBe(0)
})

test('a key of another market is not enough for a call without a category, even if one is sent', async () => {
  const body = Buffer.from(
    JSON.stringify({ category: 'spot', symbol: 'X', product: 'DERIVATIVES' }),
  )
  const codes = async (path: string, permission: 'SpotTrade' | 'OptionsTrade' | 'Order') => {
    const signer = await newKey({ permissions: [permission] })
    const answered = await ask(signer, { method: 'POST', path, body })
    return answered.body['retCode']
  }
  for (const path of ['/v5/spread/order/create', '/v5/order/disconnected-cancel-all']) {
    expect([path, await codes(path, 'SpotTrade')]).toEqual([path, 10005])
    // Past the check of permissions, the request lacks its parameters.
    expect([path, await codes(path, 'Order')]).toEqual([path, 10001])
  }
  expect(await codes('/v5/order/cancel', 'SpotTrade')).toBe(170_121)
  expect(await codes('/v5/order/cancel', 'Order')).toBe(10005)
})

test('the eleventh request within a second is refused, and the next second accepts again', async () => {
  const signer = await newKey()
  const codes: unknown[] = []
  for (let k = 0; k < 11; k += 1) codes.push((await ask(signer)).body['retCode'])
  expect(codes).toEqual([...Array<number>(10).fill(0), 10006])
  const { headers } = await ask(signer)
  expect(headers['X-Bapi-Limit-Status']).toBe('0')
  expect(Number(headers['X-Bapi-Limit-Reset-Timestamp'])).toBeGreaterThan(
    venue.clock.nowMs() - 1000,
  )
  venue.clock.advance(1100)
  expect((await ask(signer)).body['retCode']).toBe(0)
})

test('an RSA key signs in base64', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const { account } = await venue.parts.sessions.openDemo(0)
  const made = await venue.parts.sessions.apiKeys.make(accountId(account), terms, pem)
  const timestamp = String(venue.clock.nowMs())
  const payload = `${timestamp}${made.key.key}5000`
  const sign = createSign('RSA-SHA256').update(payload).sign(privateKey, 'base64')
  expect((await ask({ ...made, account }, { timestamp, sign })).body['retCode']).toBe(0)
})

test('a signature of an RSA key has one text, so that a change is not made again with another', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  const { account } = await venue.parts.sessions.openDemo(0)
  const made = await venue.parts.sessions.apiKeys.make(accountId(account), terms, pem)
  const timestamp = String(venue.clock.nowMs())
  const sign = createSign('RSA-SHA256')
    .update(`${timestamp}${made.key.key}5000`)
    .sign(privateKey, 'base64')
  const codeOf = async (text: string): Promise<unknown> => {
    const asked = { method: 'POST', path: '/v5/order/cancel-all', timestamp, sign: text } as const
    return (await ask({ ...made, account }, asked)).body['retCode']
  }
  // The first request has passed the check of signatures: it lacks its category.
  expect(await codeOf(sign)).toBe(10_001)
  expect(await codeOf(sign)).toBe(10_014)
  const url = sign.replaceAll('+', '-').replaceAll('/', '_')
  for (const text of [`${sign}=`, ` ${sign}`, sign.replaceAll('=', ''), url]) {
    expect(await codeOf(text)).toBe(10_004)
  }
})

test('unknown paths and wrong methods are refused in the envelope', async () => {
  const signer = await newKey()
  const [unknown, wrong] = [
    await ask(signer, { path: '/v5/nothing' }),
    await ask(signer, { method: 'POST' }),
  ]
  const envelope = { retCode: 10017, retMsg: 'Route not found.', result: {} }
  expect([unknown.status, unknown.body]).toEqual([404, expect.objectContaining(envelope)])
  expect([wrong.status, wrong.body]).toEqual([405, expect.objectContaining(envelope)])
  // The path exists by its own method.
  expect((await ask(signer)).status).toBe(200)
  expect(failures).toEqual([])
})

/** The signature vectors of the reference (1.4). */
test.each([
  [
    'category=linear&symbol=BTCUSDT',
    'db3ca95a2f0f6e48c818538b9b3fee34e12360875478a5bc91f688147cab1058',
  ],
  ['', 'ba49f8fa9a825f775b5e6924c55fa3a67c7692ddc8aea62441b75b02f61fb22e'],
  [
    'category=linear&cursor=page_token%3D7%26&limit=5',
    '0e523d813dbf2d27393fa47d874c90cf785edaf51356efd7e5fae350cfde95b1',
  ],
  [
    '{"category":"linear","symbol":"BTCUSDT","side":"Buy","orderType":"Limit","qty":"0.01","price":"50000"}',
    '6ab295812f0c2bde6ba0e239ab3e13326f4a0c239b6059b11e09510a2e410878',
  ],
])('the signature vector of the payload %j is accepted with its secret only', (rest, sign) => {
  const payload = `1700000000000demo-key-015000${rest}`
  expect(hmacCheck('demo-secret-01')([payload], sign)).toBe(true)
  expect(hmacCheck('demo-secret-02')([payload], sign)).toBe(false)
})

test('the signature vector of a socket login is accepted', () => {
  const sign = '3a9e8a2c5c58b8133252f6bfccf7a1dc9a54f374e40ee639dd75891666546afe'
  expect(hmacCheck('demo-secret-01')(['GET/realtime1700000010000'], sign)).toBe(true)
})
