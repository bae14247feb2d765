// Bars and warnings shown on the chart while a series loads, fails and loads again.

import { expect, test } from 'vitest'
import { FeedStatus, type ChartWarning } from './feed-status.ts'

function status() {
  const shown: (readonly ChartWarning[])[] = []
  const series = { symbol: 'A', interval: '1' }
  const feedStatus = new FeedStatus({
    series: () => series,
    bars: () => [{ time: 0, open: 1, high: 1, low: 1, close: 1 }],
    show: (warnings) => void shown.push(warnings),
  })
  return { feedStatus, shown, series }
}

test('loaded bars are no longer stale; other warnings about them stay', () => {
  const { feedStatus, shown } = status()
  feedStatus.hasLoaded()
  expect(shown).toEqual([])
  feedStatus.update(['stale', 'invalid'])
  feedStatus.hasLoaded()
  expect(shown).toEqual([['stale', 'invalid'], ['invalid']])
  expect(feedStatus.warnings).toEqual(['invalid'])
})

test('bars of another symbol or interval are not returned', () => {
  const { feedStatus, series } = status()
  feedStatus.hasLoaded()
  expect(feedStatus.bars()).toHaveLength(1)
  series.interval = '5'
  expect([feedStatus.isShown, feedStatus.bars()]).toEqual([false, []])
})
