// Forged requests against a real server: each is refused with the code of its reason.

import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Credentials } from './unmodified-clients.ts'
import { startVenue, type Venue } from './venue.ts'

let venue: Venue
let other: Credentials

beforeAll(async () => {
  // A signature is checked before the market is looked at: no robots are needed.
  venue = await startVenue({ BASIS_ROBOTS: 'off' })
  other = { key: venue.credentials.key, secret: 'a'.repeat(36) }
})
afterAll(() => venue.stop())

type Draft = {
  readonly path?: string
  readonly query?: string
  readonly signed?: string
  readonly credentials?: Credentials
  readonly timestamp?: number | string
  readonly window?: string
  /** Headers in place of those that belong to it; undefined leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly sign?: (right: string) => string
}

const question = '/v5/user/query-api'
/** The receive window, which a busy machine must not exceed: the widest that is accepted. */
const wide = '60000'

async function send(draft: Draft): Promise<number> {
  const { path = question, query = '', signed = query, credentials = venue.credentials } = draft
  const { timestamp = Date.now(), window = wide, sign = (right) => right } = draft
  const right = createHmac('sha256', credentials.secret)
    .update(`${timestamp}${credentials.key}${window}${signed}`)
    .digest('hex')
  const headers = {
    'X-BAPI-API-KEY': credentials.key,
    'X-BAPI-TIMESTAMP': String(timestamp),
    'X-BAPI-RECV-WINDOW': window,
    'X-BAPI-SIGN': sign(right),
    ...draft.headers,
  }
  const given = Object.entries(headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  )
  const url = `${venue.origin}${path}${query === '' ? '' : `?${query}`}`
  const response = await fetch(url, { headers: Object.fromEntries(given) })
  expect(response.status).toBeLessThan(500)
  const { retCode } = (await response.json()) as { readonly retCode: number }
  return retCode
}

test('a correctly signed request is accepted, also with a query and with a bare question mark', async () => {
  expect(await send({})).toBe(0)
  expect(await send({ query: 'b=2&a=%3D+x%2d' })).toBe(0)
  expect(await send({ path: `${question}?` })).toBe(0)
})

const seconds = 1000
test.each<[string, number, () => Draft]>([
  ['another secret', 10004, () => ({ credentials: other })],
  ['a secret with a blank', 10004, () => ({ credentials: { ...other, secret: ' ' } })],
  ['an unknown key', 10003, () => ({ credentials: { key: 'nobodys', secret: other.secret } })],
  ['no key', 10003, () => ({ headers: { 'X-BAPI-API-KEY': undefined } })],
  ['an empty key', 10003, () => ({ headers: { 'X-BAPI-API-KEY': '' } })],
  ['no signature', 10004, () => ({ headers: { 'X-BAPI-SIGN': undefined } })],
  ['an empty signature', 10004, () => ({ sign: () => '' })],
  ['a signature in capitals', 10004, () => ({ sign: (right) => right.toUpperCase() })],
  ['half a signature', 10004, () => ({ sign: (right) => right.slice(0, 32) })],
  ['a signature with more behind it', 10004, () => ({ sign: (right) => `${right}00` })],
  [
    'one digit changed',
    10004,
    () => ({ sign: (r) => r.replace(/.$/, (d) => (d === '0' ? '1' : '0')) }),
  ],
  ['a query in another order', 10004, () => ({ query: 'b=2&a=1', signed: 'a=1&b=2' })],
  ['a query that says more', 10004, () => ({ query: 'a=1&b=2', signed: 'a=1' })],
  ['a query escaped otherwise', 10004, () => ({ query: 'a=%2D', signed: 'a=%2d' })],
  ['a query signed as it is decoded', 10004, () => ({ query: 'a=%3D', signed: 'a==' })],
  ['no timestamp', 10002, () => ({ headers: { 'X-BAPI-TIMESTAMP': undefined } })],
  ['a timestamp that is a word', 10002, () => ({ timestamp: 'now' })],
  ['a timestamp in seconds', 10002, () => ({ timestamp: Math.floor(Date.now() / seconds) })],
  ['a stale timestamp', 10002, () => ({ timestamp: Date.now() - 61 * seconds })],
  ['a timestamp ahead', 10002, () => ({ timestamp: Date.now() + 59 * seconds })],
  [
    'another timestamp than was signed',
    10004,
    () => ({ headers: { 'X-BAPI-TIMESTAMP': String(Date.now() - 1) } }),
  ],
  ['another window than was signed', 10004, () => ({ headers: { 'X-BAPI-RECV-WINDOW': '6000' } })],
])('a request with %s is refused with %i', async (_, code, draft) => {
  expect(await send(draft())).toBe(code)
})

/** Sends a body with the signature of itself or of another one, the given number of times. */
async function post(
  path: string,
  body: object,
  { signed = body, times = 1 }: { readonly signed?: object; readonly times?: number } = {},
): Promise<number[]> {
  const { key, secret } = venue.credentials
  const timestamp = String(Date.now())
  const sign = createHmac('sha256', secret)
    .update(`${timestamp}${key}${wide}${JSON.stringify(signed)}`)
    .digest('hex')
  const codes: number[] = []
  for (let time = 0; time < times; time += 1) {
    const response = await fetch(`${venue.origin}${path}`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'X-BAPI-API-KEY': key,
        'X-BAPI-TIMESTAMP': timestamp,
        'X-BAPI-RECV-WINDOW': wide,
        'X-BAPI-SIGN': sign,
      },
      body: JSON.stringify(body),
    })
    codes.push(((await response.json()) as { readonly retCode: number }).retCode)
  }
  return codes
}
const order = {
  category: 'linear',
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.01',
  price: '40000',
}

