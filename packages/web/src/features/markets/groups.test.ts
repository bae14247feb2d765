// Groups of markets: sectors and new listings.

import { expect, test } from 'vitest'
import { sectors } from '@basis/protocol/instrument'
import { instrument } from '../../../testing/held-position.ts'
import { en } from '../../i18n/messages/en.ts'
import type { Listing } from '../../stores/catalogue.ts'
import { listingsOfSector, newListings, offeredSectors, sectorWords } from './groups.ts'

const listed = (
  symbol: string,
  more: Partial<Listing['instrument']>,
  tags?: string[],
): Listing => ({
  symbol,
  instrument: { ...instrument, ...more },
  marketType: 'UsdtPerpetual',
  displayName: symbol,
  ...(tags === undefined ? {} : { tags }),
})
const bitcoin = listed('BTCUSDT', { baseCoin: 'BTC' }, ['perpetual', 'layer1'])
const pair = listed('BTC/USDT', { baseCoin: 'BTC', kind: 'Spot' })
const doge = listed('DOGEUSDT', { baseCoin: 'DOGE' }, ['perpetual', 'meme', 'proof-of-work'])
const order = [pair, bitcoin, doge]

test('a sector contains its contracts and the spot pairs of their base coins', () => {
  expect(listingsOfSector(order, 'layer1', order)).toEqual([pair, bitcoin])
  expect(listingsOfSector([doge], 'meme', order)).toEqual([doge])
  expect(listingsOfSector(order, 'all', order)).toEqual(order)
  expect(offeredSectors(order)).toEqual(['layer1', 'meme', 'proof-of-work'])
})

test('every sector has its own label', () => {
  const words = sectors.map((sector) => {
    const [, key = ''] = sectorWords[sector].split('.')
    return en.markets[key as keyof typeof en.markets]
  })
  expect(new Set(words).size).toBe(sectors.length)
})

test('coming listings are sorted with the next first, new ones with the newest first', () => {
  const nowMs = Date.UTC(2026, 10, 23)
  const day = 86_400_000
  const at = (symbol: string, days: number, isComing = false) =>
    listed(symbol, {
      launchMs: nowMs + days * day,
      ...(isComing ? { status: 'PreLaunch' as const } : {}),
    })
  const [old, recent, newest] = [at('A', -31), at('B', -20), at('C', -1)]
  const [late, soon] = [at('D', 90, true), at('E', 3, true)]
  expect(newListings([bitcoin, old, recent, newest, late, soon], nowMs)).toEqual({
    coming: [soon, late],
    opened: [newest, recent],
  })
})
