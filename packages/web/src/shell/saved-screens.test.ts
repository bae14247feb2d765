// Saved screens are read as they were stored; invalid ones are left out.

import { expect, test } from 'vitest'
import { mostScreens, readScreens, withScreen, type SavedScreen } from './saved-screens.ts'

const screen: SavedScreen = {
  id: 'a',
  name: 'Falling',
  chosen: { tab: 'usdt', view: 'screener' },
  sort: { column: 'change1h', isDown: false },
  filters: [{ figure: 'change24h', operator: 'below', value: '-0.02' }],
  symbols: ['BTCUSDT'],
}

test('a stored screen is read back; invalid screens and filters are left out', () => {
  const broken = [{ ...screen, id: 5 }, null, { ...screen, chosen: 'x' }]
  const loose = { ...screen, filters: [...screen.filters, { figure: 'no', value: '1' }, 7] }
  expect(readScreens(JSON.parse(JSON.stringify([screen, ...broken, loose])))).toEqual([
    screen,
    screen,
  ])
  expect(readScreens({})).toEqual([])
})

test('a screen replaces the one with its id, and no more than thirty are kept', () => {
  const renamed = { ...screen, name: 'Sinking' }
  expect(withScreen([screen], renamed)).toEqual([renamed])
  const full = Array.from({ length: mostScreens }, (_, at) => ({ ...screen, id: String(at) }))
  expect(withScreen(full, { ...screen, id: 'more' })).toBe(full)
})

test('a screen is saved with no more than the next visit reads', () => {
  const filters = Array.from({ length: 12 }, (_each, at) => ({
    figure: 'change24h' as const,
    operator: 'above' as const,
    value: `0.0${at + 10}`,
  }))
  const symbols = Array.from({ length: 300 }, (_each, at) => `COIN${at}USDT`)
  const big: SavedScreen = { id: 'a', name: 'A', chosen: {}, sort: undefined, filters, symbols }
  const saved = withScreen([], big)
  expect(saved[0]?.symbols).toHaveLength(200)
  expect(readScreens(JSON.parse(JSON.stringify(saved)))).toEqual(saved)
  expect(withScreen(saved, big)).toEqual(saved)
})