/** The orders of the account that the exchange has ever taken. */
async function takenOrders(): Promise<readonly { readonly qty: string }[]> {
  const { key, secret } = venue.credentials
  const timestamp = String(Date.now())
  const query = 'category=linear&symbol=BTCUSDT'
  const sign = createHmac('sha256', secret)
    .update(`${timestamp}${key}${wide}${query}`)
    .digest('hex')
  const lists = ['realtime', 'history'].map(async (path) => {
    const answer = await fetch(`${venue.origin}/v5/order/${path}?${query}`, {
      headers: {
        'X-BAPI-API-KEY': key,
        'X-BAPI-TIMESTAMP': timestamp,
        'X-BAPI-RECV-WINDOW': wide,
        'X-BAPI-SIGN': sign,
      },
    })
    const body = (await answer.json()) as { retCode: number; result: { list: { qty: string }[] } }
    expect(body.retCode).toBe(0)
    return body.result.list
  })
  return (await Promise.all(lists)).flat()
}

test('a body that was changed or reordered after it was signed places no order', async () => {
  const larger = { ...order, qty: '0.02' }
  expect(await post('/v5/order/create', larger, { signed: order })).toEqual([10004])
  const { category, ...rest } = order
  const turned = { ...rest, category }
  expect(await post('/v5/order/create', turned, { signed: order })).toEqual([10004])
  expect(await takenOrders()).toEqual([])
})

test('a request that is repeated within its window is executed once', async () => {
  const [first, ...again] = await post('/v5/order/cancel-all', order, { times: 3 })
  expect([first, again]).toEqual([0, [10014, 10014]])
})

test('an order that is repeated within its window is placed once', async () => {
  expect(await post('/v5/order/create', order, { times: 3 })).toEqual([0, 10014, 10014])
  expect((await takenOrders()).map(({ qty }) => Number(qty))).toEqual([0.01])
})

test('a key that is bound to another address is refused, also for changing that', async () => {
  expect(await post('/v5/user/update-api', { ips: '203.0.113.7' })).toEqual([0])
  expect(await send({})).toBe(10010)
  expect(await post('/v5/user/delete-api', {})).toEqual([10010])
})
