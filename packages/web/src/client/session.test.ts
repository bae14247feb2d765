// The session of the page: found at start, ended, recovered, and under a ban.

import type { UserInfo } from '@basis/protocol/account'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { reactTo, startErrorReactions } from './error-reactions.ts'
import { forgetToken } from './http.ts'
import {
  endSession,
  noteBan,
  oneTimeToken,
  signIn,
  signOut,
  startSession,
  useSession,
} from './session.ts'

const infoOf = (uid: string): UserInfo => ({
  uid,
  username: `demo-${uid}`,
  hasPassword: false,
  isDemo: true,
  hid: 'X',
  email: '',
  avatar: '',
  loyalty_vip_info: { is_vip: false, label_type: 0, label_level: 0 },
  preferences: {},
})

/** An exchange as a browser sees it: the session is in a cookie that scripts cannot read. */
class FakeExchange {
  session: string | undefined
  banned = new Set<string>()
  isDown = false
  asked: string[] = []

  answer(path: string): { status: number; body: unknown } {
    const name = path.split('?')[0]?.split('/').at(-1) ?? ''
    this.asked.push(name)
    if (this.isDown) throw new TypeError('Failed to fetch')
    const uid = this.session
    const done = (result: unknown, token?: string) => ({
      status: 200,
      body: { ret_code: 0, ret_msg: 'OK', result, ...(token && { token }), time_now: '1.0' },
    })
    const mine = uid && `token-${uid}`
    const isBanned = uid !== undefined && this.banned.has(uid)
    if (name === 'visitor-profile') {
      const reason = isBanned ? { banReason: 'spoofing' } : {}
      return done({ isBanned, ...reason, cancelLink: '/away' }, mine)
    }
    if (name === 'sign-in') {
      this.session = '2002'
      return done(infoOf('2002'), 'token-2002')
    }
    if (uid === undefined) return { status: 401, body: { ret_code: 10007, ret_msg: 'sign in' } }
    if (name === 'sign-out') {
      this.session = undefined
      return done({})
    }
    return done(infoOf(uid), mine)
  }
}

let hour = Date.UTC(2026, 10, 21)
let exchange: FakeExchange
let cookies: Map<string, string>
let stop: () => void = () => undefined

beforeEach(() => {
  vi.useFakeTimers()
  // Each test begins an hour after the one before, so that session ends of others do not count.
  vi.setSystemTime((hour += 3_600_000))
  exchange = new FakeExchange()
  cookies = new Map()
  vi.stubGlobal('document', {
    get cookie() {
      return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    },
    set cookie(text: string) {
      const [pair = '', age] = text.split('; ')
      const [name = '', value = ''] = pair.split('=')
      if (age === 'Max-Age=0') cookies.delete(name)
      else cookies.set(name, value)
    },
  })
  vi.stubGlobal('location', { protocol: 'http:' })
  vi.stubGlobal('addEventListener', () => undefined)
  vi.stubGlobal('removeEventListener', () => undefined)
  vi.stubGlobal('fetch', (path: string) => {
    const { status, body } = exchange.answer(path)
    return Promise.resolve({ status, json: () => Promise.resolve(body) })
  })
  useSession.setState({
    status: 'unknown',
    user: undefined,
    isBanned: false,
    isRefused: false,
    banRefusals: 0,
  })
  startErrorReactions({ signOut: endSession, showComplianceWall: noteBan })
})
afterEach(() => {
  stop()
  forgetToken()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const uid = () => useSession.getState().user?.uid
const status = () => useSession.getState().status
async function begin(): Promise<void> {
  stop = startSession()
  await vi.advanceTimersByTimeAsync(0)
}

test('a one-time token is requested three times, half a second apart, and the failure is logged', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  exchange.isDown = true
  const asked = oneTimeToken()
  const tries = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms)
    return exchange.asked.filter((name) => name === 'ott').length
  }
  expect(await tries(0)).toBe(1)
  expect(await tries(499)).toBe(1)
  expect(await tries(1)).toBe(2)
  expect(await tries(500)).toBe(3)
  expect(await asked).toBeUndefined()
  expect(await tries(60_000)).toBe(3)
  expect(warned.mock.calls).toEqual([['private push cannot get token', expect.any(Number)]])
  warned.mockRestore()
})

test('without a session the status is visitor after one request', async () => {
  await begin()
  expect([status(), exchange.asked]).toEqual(['visitor', ['visitor-profile']])
})

