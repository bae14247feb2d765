// Token buckets: which calls pass, which must wait, and that one kind of call does not use up the
// limit of another.

import { callNames, calls } from '@basis/protocol/calls'
import { expect, test } from 'vitest'
import { callClass, createLimits } from './limits.ts'
import { startTestServer, TestClient } from '../../../testing/test-server.ts'

function limitsAt(perMinute: number) {
  const state = { nowMs: 0 }
  const limits = createLimits({ nowMs: () => state.nowMs }, perMinute)
  const passing = (kind: 'read' | 'order' | 'cancel', key: string, count: number): number => {
    let passed = 0
    for (let n = 0; n < count; n++) {
      const allowance = limits.take(kind, key)
      if (allowance === undefined || allowance.retryAfterS === 0) passed += 1
    }
    return passed
  }
  return { state, limits, passing }
}

test('a minute lets the configured number of calls pass, in addition to the first burst', () => {
  const { state, passing } = limitsAt(600)
  expect(passing('read', 'a', 100)).toBe(20)
  let passed = 0
  for (let second = 0; second < 60; second++) {
    state.nowMs += 1000
    passed += passing('read', 'a', 50)
  }
  expect(passed).toBe(600)
})

test('each key and class has its own bucket; cancels have twice the capacity', () => {
  const { passing } = limitsAt(600)
  expect(passing('order', 'a', 100)).toBe(20)
  expect(passing('order', 'b', 100)).toBe(20)
  expect(passing('cancel', 'a', 100)).toBe(40)
})

test('a refusal has the seconds to wait, and a limit of 0 switches limits off', () => {
  const { limits, passing } = limitsAt(60)
  passing('read', 'a', 2)
  expect(limits.take('read', 'a')).toEqual({ limit: 2, remaining: 0, retryAfterS: 1 })
  expect(createLimits({ nowMs: () => 0 }, 0).take('read', 'a')).toBeUndefined()
})

test('a clock that jumps back does not refill a bucket', () => {
  const { state, passing } = limitsAt(600)
  state.nowMs = 1_000_000
  passing('read', 'a', 20)
  state.nowMs = 0
  expect(passing('read', 'a', 5)).toBe(0)
})

test('every change of an account’s orders, positions and loans is limited by account, a preview apart', () => {
  const called = (kind: string, words: RegExp): readonly string[] =>
    callNames.filter((name) => words.test(name) && callClass(name) !== kind)
  expect(called('preview', /^(preview|backtest|preAdd)/)).toEqual([])
  expect(called('cancel', /^(cancel|close(?!dPnl)|stop|pause|end|remove)/)).toEqual([])
  expect(called('order', /^(create(?!ApiKey)|replace|amend|add|borrowCoin|repay)/)).toEqual([])
  expect(called('order', /^(set(?!MarketSpeed|tlement)|switch(?!Account))/)).toEqual([])
  // The remaining changes are limited by address: they change nothing that is traded.
  const changing = callNames.filter((name) => calls[name].method === 'POST')
  const byAddress = ['setMarketSpeed', 'bringNews', 'oneTimeToken', 'savePreference', 'signOut']
  expect(changing.filter((name) => callClass(name) === 'read').toSorted()).toEqual(
    byAddress.toSorted(),
  )
  expect(callClass('wallet')).toBe('read')
})

test('over the limit the answer is 10006 with Retry-After, and cancels still pass', async () => {
  const venue = await startTestServer({ rateLimitPerMinute: 60 })
  try {
    const browser = new TestClient(venue.app)
    await browser.becomeTrader()
    const order = {
      symbol: 'BTCUSDT',
      side: 'Buy',
      orderType: 'Limit',
      qty: '0.01',
      price: '64000',
    }
    const codes: unknown[] = []
    for (let n = 0; n < 4; n++) {
      codes.push((await browser.ask('POST', calls.createOrder.path, order)).body['ret_code'])
    }
    expect(codes).toEqual([0, 0, 10006, 10006])
    const cancel = await browser.ask('POST', calls.cancelAllOrders.path)
    expect(cancel.body).toMatchObject({ ret_code: 0, result: { list: [{}, {}] } })
    const read = async () => venue.app.inject(calls.serverTime.path)
    for (let n = 0; n < 2; n++) await read()
    const response = await read()
    expect(response.statusCode).toBe(429)
    expect(response.headers).toMatchObject({ 'retry-after': '1', 'ratelimit-limit': '2' })
  } finally {
    await venue.stop()
  }
})
