// Two gateways and one leader: what the calls of both interfaces answer when the account has used
// up its limit through the other gateway.

import { calls } from '@basis/protocol/calls'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Exchange } from '../../exchange/exchange.ts'
import { Quotas, RateLimited, takeRequestQuota } from '../../exchange/quotas.ts'
import { createV5Api } from '../../v5/api.ts'
import { createHttpServer } from '../server.ts'
import {
  defaultOptions,
  startTestServer,
  TestClient,
  type TestServer,
} from '../../../testing/test-server.ts'
import { V5TestClient } from '../../../testing/v5-client.ts'

let venue: TestServer
const quotas = new Quotas()
const closing: (() => Promise<unknown>)[] = []
/** The leader’s time; the counts of the gateways use the clock of the venue. */
let nowMs = 0

beforeAll(async () => {
  venue = await startTestServer()
})
afterAll(async () => {
  for (const close of closing) await close()
  await venue.stop()
})

/** The exchange of a gateway: the leader counts the quotas of its commands. */
function withQuotas(exchange: Exchange): Exchange {
  return {
    ...exchange,
    submit: (command, options) => {
      const quota = takeRequestQuota()
      const waitMs = quota === undefined ? 0 : quotas.take(quota, nowMs)
      return waitMs > 0
        ? Promise.reject(new RateLimited(waitMs))
        : exchange.submit(command, options)
    },
  }
}

async function gateway(name: string) {
  const cluster = { world: 'main', gateway: name }
  const { parts } = venue
  const own = {
    ...parts,
    exchange: withQuotas(parts.exchange),
    venue: { ...parts.venue, cluster },
  }
  const app = await createHttpServer(own, { ...defaultOptions(), rateLimitPerMinute: 60 })
  closing.push(() => app.close())
  const onFailure = (error: unknown): never => {
    throw error
  }
  return { app, api: createV5Api(own, { limitFactor: 1, isGateway: true, onFailure }) }
}

function pass(ms: number): void {
  nowMs += ms
  venue.clock.advance(ms)
}

const order = {
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderType: 'Limit',
  qty: '0.01',
  price: '64000',
}

test('terminal calls over the limit answer 429 with 10006 and Retry-After; cancels have their own limit', async () => {
  const [one, two] = [await gateway('g1'), await gateway('g2')]
  const first = new TestClient(one.app)
  await first.becomeTrader()
  const second = first.at(two.app)
  const place = async (client: TestClient) =>
    (await client.ask('POST', calls.createOrder.path, order)).body['ret_code']
  expect([await place(first), await place(second)]).toEqual([0, 0])
  const cookie = [...first.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const refused = await two.app.inject({
    method: 'POST',
    url: calls.createOrder.path,
    headers: { cookie, usertoken: first.userToken },
    payload: order,
  })
  expect(refused.statusCode).toBe(429)
  expect(refused.json()).toMatchObject({ ret_code: 10006, ext_map: { retryAfter: 1 } })
  expect(refused.headers).toMatchObject({
    'retry-after': '1',
    'ratelimit-remaining': '0',
    'ratelimit-reset': '1',
  })
  const cancel = await second.ask('POST', calls.cancelAllOrders.path)
  expect(cancel.body).toMatchObject({ ret_code: 0, result: { list: [{}, {}] } })
  pass(1_000)
  expect(await place(second)).toBe(0)
})

test('the eleventh order of a second over the open API answers 10006 with 0 left', async () => {
  const [one, two] = [await gateway('g1'), await gateway('g2')]
  const first = await V5TestClient.open(venue, one.api)
  const wanted = { category: 'linear', ...order }
  const codes = async (api: typeof one.api, count: number): Promise<readonly number[]> => {
    const answered: number[] = []
    for (let k = 0; k < count; k += 1) {
      answered.push((await first.at(api).post('order/create', wanted)).retCode)
    }
    return answered
  }
  expect(await codes(one.api, 6)).toEqual([0, 0, 0, 0, 0, 0])
  expect(await codes(two.api, 5)).toEqual([0, 0, 0, 0, 10006])
  expect(first.limits).toMatchObject({ 'X-Bapi-Limit': '10', 'X-Bapi-Limit-Status': '0' })
  // Each row of a batch counts, and a batch is taken or refused whole.
  const rows = (count: number) => ({ category: 'linear', request: Array(count).fill(order) })
  const batch = async (api: typeof one.api, count: number): Promise<number> =>
    (await first.at(api).post('order/create-batch', rows(count))).retCode
  expect([await batch(one.api, 7), await batch(two.api, 5)]).toEqual([0, 10006])
  expect(await batch(two.api, 3)).toBe(0)
})
