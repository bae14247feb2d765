// Which callers may read the server's metrics.

import { afterEach, expect, test } from 'vitest'
import type { HttpOptions } from './server.ts'
import { startTestServer, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer | undefined
afterEach(() => venue?.stop())

type Asked = { readonly from?: string; readonly headers?: Record<string, string> }

async function statuses(options: Partial<HttpOptions>, asked: readonly Asked[]): Promise<number[]> {
  venue = await startTestServer(options)
  const { app } = venue
  const answers = await Promise.all(
    asked.map(({ from = '127.0.0.1', headers = {} }) =>
      app.inject({ url: '/metrics', remoteAddress: from, headers }),
    ),
  )
  return answers.map(({ statusCode }) => statusCode)
}

test('metrics are served to this machine only', async () => {
  expect(
    await statuses({}, [
      {},
      { from: '::ffff:127.0.0.1' },
      { from: '203.0.113.9' },
      { from: '::1' },
    ]),
  ).toEqual([200, 200, 403, 403])
})

test('metrics are served to the operators’ networks', async () => {
  const operators = ['10.1.0.0/16', 'fd00::/8']
  const asked = [{ from: '10.1.2.3' }, { from: 'fd00::7' }, { from: '10.2.0.1' }, {}]
  expect(await statuses({ operators }, asked)).toEqual([200, 200, 403, 403])
})

test('requests forwarded by an unconfigured proxy get no metrics, even from this machine', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' }
  expect(await statuses({}, [{ headers }, { headers: { forwarded: 'for=1.2.3.4' } }])).toEqual([
    403, 403,
  ])
})

test('behind a trusted proxy the caller’s own address decides', async () => {
  const behind = (address: string): Asked => ({ headers: { 'x-forwarded-for': address } })
  const options = { trustedProxies: ['127.0.0.1'], operators: ['10.1.0.0/16'] }
  expect(await statuses(options, [behind('10.1.0.9'), behind('203.0.113.9')])).toEqual([200, 403])
})

test('the operator token gives metrics to any address; other tokens do not', async () => {
  const operatorToken = 'a-long-enough-token'
  const from = '203.0.113.9'
  const bearing = (token: string): Asked => ({
    from,
    headers: { authorization: `Bearer ${token}` },
  })
  const asked = [bearing(operatorToken), bearing('another-long-token'), bearing(''), { from }]
  expect(await statuses({ operatorToken }, asked)).toEqual([200, 403, 403, 403])
  await venue?.stop()
  // If no token is configured, an empty one does not match.
  expect(await statuses({}, [bearing(''), { from, headers: { authorization: '' } }])).toEqual([
    403, 403,
  ])
})