test('a session is found again after its readable token was lost', async () => {
  exchange.session = '1001'
  await begin()
  expect([status(), uid()]).toEqual(['trader', '1001'])
  expect(cookies.get('token')).toBe('token-1001')
})

test('while the exchange is unreachable the status stays unknown; then the session is found', async () => {
  exchange.session = '1001'
  cookies.set('token', 'token-1001')
  exchange.isDown = true
  await begin()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(status()).toBe('unknown')
  exchange.isDown = false
  await vi.advanceTimersByTimeAsync(30_000)
  expect([status(), uid()]).toEqual(['trader', '1001'])
})

test.each([10_007, 10_009, 33_003])(
  'after %i token and user are cleared, and a session that is still valid is resumed',
  async (code) => {
    exchange.session = '1001'
    await begin()
    reactTo({ code, message: 'ended', extMap: {}, hasError: true })
    expect([status(), uid(), cookies.has('token')]).toEqual(['unknown', undefined, false])
    await vi.advanceTimersByTimeAsync(0)
    expect([status(), uid(), cookies.get('token')]).toEqual(['trader', '1001', 'token-1001'])
  },
)

test('after the end of a session that the exchange no longer has, the status is visitor', async () => {
  exchange.session = '1001'
  await begin()
  exchange.session = undefined
  endSession()
  await vi.advanceTimersByTimeAsync(0)
  expect(status()).toBe('visitor')
})

test('a session that ends repeatedly is requested with pauses', async () => {
  exchange.session = '1001'
  await begin()
  exchange.asked = []
  for (let n = 0; n < 20; n += 1) {
    endSession()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(exchange.asked.length).toBeLessThan(10)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(uid()).toBe('1001')
})

test('a session that ends after a sign-in in another tab is replaced by that account and its token', async () => {
  exchange.session = '1001'
  await begin()
  // Another tab signs in: session and cookie are the browser's, so they are another's now.
  exchange.session = '3003'
  cookies.set('token', 'token-3003')
  endSession()
  await vi.advanceTimersByTimeAsync(0)
  expect([uid(), cookies.get('token')]).toEqual(['3003', 'token-3003'])
})

test('if signing out fails, the account stays signed in', async () => {
  exchange.session = '1001'
  await begin()
  exchange.isDown = true
  await signOut()
  expect(uid()).toBe('1001')
  exchange.isDown = false
  await signOut()
  expect([status(), cookies.has('token')]).toEqual(['visitor', false])
})

test('a ban is known after sign-in, requested again, and ends when it is lifted', async () => {
  exchange.banned.add('2002')
  await begin()
  await signIn('bob', 'secret 12')
  await vi.advanceTimersByTimeAsync(0)
  expect(useSession.getState()).toMatchObject({ isBanned: true, cancelLink: '/away' })
  exchange.banned.clear()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(useSession.getState().isBanned).toBe(false)
})

test('after a request is refused because of a ban, the reason of the ban is known', async () => {
  exchange.session = '1001'
  await begin()
  exchange.banned.add('1001')
  noteBan()
  await vi.advanceTimersByTimeAsync(0)
  expect(useSession.getState()).toMatchObject({ isBanned: true, banReason: 'spoofing' })
})

test('the compliance wall stays although the profile has no ban, until another sign-in', async () => {
  exchange.session = '1001'
  await begin()
  noteBan()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(useSession.getState()).toMatchObject({ isBanned: false, isRefused: true })
  await signIn('bob', 'secret 12')
  expect(useSession.getState().isRefused).toBe(false)
})

test('the compliance wall is removed when the ban that caused it ends', async () => {
  exchange.session = '1001'
  await begin()
  exchange.banned.add('1001')
  noteBan()
  await vi.advanceTimersByTimeAsync(0)
  expect(useSession.getState()).toMatchObject({ isBanned: true, isRefused: true })
  exchange.banned.clear()
  await vi.advanceTimersByTimeAsync(15_000)
  expect(useSession.getState()).toMatchObject({ isBanned: false, isRefused: false })
})

test('during a sign-out no one-time token is requested', async () => {
  exchange.session = '1001'
  await begin()
  const left = signOut()
  // The exchange closes the stream, which reconnects, before it has answered.
  const token = oneTimeToken()
  await left
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await token).toBeUndefined()
  expect(exchange.asked).not.toContain('ott')
  expect(useSession.getState().status).toBe('visitor')
})
