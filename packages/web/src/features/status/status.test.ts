// The foot of the page: what is heard has one word, and what does not work is named.

import { expect, test } from 'vitest'
import { useCatalogue } from '../../stores/catalogue.ts'
import { connectionStateOf, troubles } from './status.ts'

const heard = { publicLink: 'open', publicHeardMs: 5, market: 'live', account: 'live' } as const

test('green live, amber reconnecting, red offline', () => {
  expect(connectionStateOf(heard, true)).toBe('live')
  expect(connectionStateOf({ ...heard, market: 'stale' }, true)).toBe('stale')
  expect(connectionStateOf({ ...heard, market: 'offline', publicLink: 'waiting' }, true)).toBe(
    'offline',
  )
})

test('the account counts once somebody is signed in', () => {
  expect(connectionStateOf({ ...heard, account: 'offline' }, false)).toBe('live')
  expect(connectionStateOf({ ...heard, account: 'offline' }, true)).toBe('stale')
})

test('before the first word the page is on its way', () => {
  const begin = { ...heard, publicLink: 'connecting', publicHeardMs: 0, market: 'offline' } as const
  expect(connectionStateOf(begin, false)).toBe('connecting')
})

test('what does not work is named, the worst first (reliability T9, T11)', () => {
  const venue = {
    simulated: true,
    seed: '42',
    buildRelease: '1',
    version: '1',
    mode: 'stopping',
    history: 'unavailable',
    seq: 1,
  } as const
  const catalogue = { ...useCatalogue.getState(), contracts: 'builtIn' } as const
  expect(troubles(venue, catalogue)).toEqual([
    'status.venueStopping',
    'status.catalogueBuiltIn',
    'status.historyUnavailable',
  ])
  const well = { ...venue, mode: 'normal', history: 'ready' } as const
  const pending = useCatalogue.getState()
  expect(troubles(well, pending)).toEqual([])
  expect(troubles({ ...well, mode: 'noLeader' }, pending)).toEqual(['status.venueNoLeader'])
  expect(troubles(well, { ...pending, contracts: 'network', spot: 'stored' })).toEqual([
    'status.catalogueOld',
  ])
})
