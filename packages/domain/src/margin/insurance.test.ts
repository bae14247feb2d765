// The insurance fund by rules 5.9: the peak of the last eight hours.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount } from '../numbers/fixed.ts'
import { peakOf, peakWindowMs, withFigure, type Peaks } from './insurance.ts'

describe('the peak of eight hours', () => {
  test('a figure counts as long as it was in force at some time in the window', () => {
    const hour = 3_600_000
    let peaks: Peaks = []
    expect(peakOf(peaks, 0)).toBeUndefined()
    peaks = withFigure(peaks, 0, amount(100n))
    peaks = withFigure(peaks, 2 * hour, amount(60n))
    peaks = withFigure(peaks, 3 * hour, amount(80n))
    // 100 was in force until the second hour, so it counts until the tenth.
    expect(peakOf(peaks, 10 * hour - 1)).toBe(100n)
    expect(peakOf(peaks, 10 * hour)).toBe(80n)
    expect(peakOf(peaks, 99 * hour)).toBe(80n)
  })
  test('equals the result of a plain search through all figures of the window', () => {
    const step = peakWindowMs / 8
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 50 }), { minLength: 1 }), (figures) => {
        let peaks: Peaks = []
        figures.forEach((figure, k) => {
          peaks = withFigure(peaks, k * step, amount(BigInt(figure)))
          // The window begins with the figure of eight steps ago.
          const seen = figures.slice(Math.max(0, k - 8), k + 1)
          expect(peakOf(peaks, k * step)).toBe(BigInt(Math.max(...seen)))
        })
      }),
    )
  })
})
