// Which callers may read the server's metrics, and when it is ready.

import { priceE8 } from '@basis/domain/numbers/fixed'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listingOf } from '../instruments/listings.ts'
import type { HttpOptions } from './server.ts'
import { otherGateway, startTestServer, type TestServer } from '../../testing/test-server.ts'

let venue: TestServer
beforeAll(async () => {
  venue = await startTestServer()
})
afterAll(() => venue.stop())

type Asked = { readonly from?: string; readonly headers?: Record<string, string> }

async function statuses(options: Partial<HttpOptions>, asked: readonly Asked[]): Promise<number[]> {
  const app = await otherGateway(venue, options)
  const answers = await Promise.all(
    asked.map(({ from = '127.0.0.1', headers = {} }) =>
      app.inject({ url: '/metrics', remoteAddress: from, headers }),
    ),
  )
  await app.close()
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
  // If no token is configured, an empty one does not match.
  expect(await statuses({}, [bearing(''), { from, headers: { authorization: '' } }])).toEqual([
    403, 403,
  ])
})

test('metrics of other modules have their own name and meaning', async () => {
  const app = await otherGateway(venue, { extraFigures: () => ({ basis_sockets: 3 }) })
  const { body } = await app.inject('/metrics')
  await app.close()
  expect(body).toContain('# HELP basis_sockets Open sockets of terminals\n')
  expect(body).toMatch(/^basis_sockets 3$/m)
})

// The last test of this file: it stops the exchange.
test('G7: a contract without a price and a stopped exchange are reasons not to be ready; it stays alive', async () => {
  const { app, parts } = venue
  const eth = listingOf('ETHUSDT')?.instrument
  if (eth === undefined) throw new Error('ETHUSDT is not listed')
  const ready = async () => {
    const answer = await app.inject('/ready')
    const { isReady, reasons, mode } = answer.json()
    return [answer.statusCode, isReady, reasons, mode]
  }
  expect(await ready()).toEqual([200, true, [], 'running'])
  await parts.exchange.submit({ kind: 'ListInstrument', instrument: eth })
  expect(await ready()).toEqual([503, false, ['no price yet for ETHUSDT'], 'running'])
  const prices = [{ symbol: eth.symbol, indexE8: priceE8(3_000 * 1e8) }]
  await parts.exchange.submit({ kind: 'UpdatePrices', prices })
  expect(await ready()).toEqual([200, true, [], 'running'])
  await parts.exchange.stop()
  expect(await ready()).toEqual([503, false, ['the exchange is stopping'], 'stopping'])
  expect((await app.inject('/health')).json()).toEqual({ alive: true })
})
