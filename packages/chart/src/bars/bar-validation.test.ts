// Validation of answers of bad feeds.

import { describe, expect, it } from 'vitest'
import type { Bar } from '../options/datafeed.ts'
import { cleanBar, validateBars, type ValidationRules } from './bar-validation.ts'

const halfHourMs = 1_800_000
const startMs = Date.parse('2026-11-02T00:00:00Z')
const bar = (time: number, change: Partial<Bar> = {}): Bar => ({
  time,
  open: 100,
  high: 102,
  low: 99,
  close: 101,
  volume: 5,
  ...change,
})
const row = (count: number, stepMs = halfHourMs, fromMs = startMs) =>
  Array.from({ length: count }, (_, at) => bar(fromMs + at * stepMs))
const rules: ValidationRules = {
  resolution: '30',
  beforeMs: Number.POSITIVE_INFINITY,
  wantedToMs: startMs + 100 * halfHourMs,
  phaseMs: undefined,
  isSigned: undefined,
}
const times = (bars: readonly Bar[]) => bars.map(({ time }) => (time - startMs) / halfHourMs)

describe('prices', () => {
  const badBars: Readonly<Record<string, Partial<Record<keyof Bar, unknown>>>> = {
    NaN: { close: Number.NaN },
    'text instead of a number': { open: '100' },
    'nothing at all': { high: undefined },
    infinity: { high: Number.POSITIVE_INFINITY },
    zero: { open: 0, high: 0, low: 0, close: 0 },
    'a wick to zero': { low: 0 },
    'a price below zero': { low: -5 },
    'a high below the low': { high: 90 },
    'a close above the high': { close: 200 },
    'a price too large to write': { high: 1e16 },
  }
  for (const [what, badBar] of Object.entries(badBars)) {
    it(`a bar with ${what} is left out and counted, the others stay`, () => {
      const bars = row(20)
      const given = bars.with(7, { ...bar(startMs + 7 * halfHourMs), ...badBar } as Bar)
      const validated = validateBars(given, rules)
      expect(times(validated.bars)).toEqual(times(bars.toSpliced(7, 1)))
      expect(validated.invalid).toBe(1)
    })
  }

  it('at and below zero are valid, as for a spread, if many of the first bars have them', () => {
    const bars = row(20).map((one, at) => (at % 5 === 0 ? { ...one, low: -5 } : one))
    expect(validateBars(bars, rules)).toMatchObject({ invalid: 0, isSigned: true })
    expect(validateBars([bar(startMs, { low: 0 })], { ...rules, isSigned: true }).invalid).toBe(0)
    expect(validateBars([bar(startMs, { low: 0 })], { ...rules, isSigned: false }).invalid).toBe(1)
  })

  it('a volume that is not a positive number becomes zero', () => {
    for (const volume of [Number.NaN, -1, '7' as unknown as number]) {
      expect(cleanBar(bar(1, { volume })).volume).toBe(0)
    }
    expect(cleanBar(bar(1)).volume).toBe(5)
  })
})

describe('times', () => {
  it('in any order and duplicate are sorted, the last bar given for a time counts', () => {
    const bars = row(6)
    const second = bar(startMs + 2 * halfHourMs, { close: 99.5 })
    const validated = validateBars([...bars.toReversed(), second], rules)
    expect(times(validated.bars)).toEqual([0, 1, 2, 3, 4, 5])
    expect(validated.bars[2]?.close).toBe(99.5)
    expect(validated.invalid).toBe(0)
  })

  it('that are already known are left out and do not count as invalid', () => {
    const validated = validateBars(row(6), { ...rules, beforeMs: startMs + 4 * halfHourMs })
    expect(times(validated.bars)).toEqual([0, 1, 2, 3])
    expect(validated.invalid).toBe(0)
  })

  it('in other units are invalid in single bars, and refused if all bars have them', () => {
    expect(validateBars([...row(4), bar(startMs * 1000)], rules)).toMatchObject({ invalid: 1 })
    expect(
      validateBars(
        row(9).map(({ time }) => bar(time / 1000)),
        rules,
      ).isOtherResolution,
    ).toBe(true)
  })
})

describe('bars of another interval', () => {
  const minuteMs = 60_000
  it('finer and coarser ones are refused', () => {
    for (const step of [minuteMs, 5 * minuteMs, 15 * minuteMs, 60 * minuteMs, 1440 * minuteMs]) {
      const validated = validateBars(row(40, step), { ...rules, wantedToMs: startMs + 40 * step })
      expect({ step, is: validated.isOtherResolution }).toEqual({ step, is: true })
    }
    const weekly = { ...rules, resolution: '1W' }
    const months = Array.from({ length: 30 }, (_, at) => bar(Date.UTC(2024, at, 1)))
    expect(
      validateBars(months, { ...weekly, wantedToMs: Date.UTC(2027, 0) }).isOtherResolution,
    ).toBe(true)
  })

  it('gaps, short months and days without trading do not count as such', () => {
    const gappy = row(200).filter((_, at) => at % 7 < 3 || at % 31 === 0)
    expect(validateBars(gappy, rules).isOtherResolution).toBe(false)
    const months = Array.from({ length: 30 }, (_, at) => bar(Date.UTC(2024, at, 1)))
    const monthly = { ...rules, resolution: '1M', wantedToMs: Date.UTC(2027, 0) }
    expect(validateBars(months, monthly)).toMatchObject({ isOtherResolution: false, invalid: 0 })
    const session = Array.from({ length: 20 }, (_, day) =>
      row(7, 60 * minuteMs, startMs + day * 1440 * minuteMs + 570 * minuteMs),
    ).flat()
    const hourly = { ...rules, resolution: '60', wantedToMs: startMs + 40 * 1440 * minuteMs }
    expect(validateBars(session, hourly)).toMatchObject({ isOtherResolution: false, invalid: 0 })
  })

  it('a single bar off the interval of the others is left out', () => {
    const misaligned = bar(startMs + 2.3 * halfHourMs)
    const validated = validateBars([...row(6), misaligned], rules)
    expect(times(validated.bars)).toEqual([0, 1, 2, 3, 4, 5])
    expect(validated.invalid).toBe(1)
    const first = validateBars([bar(startMs - 0.3 * halfHourMs), ...row(6)], rules)
    expect(times(first.bars)).toEqual([0, 1, 2, 3, 4, 5])
    const known = { ...rules, beforeMs: startMs, phaseMs: 0 }
    expect(validateBars([bar(startMs - 0.3 * halfHourMs)], known)).toMatchObject({
      bars: [],
      invalid: 1,
    })
  })
})
