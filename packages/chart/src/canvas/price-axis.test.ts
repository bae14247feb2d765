// Margins around the prices, and invalid marks.

import { expect, it, vi } from 'vitest'
import { priceGap, unbroken } from './price-axis.ts'

it('margins are the same in pixels at any height that suffices', () => {
  for (const heightPx of [160, 400, 1200]) {
    const { top, bottom } = priceGap(heightPx, 1000)
    const spanPx = heightPx / (1 + top + bottom)
    expect(spanPx * top).toBeCloseTo(34)
    expect(spanPx * bottom).toBeCloseTo(28)
  }
})

it('margins are at most half of a low pane, and finite without height', () => {
  const { top, bottom } = priceGap(40, 1000)
  expect(40 / (1 + top + bottom)).toBeCloseTo(20)
  expect(Number.isFinite(priceGap(0, 0).top)).toBe(true)
  expect(Number.isFinite(priceGap(-3, 1000).bottom)).toBe(true)
})

it('invalid marks are left out', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  expect(
    unbroken(() => {
      throw new RangeError('toFixed')
    }),
  ).toEqual([])
  expect(warn).toHaveBeenCalledOnce()
  warn.mockRestore()
})
