// The trader's settings of the series: kept for the next chart, apart from what the host sets.

import { expect, test } from 'vitest'
import { sampleContext } from '../../testing/sample-context.ts'
import { SeriesStyle } from './series-style.ts'

/** Charts that follow each other and share the trader's stored settings. */
function chartIn(kept: Map<string, string>) {
  const context = sampleContext(kept)
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
