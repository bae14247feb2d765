// The terminal's files and pages: caching, compression, and 404 instead of a page for missing
// files.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildTerminal } from './terminal-build.ts'
import { waitingPage } from './waiting-page.ts'
import { otherGateway, startTestServer, type TestServer } from '../../../testing/test-server.ts'

const page = '<!doctype html><title>Basis</title>'
const script = `export const text = '${'long '.repeat(100)}'`
let folder = ''
let venue: TestServer

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'basis-dist-'))
  mkdirSync(join(folder, 'assets'))
  mkdirSync(join(folder, 'locales'))
  writeFileSync(join(folder, 'index.html'), page)
  writeFileSync(join(folder, 'assets', 'main-C4PwOsfv.js'), script)
  writeFileSync(join(folder, 'assets', 'main-C4PwOsfv.js.gz'), gzipSync(script))
  writeFileSync(join(folder, 'locales', 'en.json'), '{}')
  venue = await startTestServer({ webFolder: folder })
})
afterAll(async () => {
  await venue.stop()
  rmSync(folder, { recursive: true })
})

test('the root path redirects to the first market', async () => {
  const { statusCode, headers } = await venue.app.inject('/')
  expect([statusCode, headers.location]).toEqual([302, '/trade/usdt/BTCUSDT'])
})

test.each([
  '/trade/usdt/BTCUSDT',
  '/trade/usdt/ETHUSDT?x=1',
  '/trade/futures/usdc/BTC-PERP',
  '/trade/inverse/BTCUSD',
  '/trade/inverse/futures/BTCUSD_Q',
  '/trade/option/usdc/BTC',
  '/trade/spot/BTC/USDT',
  '/pt-BR/trade/spot/BTC/USDT',
  '/trade',
  '/trade/spot',
  '/de-DE/trade',
  '/left',
  '/invite?ref=RT',
  '/de-DE/invite?ref=RT',
  '/user/assets/order/derivatives/usdt-future/trade-history',
  '/user/assets/order/spot/trade-history',
  '/de-DE/user/assets/order/derivatives/usdt-future/trade-history',
  '/markets',
  '/de-DE/markets',
  // Below the page of markets the page itself tells what it does not know.
  '/markets/BTCUSDT/nosuch/more',
  '/portfolio',
  '/de-DE/portfolio',
  '/fees',
  '/de-DE/fees',
  '/docs/api',
  '/de-DE/docs/api',
  '/help',
  '/zh-CN/help/order-types',
])('%s is a page of the terminal', async (path) => {
  const response = await venue.app.inject(path)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.headers['cache-control']).toBe('no-cache')
  expect(response.body).toBe(page)
})

