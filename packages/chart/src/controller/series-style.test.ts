// The trader's settings of the series: kept for the next chart, apart from what the host sets.

import { expect, test } from 'vitest'
import { makeListeners } from '../model/chart-events.ts'
import { Workspace } from '../model/layout/workspace.ts'
import type { Datafeed } from '../options/datafeed.ts'
import { resolveOptions, type ChartOptions } from '../options/options.ts'
import { settingsIn } from '../options/settings.ts'
import { Signal } from '../primitives/events.ts'
import type { ChartContext } from './context.ts'
import { initialState } from './initial-state.ts'
import { SeriesStyle } from './series-style.ts'

const options: ChartOptions = {
  container: { nodeType: 1 } as HTMLElement,
  datafeed: { onReady: () => undefined } as unknown as Datafeed,
  symbol: 'BTCUSDT',
}
const resolved = resolveOptions(options, { elementById: () => null, warn: () => undefined })

/** Charts that follow each other and share the trader's stored settings. */
function chartIn(kept: Map<string, string>) {
  const settings = settingsIn(
    {
      initialSettings: Object.fromEntries(kept),
      setValue: (key, value) => void kept.set(key, value),
      removeValue: (key) => void kept.delete(key),
    },
    () => undefined,
  )
  const context: ChartContext = {
    state: initialState(options, resolved, settings),
    workspace: new Workspace(),
    events: makeListeners(),
    settings,
    view: {} as Window,
    chartTypeChanged: new Signal<[number]>(),
    timezoneChanged: new Signal<[string]>(),
    chartView: undefined,
    isRemoved: false,
    nowMs: () => 0,
  }
  return { context, style: new SeriesStyle(context, false) }
}

const upColor = 'mainSeriesProperties.candleStyle.upColor'

test('what the trader sets in the dialog is there again on the next chart, unless undone', () => {
  const kept = new Map<string, string>()
  const { context, style } = chartIn(kept)
  style.chooseOverrides({ [upColor]: '#123456' })
  style.chooseOverrides({ 'paneProperties.topMargin': 20 })
  expect(chartIn(kept).context.state.appearance.candles.up).toBe('#123456')
  expect(chartIn(kept).context.state.ownOverrides).toMatchObject({ 'paneProperties.topMargin': 20 })
  context.workspace.history.undo()
  expect(chartIn(kept).context.state.ownOverrides).toEqual({ [upColor]: '#123456' })
  context.workspace.history.undo()
  expect(chartIn(kept).context.state.ownOverrides).toEqual({})
})

test('what the host sets is not kept, and a theme of its own resets the colours', () => {
  const kept = new Map<string, string>()
  const { style } = chartIn(kept)
  style.applyOverrides({ 'linetoolriskrewardlong.accountSize': 5_000 })
  style.chooseOverrides({ [upColor]: '#123456', 'paneProperties.topMargin': 20 })
  const own = { [upColor]: '#123456', 'paneProperties.topMargin': 20 }
  expect(chartIn(kept).context.state.ownOverrides).toEqual(own)
  style.changeTheme('dark', false)
  expect(chartIn(kept).context.state.ownOverrides).toEqual({ 'paneProperties.topMargin': 20 })
})
