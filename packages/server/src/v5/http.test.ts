// Whose request it is where the terminal and the open API have the same path.

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
    'a public call of a client that has neither key nor cookie',
    `${shared}?currency=USDT`,
    {},
    true,
  ],
  ['the same path in a session of the terminal', shared, { cookie: 'session=1' }, false],
  ['the same path with a key', shared, { cookie: 'session=1', 'x-bapi-api-key': 'k' }, true],
  ['a private call without a key: a client is told so', '/v5/account/info', {}, true],
  ['the same of a terminal: it asks to sign in', '/v5/account/info', { platform: 'pc' }, false],
  [
    'what a browser asks before a call to another origin',
    '/v5/account/info',
    { 'access-control-request-method': 'GET' },
    false,
  ],
  ['a private call with a key', '/v5/account/info', { 'x-bapi-api-key': 'k' }, true],
  ['a path that only the open API has', '/v5/market/time', { cookie: 'session=1' }, true],
  ['a path of the terminal alone', '/contract/v5/user/api-keys', {}, false],
])('%s', (_, url, headers, isOurs) => {
  expect(http.takes({ url, headers })).toBe(isOurs)
})
