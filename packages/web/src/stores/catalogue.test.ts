// The catalogue: which instruments are listed, in which order, and the built-in lists.

import { marketTypes } from '@basis/domain/instrument/market'
import { expect, test, vi } from 'vitest'
import {
  listedLaterMs,
  listingAt,
  listingsOf,
  nameOf,
  shownName,
  symbolOfPage,
  pairToGet,
  type Listing,
} from './catalogue.ts'
import { fallbackContracts, fallbackSpotSymbols } from './fallback-catalogue.ts'

test('the built-in lists are valid: BTC first, tick 0.50, lot 0.001, at most 100', () => {
  const listings = listingsOf(fallbackContracts(), fallbackSpotSymbols())
  expect(listings.map(({ symbol }) => symbol)).toEqual([
    'BTC/USDT',
    'ETH/USDT',
    'BTCUSDT',
    'ETHUSDT',
    'BTCPERP',
    'BTCUSD',
  ])
  expect(listings[2]?.instrument).toMatchObject({
    tickSizeE8: 50_000_000,
    lotSizeE8: 100_000,
    maxQtyLots: 100_000,
  })
})

test('built-in pairs have the sample limit of 3 percent and leverage ratio of 5', () => {
  for (const pair of fallbackSpotSymbols()) {
    expect(pair).toMatchObject({
      limitOrderPriceLimitPercentage: '3',
      marketOrderPriceLimitPercentage: '3',
      quoteTokenLeverageRatio: '5',
      baseTokenLeverageRatio: '5',
    })
  }
})

test('market types are ranked from spot to carry trade, and so are their listings', () => {
  expect([marketTypes[0], marketTypes.at(-1)]).toEqual(['Spot', 'CarryTrade'])
  const listed = listingsOf(fallbackContracts().toReversed(), fallbackSpotSymbols())
  const ranks = listed.map(({ marketType }) => marketTypes.indexOf(marketType))
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(new Set(ranks).size).toBe(4)
})

test('hidden symbols are left out, and contracts are sorted by the exchange’s rank', () => {
  const [first, second] = fallbackContracts()
  if (first === undefined || second === undefined) throw new Error('two contracts are built in')
  const hidden = { ...first, symbolDisplay: 'hide' as const }
  expect(listingsOf([hidden, second], []).map(({ symbol }) => symbol)).toEqual(['ETHUSDT'])
  const turned = listingsOf([{ ...first, indexSort: 9 }, second], [])
  expect(turned.map(({ symbol }) => symbol)).toEqual(['ETHUSDT', 'BTCUSDT'])
})

test('the address of a trade page names one symbol, that of an option chain names none', () => {
  expect(symbolOfPage({ kind: 'spot', base: 'BTC', quote: 'USDT' })).toBe('BTC/USDT')
  expect(symbolOfPage({ kind: 'linear', symbol: 'ETHUSDT' })).toBe('ETHUSDT')
  expect(symbolOfPage({ kind: 'inverse', symbol: 'BTCUSD' })).toBe('BTCUSD')
  const quarter = symbolOfPage({ kind: 'inverseFutures', pair: 'BTCUSD', code: 'Q' })
  expect(quarter).toMatch(/^BTCUSD[HMUZ]\d\d$/)
  expect(symbolOfPage({ kind: 'option', settle: 'usdc', baseCoin: 'BTC' })).toBeUndefined()
})

test('a USDC perpetual is shown by its name, a pair by its coins, the others by their symbols', () => {
  const listings = listingsOf(fallbackContracts(), fallbackSpotSymbols())
  const named = listings.map((listing) => [listing.symbol, shownName(listing)])
  expect(named).toContainEqual(['BTC/USDT', 'BTC/USDT'])
  expect(named).toContainEqual(['BTCUSDT', 'BTCUSDT'])
  expect(named).toContainEqual(['BTCUSD', 'BTCUSD'])
  expect(named).toContainEqual(['BTCPERP', 'BTC-PERP'])
})

test('an address finds a listing of its own market only', () => {
  const list = listingsOf(fallbackContracts(), fallbackSpotSymbols())
  const listings = new Map(list.map((listing) => [listing.symbol, listing]))
  const at = (page: Parameters<typeof listingAt>[0]) => listingAt(page, listings)?.symbol
  expect(at({ kind: 'linear', symbol: 'BTCUSDT' })).toBe('BTCUSDT')
  expect(at({ kind: 'inverse', symbol: 'BTCUSD' })).toBe('BTCUSD')
  expect(at({ kind: 'usdc', symbol: 'BTCPERP' })).toBe('BTCPERP')
  expect(at({ kind: 'spot', base: 'BTC', quote: 'USDT' })).toBe('BTC/USDT')
  expect(at({ kind: 'linear', symbol: 'BTCUSD' })).toBeUndefined()
  expect(at({ kind: 'linear', symbol: 'BTCPERP' })).toBeUndefined()
  expect(at({ kind: 'inverse', symbol: 'BTCUSDT' })).toBeUndefined()
  expect(at({ kind: 'usdc', symbol: 'ETHUSDT' })).toBeUndefined()
  expect(at({ kind: 'linear', symbol: 'NOBODY' })).toBeUndefined()
  expect(at({ kind: 'option', settle: 'usdt', baseCoin: 'ETH' })).toBeUndefined()
})

test('before any list is loaded, a symbol already has the name that it is listed with', () => {
  expect(nameOf('BTCPERP')).toBe('BTC-PERP')
  expect(nameOf('BTCUSDT')).toBe('BTCUSDT')
  expect(nameOf('BTC/USDT')).toBe('BTC/USDT')
  for (const listing of listingsOf(fallbackContracts(), fallbackSpotSymbols())) {
    expect(nameOf(listing.symbol)).toBe(shownName(listing))
  }
})

test('a quarterly contract that is not listed yet keeps its own symbol and has a listing time', () => {
  const page = { kind: 'inverseFutures', pair: 'BTCUSD', code: 'NBIQ' } as const
  vi.useFakeTimers({ now: Date.UTC(2026, 2, 10) })
  expect(symbolOfPage(page)).toBe('BTCUSDU26')
  vi.useRealTimers()
  const before = Date.UTC(2026, 2, 10)
  const first = Date.UTC(2026, 2, 13, 8)
  expect(listedLaterMs(page, before)).toBe(first)
  expect(listedLaterMs(page, first)).toBeUndefined()
  expect(listedLaterMs({ ...page, code: 'BIQ' }, before)).toBeUndefined()
  expect(listedLaterMs({ kind: 'linear', symbol: 'BTCUSDT' }, before)).toBeUndefined()
})

test('the panel of a contract shows its margin rates in percent: the rates of the wire over 100', () => {
  const [first] = fallbackContracts()
  if (first === undefined) throw new Error('a contract is built in')
  const wire = { ...first, baseInitialMarginRateE4: 125, baseMaintenanceMarginRateE4: 63 }
  const [listing] = listingsOf([wire], [])
  expect(listing?.marginPercents).toMatchObject({
    initial: { units: 125, scale: 2 },
    maintenance: { units: 63, scale: 2 },
  })
})

test('a coin can be bought in its pair with USDT, whichever of the two is the quote coin', () => {
  const listings = new Map(
    ['USDC/USDT', 'USDT/EUR'].map((symbol) => [symbol, { symbol } as Listing]),
  )
  expect(pairToGet('USDC', listings)?.symbol).toBe('USDC/USDT')
  expect(pairToGet('EUR', listings)?.symbol).toBe('USDT/EUR')
  expect(pairToGet('XYZ', listings)).toBeUndefined()
})
