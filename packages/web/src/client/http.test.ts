// Requests of the page (spec 7): address, headers, timeout and token.

import { readFile } from 'node:fs/promises'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { calls, type CallName } from '@basis/protocol/calls'
import { businessTagOf, contractTypes } from '@basis/domain/instrument/market'
import { useConnection } from './connection.ts'
import { addressOf, ask, forgetToken, SPOT_LIST_TIMEOUT_MS } from './http.ts'
import { noteFamilies } from './symbol-families.ts'

type Sent = { readonly url: URL; readonly init: RequestInit & { headers: Record<string, string> } }

let sent: Sent[] = []
let cookies: Map<string, string>
let metas: Map<string, { readonly content: string }>
let body: object
const timeouts: number[] = []

beforeEach(() => {
  sent = []
  timeouts.length = 0
  cookies = new Map()
  body = { ret_code: 0, ret_msg: 'OK', result: {} }
  vi.stubGlobal('location', { protocol: 'http:' })
  metas = new Map()
  vi.stubGlobal('document', {
    querySelector: (path: string) => metas.get(path) ?? null,
    get cookie() {
      return [...cookies].map(([name, text]) => `${name}=${text}`).join('; ')
    },
    set cookie(text: string) {
      const [pair = '', age = ''] = text.split('; ')
      const [name = '', value = ''] = pair.split('=')
      if (age === 'Max-Age=0') cookies.delete(name)
      else cookies.set(name, `${value}`)
      cookies.set(`${name} age`, age)
    },
  })
  vi.stubGlobal('fetch', (address: string, init: Sent['init']) => {
    sent.push({ url: new URL(address, 'http://exchange'), init })
    return Promise.resolve(new Response(JSON.stringify(body)))
  })
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    timeouts.push(ms)
    return new AbortController().signal
  })
})
afterEach(() => {
  forgetToken()
  noteFamilies(new Map())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const queryOf = (name: CallName, request: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(new URL(addressOf(calls[name], request, 7), 'http://exchange').searchParams)

test('contract calls have the business tag of their symbol, v5 calls a category and a response format', () => {
  noteFamilies(
    new Map(contractTypes.map((contractType) => [contractType, { contractType, isComing: false }])),
  )
  for (const symbol of contractTypes) {
    const business = businessTagOf(symbol)
    expect(queryOf('createOrder', { symbol })).toEqual({
      business,
      category: business === 'inverse' ? 'inverse' : 'linear',
      responseFormat: 'hump',
    })
  }
  expect(contractTypes.map((type) => businessTagOf(type))).toEqual(
    expect.arrayContaining(['usdt', 'usdc', 'inverse']),
  )
  expect(queryOf('wallet', {})).not.toHaveProperty('responseFormat')
  expect(queryOf('wallet', {})).not.toHaveProperty('category')
})

test.each([
  ['BTCUSDT', 'usdt', 'linear'],
  ['BTCUSDT-26FEB27', 'usdt', 'linear'],
  ['BTC-PERP', 'usdc', 'linear'],
  ['BTC-26FEB27', 'usdc', 'linear'],
  ['BTCUSD', 'inverse', 'inverse'],
  ['BTCUSD-26FEB27', 'inverse', 'inverse'],
])(
  '%s, too new for the loaded list, has the business tag of its name',
  (symbol, business, category) => {
    expect(queryOf('symbolItem', { symbol })).toMatchObject({ business, category })
  },
)

test('a v5 call without a symbol has a category too, the wallet and other paths have none', () => {
  for (const name of ['symbolList', 'visitorProfile', 'oneTimeToken', 'userInfo'] as const) {
    expect(queryOf(name, {})).toMatchObject({ category: 'linear', responseFormat: 'hump' })
  }
  expect(queryOf('spotSymbolsV2', {})).not.toHaveProperty('category')
  expect(queryOf('savePreference', {})).not.toHaveProperty('category')
})

test('in the app the platform header is app, and the token is read from its cookie', async () => {
  vi.stubGlobal('navigator', { userAgent: 'Mozilla/5.0 BasisApp/1.2' })
  await ask('signOut', {})
  expect(sent[0]?.init.headers).toMatchObject({ platform: 'app', lang: 'en' })
  expect(sent[0]?.init.headers).not.toHaveProperty('usertoken')
  cookies.set('token', 'of-the-app')
  await ask('signOut', {})
  expect(sent[1]?.init.headers['usertoken']).toBe('of-the-app')
})

test('a GET adds a timestamp, a POST has none', () => {
  expect(queryOf('depth', { symbol: 'BTCUSDT' })).toMatchObject({ timestamp: '7' })
  expect(queryOf('cancelOrder', { symbol: 'BTCUSDT' })).not.toHaveProperty('timestamp')
})

test('a request has platform, language, credentials, a JSON body and a unique tag', async () => {
  await ask('cancelOrder', { symbol: 'BTCUSDT', orderId: '7' })
  await ask('depth', { symbol: 'BTCUSDT' })
  const [post, get] = sent
  expect(post?.init).toMatchObject({
    method: 'POST',
    credentials: 'include',
    body: '{"symbol":"BTCUSDT","orderId":"7"}',
    headers: {
      platform: 'pc',
      lang: 'en',
      'accept-language': 'en',
      'content-type': 'application/json',
    },
  })
  const tags = sent.map(({ init }) => init.headers['x-track-tag'])
  expect(new Set(tags).size).toBe(2)
  expect(get?.init).not.toHaveProperty('body')
})

test('a call times out after 10000 ms, a spot list after 8000', async () => {
  await ask('depth', { symbol: 'BTCUSDT' })
  await ask('spotSymbolsV2', {}, { timeoutMs: SPOT_LIST_TIMEOUT_MS })
  expect(timeouts).toEqual([10_000, 8_000])
})

test('a returned token is kept in a cookie for seven days and sent while the cookie exists', async () => {
  await ask('signOut', {})
  expect(sent[0]?.init.headers).not.toHaveProperty('usertoken')
  body = { ...body, token: 'abc' }
  await ask('signOut', {})
  expect(cookies.get('token')).toBe('abc')
  expect(cookies.get('token age')).toBe(`Max-Age=${10_080 * 60}`)
  await ask('signOut', {})
  expect(sent[2]?.init.headers['usertoken']).toBe('abc')
  cookies.delete('token')
  await ask('signOut', {})
  expect(sent[3]?.init.headers).not.toHaveProperty('usertoken')
})

test('a timeout is code 9000001, no response 500; both have hasError and an unknown outcome', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  expect(await ask('cancelOrder', { symbol: 'BTCUSDT', orderId: '7' })).toMatchObject({
    ok: false,
    isUnknown: true,
    error: { code: 500, message: 'Non Response!', hasError: true },
  })
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(AbortSignal.abort())
  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('aborted', 'AbortError')))
  expect(await ask('cancelOrder', { symbol: 'BTCUSDT', orderId: '7' })).toMatchObject({
    ok: false,
    isUnknown: true,
    error: { code: 9_000_001, hasError: true },
  })
})

