// The initial state of a chart whose host does not name a symbol.

import { expect, test } from 'vitest'
import type { Datafeed } from '../options/datafeed.ts'
import { resolveOptions, type ChartOptions } from '../options/options.ts'
import { settingsIn } from '../options/settings.ts'
import { initialState } from './initial-state.ts'

const options: ChartOptions = {
  container: { nodeType: 1 } as HTMLElement,
  datafeed: { onReady: () => undefined } as unknown as Datafeed,
  load_last_chart: true,
}
const resolved = resolveOptions(options, { elementById: () => null, warn: () => undefined })

test('without a last chart the symbol is BTCUSDT_PERPETUAL, else the last one', () => {
  const kept = new Map<string, string>()
  const settings = settingsIn(undefined, () => ({
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
  }))
  expect(initialState(options, resolved, settings).symbol).toBe('BTCUSDT_PERPETUAL')
  settings.write('symbol', 'ETHUSDT')
  expect(initialState(options, resolved, settings).symbol).toBe('ETHUSDT')
})

test('heights of panes and folded ones are those of the last chart, if they are valid', () => {
  const shown = (shares: unknown, folded: unknown) => {
    const settings = settingsIn(undefined, () => undefined)
    if (shares !== undefined) settings.write('paneShares', shares)
    if (folded !== undefined) settings.write('foldedPanes', folded)
    const { paneShares, collapsedPanes } = initialState(options, resolved, settings)
    return [Object.fromEntries(paneShares), [...collapsedPanes]]
  }
  expect(shown({ pane_s1: 0.25, pane_s2: 0.1 }, ['pane_s2'])).toEqual([
    { pane_s1: 0.25, pane_s2: 0.1 },
    ['pane_s2'],
  ])
  expect(shown({ pane_s1: 2, pane_s2: '0.1', pane_s3: 0.2 }, 'pane_s2')).toEqual([
    { pane_s3: 0.2 },
    [],
  ])
  expect(shown(undefined, undefined)).toEqual([{}, []])
})
