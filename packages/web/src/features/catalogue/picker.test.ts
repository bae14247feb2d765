// The symbol picker: search, sorting and keyboard navigation.

import { expect, test } from 'vitest'
import type { Listing } from '../../stores/catalogue.ts'
import type { PickerRow } from '../../stores/tickers.ts'
import {
  dollarTurnover,
  matchingListings,
  movedRow,
  nextSort,
  quoteCoinsOf,
  sortedListings,
} from './picker.ts'

const listing = (symbol: string): Listing =>
  ({
    symbol,
    displayName: symbol,
    marketType: symbol.includes('/') ? 'Spot' : 'UsdtPerpetual',
    instrument: { tickSizeE8: 1 },
  }) as Listing

const order = ['BTC/USDT', 'BTCUSDT', 'ETHUSDT', 'WBTCUSDT'].map(listing)
const names = (listings: readonly Listing[]) => listings.map(({ symbol }) => symbol)

test('a tab lists its own symbols, a search finds those of all tabs, matching prefixes first', () => {
  const favourites = ['ETHUSDT']
  const matching = (tab: 'favourites' | 'spot' | 'usdt', query = '') =>
    names(matchingListings(order, { tab, query, favourites }))
  expect(matching('spot')).toEqual(['BTC/USDT'])
  expect(matching('usdt')).toEqual(['BTCUSDT', 'ETHUSDT', 'WBTCUSDT'])
  expect(matching('favourites')).toEqual(['ETHUSDT'])
  expect(matching('spot', 'btc')).toEqual(['BTC/USDT', 'BTCUSDT', 'WBTCUSDT'])
  expect(matching('usdt', 'btc')).toEqual(['BTCUSDT', 'BTC/USDT', 'WBTCUSDT'])
  expect(matching('spot', 'eth-usdt')).toEqual(['ETHUSDT'])
})

test('a symbol whose name is exactly the query comes first, whatever tab is open', () => {
  const venue = ['BTC/USDT', 'BTCUSDT', 'BTCUSDT-25DEC26', 'BTCUSD', 'BTCPERP'].map(listing)
  const first = (tab: 'spot' | 'usdt' | 'inverse', query: string) =>
    names(matchingListings(venue, { tab, query, favourites: [] }))[0]
  expect(first('usdt', 'BTCUSD')).toBe('BTCUSD')
  expect(first('usdt', 'btc/usdt')).toBe('BTC/USDT')
  expect(first('spot', 'btcusdt')).toBe('BTCUSDT')
  expect(first('usdt', 'btc-perp')).toBe('BTCPERP')
  // A spelling of neither puts the tab's own first.
  expect([first('spot', 'btc usdt'), first('usdt', 'btc usdt')]).toEqual(['BTC/USDT', 'BTCUSDT'])
  expect(first('usdt', '/')).toBe('BTCUSDT')
})

test('pairs can be filtered by quote coin; the coin of most pairs is offered first', () => {
  const pair = (symbol: string) => {
    const [baseCoin, quoteCoin] = symbol.split('/')
    const instrument = { tickSizeE8: 1, kind: 'Spot', baseCoin, quoteCoin }
    return { ...listing(symbol), instrument } as unknown as Listing
  }
  const pairs = ['BTC/USDT', 'BTC/EUR', 'ETH/BTC', 'ETH/USDT'].map(pair)
  const all = [...pairs, listing('BTCUSDT')]
  expect(quoteCoinsOf(all)).toEqual(['USDT', 'BTC', 'EUR'])
  const spot = { tab: 'spot', query: '', favourites: [] } as const
  expect(names(matchingListings(all, { ...spot, quoteCoin: 'USDT' }))).toEqual([
    'BTC/USDT',
    'ETH/USDT',
  ])
  expect(matchingListings(all, { ...spot, quoteCoin: '' })).toHaveLength(4)
  // Contracts have no such filter, and a search finds everything.
  const contracts = { ...spot, tab: 'usdt', quoteCoin: 'EUR' } as const
  expect(names(matchingListings(all, contracts))).toEqual(['BTCUSDT'])
  expect(matchingListings(all, { ...spot, query: 'btc', quoteCoin: 'EUR' })).toHaveLength(4)
})

test('symbols without the sorted figure come last in both directions', () => {
  const rows = new Map<string, Partial<PickerRow>>([
    ['BTCUSDT', { changeE8: 5 }],
    ['ETHUSDT', { changeE8: 9 }],
  ])
  const sorted = (isDown: boolean) =>
    names(
      sortedListings(order.slice(1), { column: 'change', isDown }, (symbol) =>
        rows.get(symbol) === undefined ? undefined : (rows.get(symbol) as PickerRow),
      ),
    )
  expect(sorted(true)).toEqual(['ETHUSDT', 'BTCUSDT', 'WBTCUSDT'])
  expect(sorted(false)).toEqual(['BTCUSDT', 'ETHUSDT', 'WBTCUSDT'])
})

test('clicks on a column sort descending, ascending, then not at all', () => {
  const down = nextSort(undefined, 'last')
  expect(down).toEqual({ column: 'last', isDown: true })
  const up = nextSort(down, 'last')
  expect(up).toEqual({ column: 'last', isDown: false })
  expect(nextSort(up, 'last')).toBeUndefined()
  expect(nextSort(up, 'change')).toEqual({ column: 'change', isDown: true })
})

test('arrow keys wrap around, page keys stop at the ends', () => {
  expect(movedRow(3, 'ArrowDown', 4)).toBe(0)
  expect(movedRow(0, 'ArrowUp', 4)).toBe(3)
  expect(movedRow(0, 'PageDown', 4)).toBe(3)
  expect(movedRow(0, 'Enter', 4)).toBeUndefined()
  expect(movedRow(0, 'ArrowDown', 0)).toBeUndefined()
})

test('turnovers are converted to dollars from any quote coin', () => {
  const pair = (quoteCoin: string) =>
    ({ kind: 'Spot', quoteCoin, tickSizeE8: 1 }) as Listing['instrument']
  const row = { turnover: 200_000_000n } as PickerRow
  const prices: Record<string, number> = { 'BTC/USDT': 65_000e8, 'USDT/EUR': 0.8e8 }
  const inDollars = (quoteCoin: string) =>
    dollarTurnover(pair(quoteCoin), row, (symbol) => prices[symbol])
  expect(inDollars('USDC')).toBe(200_000_000n)
  expect(inDollars('BTC')).toBe(130_000n * 100_000_000n)
  expect(inDollars('EUR')).toBe(250_000_000n)
  expect(inDollars('BRL')).toBeUndefined()
})