test('a refusal has a known outcome, unless the exchange says that it does not know it', async () => {
  body = { ret_code: 110_001, ret_msg: 'no such order', result: {} }
  expect(await ask('cancelOrder', { symbol: 'BTCUSDT', orderId: '7' })).toMatchObject({
    ok: false,
    isUnknown: false,
    error: { code: 110_001, message: 'no such order', hasError: true },
  })
  body = { ret_code: 10_505, ret_msg: 'unknown', result: {} }
  expect(await ask('cancelOrder', { symbol: 'BTCUSDT', orderId: '7' })).toMatchObject({
    ok: false,
    isUnknown: true,
  })
})

/** Runs public/boot.js as a browser does, on a trade page. */
async function boot({
  cookie = '',
  stored = {} as Record<string, string>,
  pathname = '/trade/usdt/BTCUSDT',
  userAgent = 'Test',
} = {}): Promise<void> {
  const script = await readFile(new URL('../../public/boot.js', import.meta.url), 'utf8')
  const window = {}
  const document = {
    cookie,
    documentElement: { dataset: {} },
    querySelector: () => ({ content: { querySelectorAll: () => [] }, dataset: {} }),
  }
  vi.stubGlobal('window', window)
  runInNewContext(script, {
    window,
    document,
    fetch,
    AbortSignal,
    Worker: class {},
    localStorage: { getItem: (key: string) => stored[key] ?? null },
    location: { pathname },
    navigator: { userAgent },
  })
}

