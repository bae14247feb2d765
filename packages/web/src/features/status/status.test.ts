// The status bar: the state of the connection, and features that do not work.

import { expect, test } from 'vitest'
import { useCatalogue } from '../../stores/catalogue.ts'
import { connectionStateOf, statusWarnings } from './status.ts'

const connected = {
  publicLink: 'open',
  publicReceivedMs: 5,
  market: 'live',
  account: 'live',
} as const

test('the state is live, stale while the market data is, and offline without a connection', () => {
  expect(connectionStateOf(connected, true)).toBe('live')
  expect(connectionStateOf({ ...connected, market: 'stale' }, true)).toBe('stale')
  expect(connectionStateOf({ ...connected, market: 'offline', publicLink: 'waiting' }, true)).toBe(
    'offline',
  )
})

test('the account’s connection counts only while signed in', () => {
  expect(connectionStateOf({ ...connected, account: 'offline' }, false)).toBe('live')
  expect(connectionStateOf({ ...connected, account: 'offline' }, true)).toBe('stale')
})

test('before the first message the state is connecting', () => {
  const begin = {
    ...connected,
    publicLink: 'connecting',
    publicReceivedMs: 0,
    market: 'offline',
  } as const
  expect(connectionStateOf(begin, false)).toBe('connecting')
})

test('features that do not work are named, the worst first (reliability T9, T11)', () => {
  const exchange = {
    simulated: true,
    seed: '42',
    buildRelease: '1',
    version: '1',
    mode: 'stopping',
    history: 'unavailable',
    seq: 1,
  } as const
  const catalogue = { ...useCatalogue.getState(), contracts: 'builtIn' } as const
  expect(statusWarnings(exchange, catalogue)).toEqual([
    'status.venueStopping',
    'status.catalogueBuiltIn',
    'status.historyUnavailable',
  ])
  const well = { ...exchange, mode: 'normal', history: 'ready' } as const
  const pending = useCatalogue.getState()
  expect(statusWarnings(well, pending)).toEqual([])
  expect(statusWarnings({ ...well, mode: 'noLeader' }, pending)).toEqual(['status.venueNoLeader'])
  expect(statusWarnings(well, { ...pending, contracts: 'network', spot: 'stored' })).toEqual([
    'status.catalogueOld',
  ])
})
