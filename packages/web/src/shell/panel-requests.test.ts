// Requests for a table of the trade page: heard by every part of the layout, from every page.

import { afterEach, expect, test } from 'vitest'
import { currentPage, goTo } from './location.ts'
import { onPanelRequest, showPanel, type TablePanel } from './panel-requests.ts'
import type { Page } from './routes.ts'

const inverse: Page = { kind: 'inverse', symbol: 'BTCUSD' }

let stops: (() => void)[] = []
const heard = (): TablePanel[] => {
  const panels: TablePanel[] = []
  stops.push(onPanelRequest((panel) => panels.push(panel)))
  return panels
}
afterEach(() => {
  for (const stop of stops) stop()
  stops = []
})

test('every part of a layout hears a request, e.g. the tables and the sheet that covers them', () => {
  const [tables, sheet] = [heard(), heard()]
  showPanel('fills')
  showPanel('orders')
  expect(tables).toEqual(['fills', 'orders'])
  expect(sheet).toEqual(['fills', 'orders'])
})

test('a request waits for the layout, and is heard once', () => {
  showPanel('assets')
  expect(heard()).toEqual(['assets'])
  expect(heard()).toEqual([])
})

test('from a page without the tables the last trade page is opened', () => {
  goTo(inverse)
  for (const page of [
    { kind: 'markets' },
    { kind: 'history', family: 'Spot' },
    { kind: 'wallets' },
  ] as const) {
    goTo(page)
    showPanel('closedPnl')
    expect(currentPage()).toEqual(inverse)
  }
  heard()
})
