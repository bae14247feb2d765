// Business tags of calls by symbol, and calls that are not sent for a symbol not yet open.

import { afterEach, expect, test, vi } from 'vitest'
import { calls } from '@basis/protocol/calls'
import { addressOf, ask, COMING_SOON_CODE } from './http.ts'
import { callsOfOpenSymbols, businessOf, isHeldBack, noteFamilies } from './symbol-families.ts'

afterEach(() => {
  noteFamilies(new Map())
  vi.unstubAllGlobals()
})

const known = new Map([
  ['BTCUSD', { contractType: 'InversePerpetual', isComing: false }],
  ['BTCPERP', { contractType: 'UsdcPerpetual', isComing: false }],
  ['OPUSDT', { contractType: 'LinearPerpetual', isComing: true }],
  ['BTC-27NOV26-65000-C', { contractType: 'Option', isComing: false, settleCoin: 'USDC' }],
  ['BTC-27NOV26-65000-C-USDT', { contractType: 'Option', isComing: false, settleCoin: 'USDT' }],
] as const)

test('a call has the business tag and the category of its symbol', () => {
  noteFamilies(known)
  expect(['BTCUSD', 'BTCPERP', 'OPUSDT', 'NEW', undefined].map(businessOf)).toEqual([
    'inverse',
    'usdc',
    'usdt',
    'usdt',
    'usdt',
  ])
  expect(addressOf(calls.depth, { symbol: 'BTCUSD' }, 1)).toContain(
    'business=inverse&category=inverse',
  )
  expect(addressOf(calls.depth, { symbol: 'BTCPERP' }, 1)).toContain(
    'business=usdc&category=linear',
  )
  expect(addressOf(calls.depth, { symbol: 'BTC/USDT' }, 1)).toContain('category=spot')
  const option = 'BTC-27NOV26-65000-C'
  expect(addressOf(calls.depth, { symbol: option }, 1)).toContain('business=usdc&category=option')
  const inUsdt = addressOf(calls.depth, { symbol: `${option}-USDT` }, 1)
  expect(inUsdt).toContain('business=usdt&category=option')
})

test.each([
  ['inverse', ['ETHUSD', 'ETHUSD-26FEB27', 'ETHUSDH27', 'ETHUSDZ26']],
  ['usdt', ['ETHUSDT', 'ETHUSDT-26FEB27', 'ETH-26FEB27-3000-P-USDT']],
  ['usdc', ['ETHPERP', 'ETH-PERP', 'ETH-26FEB27', 'ETH-26FEB27-3000-P']],
] as const)('an unknown symbol has the business tag that its name implies: %s', (tag, symbols) => {
  expect(symbols.map(businessOf)).toEqual(symbols.map(() => tag))
})

test('history calls of a symbol not yet open fail with hasError and are not sent, unlike its book', async () => {
  noteFamilies(known)
  const fetched = vi.fn(() => Promise.reject(new TypeError('no network')))
  vi.stubGlobal('fetch', fetched)
  expect(isHeldBack('depth', 'OPUSDT')).toBe(false)
  expect(isHeldBack('closedPnl', 'BTCUSD')).toBe(false)
  expect(callsOfOpenSymbols.length).toBe(9)
  for (const name of callsOfOpenSymbols) {
    expect(await ask(name, { symbol: 'OPUSDT' })).toMatchObject({
      ok: false,
      isUnknown: false,
      error: { code: COMING_SOON_CODE, hasError: true },
    })
  }
  expect(fetched).not.toHaveBeenCalled()
})
