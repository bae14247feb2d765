// Limits by address: one customer has a whole /64 of IPv6 addresses (reliability S6, open API 14).

import { afterAll, beforeAll, expect, test } from 'vitest'
import { calls } from '@basis/protocol/calls'
import { startTestServer, type TestServer } from '../../../testing/test-server.ts'
import { createV5Limits } from '../../v5/rate-limits.ts'

let venue: TestServer

beforeAll(async () => {
  venue = await startTestServer({ rateLimitPerMinute: 60 })
})
afterAll(() => venue.stop())

test('requests from other addresses of the same IPv6 network count together', async () => {
  const codeFrom = async (remoteAddress: string): Promise<number> =>
    (await venue.app.inject({ url: calls.serverTime.path, remoteAddress })).statusCode
  const codes: number[] = []
  for (let k = 1; k <= 3; k += 1) codes.push(await codeFrom(`2001:db8:1:2::${k}`))
  expect(codes).toEqual([200, 200, 429])
  expect(await codeFrom('2001:db8:1:3::1')).toBe(200)
  expect(await codeFrom('203.0.113.7')).toBe(200)
})

test('so do those of the open API', () => {
  const limits = createV5Limits({ nowMs: () => 0 }, 1)
  for (let k = 1; k <= 600; k += 1) expect(limits.takeAddress(`2001:db8::${k}`)).toBe(true)
  expect(limits.takeAddress('2001:db8::1:1')).toBe(false)
  expect(limits.takeAddress('2001:db8:0:1::1')).toBe(true)
})
