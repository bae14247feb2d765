// Saved screens come back as they were, and what is broken is left.

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
