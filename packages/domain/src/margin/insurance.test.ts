// The insurance fund by rules 5.9: peaks of eight hours.
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amount } from '../numbers/fixed.ts'
import { peakOf, peakWindowMs, withFigure, type Peaks } from './insurance.ts'

describe('the peak of eight hours', () => {
  test('a figure counts for as long as it stood inside the window', () => {
    const hour = 3_600_000
    let peaks: Peaks = []
    expect(peakOf(peaks, 0)).toBeUndefined()
    peaks = withFigure(peaks, 0, amount(100n))
    peaks = withFigure(peaks, 2 * hour, amount(60n))
    peaks = withFigure(peaks, 3 * hour, amount(80n))
    // 100 stood until the second hour, so it is inside until the tenth.
    expect(peakOf(peaks, 10 * hour - 1)).toBe(100n)
    expect(peakOf(peaks, 10 * hour)).toBe(80n)
    expect(peakOf(peaks, 99 * hour)).toBe(80n)
  })
  test('is what a plain search through every moment finds', () => {
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
