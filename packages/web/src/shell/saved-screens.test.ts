// Saved screens come back as they were, filters let through what holds, and what is broken is left.

import type { WireTicker } from '@basis/protocol/market-data'
import { expect, test } from 'vitest'
import { mostScreens, passes, readScreens, withScreen, type SavedScreen } from './saved-screens.ts'

const screen: SavedScreen = {
  id: 'a',
  name: 'Falling',
  chosen: { tab: 'usdt', view: 'screener' },
  sort: { column: 'change1h', isDown: false },
  filters: [{ figure: 'change24h', operator: 'below', value: '-0.02' }],
  symbols: ['BTCUSDT'],
}

test('a screen is read back; what is broken is left out', () => {
  const broken = [{ ...screen, id: 5 }, null, { ...screen, chosen: 'x' }]
  const loose = { ...screen, filters: [...screen.filters, { figure: 'no', value: '1' }, 7] }
  expect(readScreens(JSON.parse(JSON.stringify([screen, ...broken, loose])))).toEqual([
    screen,
    screen,
  ])
  expect(readScreens({})).toEqual([])
})

test('a screen takes the place of its own, and no more than thirty are kept', () => {
  const renamed = { ...screen, name: 'Sinking' }
  expect(withScreen([screen], renamed)).toEqual([renamed])
  const full = Array.from({ length: mostScreens }, (_, at) => ({ ...screen, id: String(at) }))
  expect(withScreen(full, { ...screen, id: 'more' })).toBe(full)
})

test('a market passes where every filter holds, strictly, and has its figure', () => {
  const facts = (price24hPcnt: string, fundingRate = '0.0001') => ({
    kind: 'Linear' as const,
    ticker: { price24hPcnt, fundingRate } as WireTicker,
    statistics: undefined,
  })
  const falling = screen.filters
  expect(passes(facts('-0.03'), falling)).toBe(true)
  expect(passes(facts('-0.02'), falling)).toBe(false)
  expect(passes(facts('-0.03'), [])).toBe(true)
  const paid = { figure: 'funding', operator: 'above', value: '0' } as const
  expect(passes(facts('-0.03'), [...falling, paid])).toBe(true)
  expect(passes(facts('-0.03', ''), [...falling, paid])).toBe(false)
  const quick = { figure: 'change5m', operator: 'above', value: '-1' } as const
  expect(passes(facts('-0.03'), [quick])).toBe(false)
})
