// Malformed requests on every path of the open API are always answered in the envelope, and never
// make the server fail.

import { createHmac } from 'node:crypto'
import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import { v5CallNames, v5Calls } from '@basis/protocol/v5/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { proofLength } from '../proof-length.ts'
import { startVenue, type Venue } from './venue.ts'

const count = proofLength(100_000, 1500)
const atOnce = 50
let venue: Venue

beforeAll(async () => {
  venue = await startVenue({ BASIS_OPEN_LIMIT_FACTOR: '0' })
})
afterAll(() => venue.stop())

const values: readonly unknown[] = [
  '',
  'linear',
  'spot',
  'option',
  'BTCUSDT',
  'btcusdt',
  '0',
  '-1',
  '1e400',
  '9'.repeat(400),
  '%',
  '%00',
  '\u{0}',
  '../../etc/passwd',
  "'; DROP TABLE users; --",
  '\u{1F600}',
  0,
  -0,
  1e308,
  1e-300,
  true,
  null,
  [],
  {},
  [[[[[[[[[[1]]]]]]]]]],
  { __proto__: null, constructor: 1 },
]

/** The parameter names of a call, and some that no call has. */
function namesOf(schema: unknown): string[] {
  const shape = (schema as { readonly shape?: object }).shape ?? {}
  return [...Object.keys(shape), '__proto__', 'constructor', 'toString', 'extra']
}

const oneOf = <Item>(chance: Prng, items: readonly Item[]): Item =>
  items[chance.nextBelow(items.length)] as Item

/** These delete the signing key or reduce its rights, and later requests would not be signed. */
const changesKey: ReadonlySet<string> = new Set([v5Calls.deleteApi.path, v5Calls.updateApi.path])

function draftOf(chance: Prng) {
  const call = v5Calls[oneOf(chance, v5CallNames)]
  const names = namesOf(call.request)
  const parameters = Array.from({ length: chance.nextBelow(7) }, () => ({
    name: oneOf(chance, names),
    value: oneOf(chance, values),
  }))
  const query = parameters
    .map(({ name, value }) => {
      const text = typeof value === 'string' ? value : JSON.stringify(value)
      return `${name}=${chance.nextBelow(4) === 0 ? text.replaceAll(/[^!-~]|[#"<>\\^`{|}]/gu, '') : encodeURIComponent(text)}`
    })
    .join('&')
  const whole = JSON.stringify(
    Object.fromEntries(parameters.map(({ name, value }) => [name, value])),
  )
  const body = oneOf(chance, [
    whole,
    whole,
    whole.slice(0, chance.nextBelow(whole.length + 1)),
    '[]',
    'null',
    '"text"',
    '\u{FEFF}{}',
    '['.repeat(20_000),
  ])
  const method =
    chance.nextBelow(10) === 0 ? oneOf(chance, ['GET', 'POST', 'PUT', 'DELETE']) : call.method
  const isSigned = chance.nextBelow(4) > 0 && !changesKey.has(call.path)
  return { method, path: call.path, query, body, isSigned }
}

type Draft = ReturnType<typeof draftOf>

async function send({ method, path, query, body, isSigned }: Draft): Promise<string | undefined> {
  const { key, secret } = venue.credentials
  const timestamp = String(Date.now())
  const isGet = method === 'GET'
  const payload = `${timestamp}${key}5000${isGet ? query : body}`
  const headers = {
    'Content-Type': 'application/json',
    'X-BAPI-API-KEY': key,
    'X-BAPI-TIMESTAMP': timestamp,
    'X-BAPI-RECV-WINDOW': '5000',
    'X-BAPI-SIGN': createHmac('sha256', isSigned ? secret : 'wrong')
      .update(payload)
      .digest('hex'),
  }
  const url = `${venue.origin}${path}${query === '' ? '' : `?${query}`}`
  const response = await fetch(url, { method, headers, ...(isGet ? {} : { body }) })
  const text = await response.text()
  const answer = JSON.parse(text) as Record<string, unknown>
  const isEnvelope =
    Number.isInteger(answer['retCode']) &&
    typeof answer['retMsg'] === 'string' &&
    typeof answer['result'] === 'object' &&
    answer['result'] !== null &&
    Number.isInteger(answer['time'])
  // The server answers 10016 when it has failed.
  const isFine = response.status < 500 && isEnvelope && answer['retCode'] !== 10016
  return isFine ? undefined : `${method} ${url} ${body} → ${response.status} ${text.slice(0, 300)}`
}

/** Whether the key that signed all of them may still trade. */
async function canTrade(): Promise<boolean> {
  const { key, secret } = venue.credentials
  const timestamp = String(Date.now())
  const sign = createHmac('sha256', secret).update(`${timestamp}${key}5000`).digest('hex')
  const headers = {
    'X-BAPI-API-KEY': key,
    'X-BAPI-TIMESTAMP': timestamp,
    'X-BAPI-RECV-WINDOW': '5000',
    'X-BAPI-SIGN': sign,
  }
  const response = await fetch(`${venue.origin}${v5Calls.queryApi.path}`, { headers })
  const { retCode, result } = (await response.json()) as {
    readonly retCode: number
    readonly result: { readonly readOnly?: number }
  }
  return retCode === 0 && result.readOnly === 0
}

test(
  `${count} malformed requests are answered in the envelope, and none fails the server`,
  async () => {
    const chance = createPrng(20_261_125)
    const wrong: string[] = []
    for (let done = 0; done < count; done += atOnce) {
      const drafts = Array.from({ length: atOnce }, () => draftOf(chance))
      const answered = await Promise.all(drafts.map(send))
      wrong.push(...answered.filter((each) => each !== undefined))
    }
    expect(wrong.slice(0, 5)).toEqual([])
    expect(await canTrade()).toBe(true)
    expect(venue.process.output()).not.toMatch(/failed/)
  },
  proofLength(1_800_000, 240_000),
)
