// Which requests the open API takes when the terminal has the same path.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowedMethods } from '../http/call-routes.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'
import { createV5Api } from './api.ts'
import { createV5Http, type V5Http } from './http.ts'

let venue: TestServer
let http: V5Http

beforeAll(async () => {
  venue = await startTestServer({}, { symbols: ['BTCUSDT'] })
  const api = createV5Api(venue.parts, { limitFactor: 0, onFailure: () => undefined })
  http = createV5Http(api, {
    clock: venue.parts.clock,
    addressOf: () => '127.0.0.1',
    isTerminalPath: (path) => allowedMethods(path).length > 0,
  })
})
afterAll(() => venue.stop())

const shared = '/v5/spot-margin-trade/data'

test.each([
  [
    'a public call without key or cookie is taken by the open API',
    `${shared}?currency=USDT`,
    {},
    true,
  ],
  [
    'a shared path with a session cookie is left to the terminal',
    shared,
    { cookie: 'session=1' },
    false,
  ],
  [
    'a shared path with a session cookie and a key is taken by the open API',
    shared,
    { cookie: 'session=1', 'x-bapi-api-key': 'k' },
    true,
  ],
  ['a private call without a key is taken by the open API', '/v5/account/info', {}, true],
  [
    'a private call without a key with the platform header is left to the terminal',
    '/v5/account/info',
    { platform: 'pc' },
    false,
  ],
  [
    'a preflight request is left to the terminal',
    '/v5/account/info',
    { 'access-control-request-method': 'GET' },
    false,
  ],
  [
    'a private call with a key is taken by the open API',
    '/v5/account/info',
    { 'x-bapi-api-key': 'k' },
    true,
  ],
  [
    'a path that only the open API has is taken by it',
    '/v5/market/time',
    { cookie: 'session=1' },
    true,
  ],
  ['a path that only the terminal has is left to it', '/contract/v5/user/api-keys', {}, false],
])('%s', (_, url, headers, isOurs) => {
  expect(http.takes({ url, headers })).toBe(isOurs)
})