test('hashed files are cached for a year as immutable and sent compressed to clients that accept it', async () => {
  const url = '/trade/usdt/assets/main-C4PwOsfv.js'
  const plain = await venue.app.inject(url)
  expect(plain.body).toBe(script)
  expect(plain.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(plain.headers['content-type']).toMatch(/javascript/)
  const packed = await venue.app.inject({ url, headers: { 'accept-encoding': 'gzip' } })
  expect(packed.headers['content-encoding']).toBe('gzip')
  expect(packed.headers['content-type']).toMatch(/javascript/)
  expect(packed.headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect((await venue.app.inject('/trade/usdt/locales/en.json')).headers['cache-control']).toBe(
    'no-cache',
  )
})

test.each([
  '/trade/usdt/assets/old-12345678.js',
  '/trade/usdt/../../package.json',
  '/trade/usdt/%2e%2e/%2e%2e/package.json',
  '/favicon.ico',
])('%s answers 404 without a page', async (path) => {
  const response = await venue.app.inject(path)
  expect(response.statusCode).toBe(404)
  expect(response.json()).toMatchObject({ ret_code: 10404 })
})

test.each(['/nosuch', '/de-DE/nosuch?x=1'])(
  'the unknown path %s answers the terminal’s page to a browser, and an error to a program',
  async (url) => {
    const accept = 'text/html,application/xhtml+xml,*/*;q=0.8'
    const shown = await venue.app.inject({ url, headers: { accept } })
    expect(shown.statusCode).toBe(404)
    expect([shown.headers['content-type'], shown.body]).toEqual(['text/html; charset=utf-8', page])
    const answer = await venue.app.inject({ url, headers: { accept: '*/*' } })
    expect(answer.statusCode).toBe(404)
    expect(answer.json()).toMatchObject({ ret_code: 10404 })
  },
)

test('unknown calls and missing files answer 404 to a browser too', async () => {
  for (const url of ['/v5/nosuch', '/contract/v5/nosuch', '/nosuch.js']) {
    const { statusCode, body } = await venue.app.inject({ url, headers: { accept: 'text/html' } })
    expect([url, statusCode, body.startsWith('{')]).toEqual([url, 404, true])
  }
})

test('a server answers 503 with a waiting page until the terminal is built, then the page', async () => {
  const building = mkdtempSync(join(tmpdir(), 'basis-building-'))
  const notices: string[] = []
  const end = join(building, 'end')
  const command = `const { existsSync, writeFileSync } = require('node:fs')
    const timer = setInterval(() => {
      if (!existsSync('${end}')) return
      writeFileSync('${join(building, 'index.html')}', '${page}')
      clearInterval(timer)
    }, 20)`
  const stage = buildTerminal((message) => void notices.push(message), ['-e', command])
  const early = await otherGateway(venue, { webFolder: building, terminalStage: stage })
  const url = '/trade/usdt/BTCUSDT'
  const before = await early.inject({ url, headers: { 'accept-language': 'fr, de-AT;q=0.9' } })
  // The name of a property that every JavaScript object has is not a language.
  const odd = await early.inject({ url, headers: { 'accept-language': 'constructor' } })
  expect(odd.body).toContain('<html lang="en">')
  expect([before.statusCode, before.headers['retry-after']]).toEqual([503, '2'])
  expect(before.body).toContain('<html lang="de">')
  expect(before.body).toContain('http-equiv="refresh"')
  expect((await early.inject('/trade/usdt/boot.js')).statusCode).toBe(404)
  expect((await early.inject('/v5/market/time')).statusCode).not.toBe(503)
  writeFileSync(end, '')
  await expect.poll(stage).toBe('ready')
  expect((await early.inject(url)).body).toBe(page)
  expect(notices).toEqual(['the terminal is built'])
  await early.close()
  rmSync(building, { recursive: true })
})

test('if the terminal cannot be built, the waiting page says so and does not refresh', async () => {
  const stage = buildTerminal(() => undefined, ['-e', 'process.exit(3)'])
  await expect.poll(stage).toBe('failed')
  const answer = waitingPage('failed', 'xx')
  expect(answer).toContain('could not be built')
  expect(answer).not.toContain('refresh')
})

test('a script has the few headers that bind it, and the worker may read from its own host only', async () => {
  const { headers } = await venue.app.inject('/trade/usdt/assets/main-C4PwOsfv.js')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy':
      "default-src 'self';connect-src 'self' ws: wss:;frame-ancestors 'none'",
  })
  expect(headers).not.toHaveProperty('permissions-policy')
  const page = await venue.app.inject('/trade/usdt/BTCUSDT')
  expect(page.headers).toHaveProperty('permissions-policy')
})

test('the page names the host of spot calls, which its content security policy allows (spec 7)', async () => {
  const spotHost = 'https://spot.example'
  const other = await otherGateway(venue, { webFolder: folder, spotHost })
  const { body, headers } = await other.inject('/trade/spot/BTC/USDT')
  await other.close()
  expect(body).toContain(`<meta name="basis-spot-host" content="${spotHost}" />`)
  expect(headers['content-security-policy']).toMatch(/connect-src [^;]*https:\/\/spot\.example/)
  expect(headers['content-type']).toBe('text/html; charset=utf-8')
  const own = await venue.app.inject('/trade/spot/BTC/USDT')
  expect(own.body).not.toContain('basis-spot-host')
})

test('the page names the host for chart pictures, which its content security policy allows (spec 9)', async () => {
  const snapshotHost = 'https://pictures.example/snapshot'
  const other = await otherGateway(venue, { webFolder: folder, snapshotHost })
  const { body, headers } = await other.inject('/trade/usdt/BTCUSDT')
  await other.close()
  expect(body).toContain(`<meta name="basis-snapshot-host" content="${snapshotHost}" />`)
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/connect-src [^;]*https:\/\/pictures\.example(?:;| )/)
})
