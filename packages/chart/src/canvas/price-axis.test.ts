// Margins around the prices, invalid marks, and fixed ranges of prices.

import type { AxisCreateRangeCallback, AxisRange, Chart } from 'klinecharts'
import { expect, it, vi } from 'vitest'
import type { ScaleMode } from '../model/price-scale.ts'
import { PriceAxis, priceGap, unbroken } from './price-axis.ts'
import { evenRange } from './study-panes-layout.ts'

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

/** The conversions of the engine's axes, and of those that we register. */
const conversions = (name: string) => ({
  valueToRealValue: (value: number, { range }: { range: AxisRange }) =>
    name === 'logarithm'
      ? Math.log10(value)
      : range.realFrom + ((value - range.from) * range.realRange) / range.range,
  realValueToDisplayValue: (value: number) => (name === 'logarithm' ? 10 ** value : value),
})

it('a fixed range of prices is one of percent on a percent axis, and of an index on that one', () => {
  const prices = { from: 90, to: 130 }
  const rangeOn = (mode: ScaleMode) => {
    let name = 'normal'
    let createRange: AxisCreateRangeCallback | undefined
    const chart = {
      // The first visible bar closed at 100.
      getDataList: () => [{ close: 50 }, { close: 100 }, { close: 120 }],
      getVisibleRange: () => ({ realFrom: 1, realTo: 3 }),
      getYAxes: () => [{ name, ...conversions(name) }],
      getSize: () => ({ height: 400 }),
      overrideYAxis: (axis: { name: string; createRange: AxisCreateRangeCallback }) => {
        name = axis.name
        createRange = axis.createRange
      },
    } as unknown as Chart
    const axis = new PriceAxis(chart, { clientWidth: 800 } as HTMLElement)
    axis.setMode(mode)
    axis.setRange(prices.from, prices.to)
    const shown = createRange?.({ chart, paneId: 'candle_pane', defaultRange: evenRange(100, 120) })
    return [shown?.from, shown?.to, shown?.displayFrom, shown?.displayTo].map(
      (value) => Math.round((value ?? 0) * 1e9) / 1e9,
    )
  }
  expect(rangeOn('normal')).toEqual([90, 130, 90, 130])
  expect(rangeOn('log')).toEqual([90, 130, 90, 130])
  expect(rangeOn('percent')).toEqual([90, 130, -10, 30])
  expect(rangeOn('indexed')).toEqual([90, 130, 90, 130])
})