test('a visitor’s list of contracts and profile are requested once, by the boot script', async () => {
  await boot()
  const { symbolList, visitorProfile } = calls
  expect(sent.map(({ url }) => url.pathname)).toEqual([symbolList.path, visitorProfile.path])
  await ask('visitorProfile', { lang: 'en' })
  await ask('symbolList', { filter: 'all' })
  expect(sent).toHaveLength(2)
  await ask('symbolList', { filter: 'all' })
  await ask('visitorProfile', { lang: 'en' })
  expect(sent).toHaveLength(4)
  const [list, profile, listAgain, profileAgain] = sent.map(({ url }) => {
    url.searchParams.delete('timestamp')
    return String(url)
  })
  expect([list, profile]).toEqual([listAgain, profileAgain])
})

test('the requests of the boot script have the language and a tag too (spec 7)', async () => {
  await boot()
  await boot({ stored: { 'basis.language': '{"version":1,"value":"de-DE"}' } })
  await boot({ stored: { 'basis.language': '{' } })
  await boot({ pathname: '/ja-JP/trade/usdt/BTCUSDT' })
  const languages = sent.map(({ init }) => init.headers['lang'])
  expect(languages).toEqual(['en', 'de-DE', 'en', 'ja-JP'].flatMap((each) => [each, each]))
  const profiles = sent.filter(({ url }) => url.pathname === calls.visitorProfile.path)
  expect(profiles.map(({ url }) => url.searchParams.get('lang'))).toEqual([
    'en',
    'de-DE',
    'en',
    'ja-JP',
  ])
  for (const { init } of sent) {
    const { headers } = init
    expect(headers['accept-language']).toBe(headers['lang'])
    expect(headers['x-track-tag']).toMatch(/^web-\w+-0$/)
    expect(headers['platform']).toBe('pc')
  }
})

test('with a stored list or a session token the boot script requests no list', async () => {
  await boot({ cookie: 'a=1; token=abc' })
  await boot({ stored: { 'basis.contracts': '{}' } })
  const profile = calls.visitorProfile.path
  expect(sent.map(({ url }) => url.pathname)).toEqual([profile, profile])
})

test('in the app the boot script requests nothing, since its calls have other headers', async () => {
  await boot({ userAgent: 'Mozilla/5.0 BasisApp/2.1' })
  expect(sent).toEqual([])
})

test('an answer to the boot script’s request does not set the clock offset', async () => {
  const lists = Object.fromEntries(contractTypes.map((type) => [type, []]))
  body = { ...body, result: { version: '1', ...lists }, time: Date.now() - 60_000 }
  await boot()
  const before = useConnection.getState().clockOffsetMs
  expect(await ask('symbolList', { filter: 'all' })).toMatchObject({ ok: true })
  expect(useConnection.getState().clockOffsetMs).toBe(before)
  await ask('symbolList', { filter: 'all' })
  expect(useConnection.getState().clockOffsetMs).not.toBe(before)
})

test('spot calls go to the host named by the page, all others to the page’s own (spec 7)', () => {
  metas.set('meta[name="basis-spot-host"]', { content: 'https://spot.example' })
  expect(addressOf(calls.spotSymbolsV2, {}, 7)).toBe(
    'https://spot.example/spot/api/basic/symbol_list_v2?timestamp=7',
  )
  expect(addressOf(calls.signOut, {}, 7)).not.toContain('spot.example')
  metas.clear()
  expect(addressOf(calls.spotSymbolsV2, {}, 7)).toBe('/spot/api/basic/symbol_list_v2?timestamp=7')
})

test('order calls are sent at once; calls of other panels are sent when their call table is loaded', async () => {
  const order = ask('cancelAllOrders', {})
  expect(sent.map(({ url }) => url.pathname)).toEqual([calls.cancelAllOrders.path])
  const keys = ask('apiKeys', {})
  expect(sent).toHaveLength(1)
  await Promise.all([order, keys])
  expect(sent.map(({ url }) => url.pathname)[1]).toBe(calls.apiKeys.path)
})
