// Resolutions, bar bounds and quick ranges, with special cases of the calendar.

import { describe, expect, it } from 'vitest'
import {
  barEndMs,
  barStartMs,
  countdownText,
  normalResolution,
  quickTimeFrames,
  resolutionGroup,
  resolutionLabel,
  resolutionMs,
  resolutions,
  timeFrameStartMs,
} from './resolutions.ts'

const at = (text: string) => Date.parse(text)

describe('resolutions', () => {
  it('are 1,3,5,15,30,60,120,240,360,720,1D,1W,1M', () => {
    expect(resolutions.join(',')).toBe('1,3,5,15,30,60,120,240,360,720,1D,1W,1M')
  })

  it('have one spelling', () => {
    expect(['D', '1d', 'W', 'M', '60', ' 5 '].map(normalResolution)).toEqual([
      '1D',
      '1D',
      '1W',
      '1M',
      '60',
      '5',
    ])
    expect(['', '0', 'X', '1H', '-5', '1.5', '5x'].map(normalResolution)).toEqual(
      Array.from({ length: 7 }),
    )
  })

  it('have short names and headings', () => {
    expect(resolutions.map(resolutionLabel).join(' ')).toBe(
      '1m 3m 5m 15m 30m 1h 2h 4h 6h 12h 1D 1W 1M',
    )
    expect(resolutionGroup('30')).toBe('minutes')
    expect(resolutionGroup('60')).toBe('hours')
    expect(resolutionGroup('1W')).toBe('days')
  })
})

describe('bars', () => {
  const cases = [
    ['30', '2026-11-21T14:47:12Z', '2026-11-21T14:30:00Z', '2026-11-21T15:00:00Z'],
    ['240', '2026-11-21T14:47:12Z', '2026-11-21T12:00:00Z', '2026-11-21T16:00:00Z'],
    ['1D', '2026-11-21T14:47:12Z', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'],
    ['1W', '2026-11-21T14:47:12Z', '2026-11-16T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['1M', '2026-02-28T23:59:59Z', '2026-02-01T00:00:00Z', '2026-03-01T00:00:00Z'],
    ['1M', '2024-12-31T23:59:59Z', '2024-12-01T00:00:00Z', '2025-01-01T00:00:00Z'],
  ] as const

  for (const [resolution, timeMs, start, end] of cases) {
    it(`of ${resolution} hold ${timeMs} between ${start} and ${end}`, () => {
      expect(barStartMs(resolution, at(timeMs))).toBe(at(start))
      expect(barEndMs(resolution, at(start))).toBe(at(end))
    })
  }

  it('have the same bounds before the epoch as after it', () => {
    expect(barStartMs('60', -1)).toBe(-3_600_000)
    expect(barStartMs('1W', at('1969-12-31T00:00:00Z'))).toBe(at('1969-12-29T00:00:00Z'))
  })

  it('last as long as their resolution', () => {
    expect(resolutionMs('3')).toBe(180_000)
    expect(resolutionMs('1W')).toBe(604_800_000)
  })
})

describe('quick ranges', () => {
  it('are 1d 5d 1m 3m 6m 1y', () => {
    expect(quickTimeFrames.map((frame) => frame.text).join(' ')).toBe('1d 5d 1m 3m 6m 1y')
  })

  it('count calendar months and fall back to the last day', () => {
    expect(timeFrameStartMs('1m', at('2026-03-31T10:00:00Z'))).toBe(at('2026-02-28T10:00:00Z'))
    expect(timeFrameStartMs('1y', at('2024-02-29T00:00:00Z'))).toBe(at('2023-02-28T00:00:00Z'))
    expect(timeFrameStartMs('5D', at('2026-03-31T10:00:00Z'))).toBe(at('2026-03-26T10:00:00Z'))
    expect(timeFrameStartMs('soon', 0)).toBeUndefined()
  })
})

describe('the countdown', () => {
  it('drops leading zero parts', () => {
    expect(countdownText(133_000)).toBe('02:13')
    expect(countdownText(3_733_000)).toBe('1:02:13')
    expect(countdownText(3 * 86_400_000 + 4 * 3_600_000)).toBe('3d 04h')
    expect(countdownText(-5)).toBe('00:00')
  })
})
