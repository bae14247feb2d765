// Labels of the time axis at every zoom: readable, stable, in the local time of the zone.

import { describe, expect, it } from 'vitest'
import { axisMarks, axisLabels, timeText, type AxisView } from './time-labels.ts'
import { zoneOf } from './time-zone.ts'

const utc = zoneOf('Etc/UTC')
const labels = axisLabels('en')
const minute = 60_000

function view(change: Partial<AxisView> & { startMs: number }): AxisView {
  const { startMs, ...rest } = change
  const barMs = change.barMs ?? 30 * minute
  const barWidthPx = change.barWidthPx ?? 8
  return {
    from: 0,
    to: 100,
    timeOf: (index) => startMs + index * barMs,
    xOf: (index) => index * barWidthPx,
    barMs,
    barWidthPx,
    minGapPx: 80,
    ...rest,
  }
}
const texts = (given: AxisView, zone = utc) =>
  axisMarks(given, zone, labels).map(({ text }) => text)

describe('marks', () => {
  it('of half-hour bars are at round hours and name the new day', () => {
    const marks = texts(view({ startMs: Date.parse('2026-11-20T16:00:00Z') }))
    expect(marks).toEqual([
      '18:00',
      'Nov 21',
      '06:00',
      '12:00',
      '18:00',
      'Nov 22',
      '06:00',
      '12:00',
    ])
  })

  it('of daily bars name months, and the year when it begins', () => {
    const marks = texts(
      view({
        startMs: Date.parse('2026-10-15T00:00:00Z'),
        barMs: 86_400_000,
        barWidthPx: 4,
        to: 120,
      }),
    )
    expect(marks).toEqual(['Nov', 'Dec', '2027', 'Feb'])
  })

  it('of monthly bars name years', () => {
    const monthMs = 30.436875 * 86_400_000
    const marks = texts(
      view({ startMs: Date.parse('2024-06-10T00:00:00Z'), barMs: monthMs, barWidthPx: 8, to: 30 }),
    )
    expect(marks).toEqual(['2025', '2026'])
  })

  it('follow the local time of the zone', () => {
    const tokyo = texts(
      view({ startMs: Date.parse('2026-11-20T12:00:00Z'), to: 30 }),
      zoneOf('Asia/Tokyo'),
    )
    expect(tokyo).toEqual(['Nov 21', '06:00'])
  })

  it('of bars of a day and longer name the day of the bar, in every zone', () => {
    const days = {
      startMs: Date.parse('2026-10-15T00:00:00Z'),
      barMs: 86_400_000,
      barWidthPx: 40,
      to: 30,
    }
    const west = zoneOf('America/New_York')
    expect(texts(view(days))).toEqual(texts(view(days), west))
    const named = axisMarks(view(days), west, labels).find(({ text }) => text === 'Nov')
    expect(named?.index).toBe(17)
  })

  it('stay at their bars while the chart moves', () => {
    const startMs = Date.parse('2026-11-01T00:00:00Z')
    const whole = axisMarks(view({ startMs, to: 400 }), utc, labels).map(({ index }) => index)
    for (const from of [7, 33, 61]) {
      const part = axisMarks(view({ startMs, from, to: from + 100 }), utc, labels)
      expect(part.map(({ index }) => index)).toEqual(
        whole.filter((index) => index >= from && index < from + 100),
      )
    }
  })

  it('keep their distance at every zoom', () => {
    for (const barMs of [minute, 30 * minute, 240 * minute, 86_400_000, 7 * 86_400_000]) {
      for (const barWidthPx of [0.8, 1.7, 4, 8, 20, 50]) {
        const marks = axisMarks(
          view({ startMs: Date.parse('2026-01-03T05:00:00Z'), barMs, barWidthPx, to: 2000 }),
          utc,
          labels,
        )
        const gaps = marks.slice(1).map((mark, at) => mark.x - (marks[at]?.x ?? 0))
        expect(Math.min(...gaps, 1e9)).toBeGreaterThanOrEqual(60)
        expect(marks.length).toBeGreaterThan(0)
      }
    }
  })

  it('are empty for an empty view', () => {
    expect(texts(view({ startMs: 0, to: 0 }))).toEqual([])
    expect(texts(view({ startMs: Number.NaN, to: 10 }))).toEqual([])
  })
})

it('the crosshair shows the full time', () => {
  const timeMs = Date.parse('2026-11-21T14:30:00Z')
  expect(timeText('en-GB', utc, true)(timeMs)).toBe('Sat, 21 Nov 2026  14:30')
  expect(timeText('en-GB', utc, false)(timeMs)).toBe('Sat, 21 Nov 2026')
  const west = zoneOf('America/New_York')
  expect(timeText('en-GB', west, true)(timeMs)).toBe('Sat, 21 Nov 2026  09:30')
  // A bar of a day begins at 00:00 UTC, which is the evening before in New York.
  const dayMs = Date.parse('2026-11-21T00:00:00Z')
  expect(timeText('en-GB', west, false)(dayMs)).toBe('Sat, 21 Nov 2026')
})
