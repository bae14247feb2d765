// Companion series of the chart: which bar each figure belongs to, and bars without a figure.

import { expect, test } from 'vitest'
import { fundingRatePoints, interestPoints, liquidationPoints } from './companion-series.ts'

const hourMs = 3_600_000
const at = (hours: number): number => Date.UTC(2026, 10, 26) + hours * hourMs

test('open interest belongs to the bar at whose end it was sampled; the last of several counts', () => {
  const list = [
    { timeE3: at(1), openInterest: '10.5', longRatio: '0.75' },
    { timeE3: at(2), openInterest: '11', longRatio: '0.5' },
    // The current value, in the middle of its bar.
    { timeE3: at(2.5), openInterest: '12', longRatio: '' },
  ]
  const span = { fromMs: at(0), endMs: at(3) }
  expect(interestPoints(list, 'openInterest', { ...span, resolution: '60' })).toEqual([
    { timeMs: at(0), value: 10.5 },
    { timeMs: at(1), value: 11 },
    { timeMs: at(2), value: 12 },
  ])
  expect(interestPoints(list, 'openInterest', { ...span, resolution: '120' })).toEqual([
    { timeMs: at(0), value: 11 },
    { timeMs: at(2), value: 12 },
  ])
  // Bars shorter than the sampling interval: each has the last sample, from the first one on.
  const quarters = interestPoints(list.slice(0, 2), 'openInterest', { ...span, resolution: '30' })
  expect(quarters).toEqual([
    { timeMs: at(0.5), value: 10.5 },
    { timeMs: at(1), value: 10.5 },
    { timeMs: at(1.5), value: 11 },
    { timeMs: at(2), value: 11 },
    { timeMs: at(2.5), value: 11 },
  ])
})

test('the ratio is longs per short; with no short or no holder the previous value stays', () => {
  const list = [
    { timeE3: at(1), openInterest: '1', longRatio: '0.75' },
    { timeE3: at(2), openInterest: '1', longRatio: '1' },
    { timeE3: at(3), openInterest: '0', longRatio: '' },
    { timeE3: at(4), openInterest: '1', longRatio: '0.5' },
  ]
  const span = { resolution: '60', fromMs: at(0), endMs: at(4) } as const
  expect(interestPoints(list, 'longShortRatio', span).map(({ value }) => value)).toEqual([
    3, 3, 3, 1,
  ])
})

test('liquidations of a bar are summed, and a bar without any is zero', () => {
  const sum = (startE3: number, longValue: string, shortValue: string) => ({
    startE3,
    longQty: '1',
    shortQty: '1',
    longValue,
    shortValue,
  })
  const list = [sum(at(0), '100', '0'), sum(at(1), '50', '7.5'), sum(at(4), '0', '1')]
  const span = { resolution: '120', fromMs: at(0), endMs: at(6) } as const
  expect(liquidationPoints(list, 'liquidatedLongs', span)).toEqual([
    { timeMs: at(0), value: 150 },
    { timeMs: at(2), value: 0 },
    { timeMs: at(4), value: 0 },
  ])
  expect(liquidationPoints(list, 'liquidatedShorts', span).map(({ value }) => value)).toEqual([
    7.5, 0, 1,
  ])
})

test('liquidations of a range that begins within a bar are those of its whole bars', () => {
  const sum = (startE3: number, longValue: string) => ({
    startE3,
    longQty: '1',
    shortQty: '1',
    longValue,
    shortValue: '0',
  })
  // The exchange's most buckets in one answer may end within a bar: its sum would be too small.
  const list = [sum(at(4), '1'), sum(at(5), '2'), sum(at(6), '4'), sum(at(7), '8')]
  const span = { resolution: '360', fromMs: at(4), endMs: at(12) } as const
  expect(liquidationPoints(list, 'liquidatedLongs', span)).toEqual([{ timeMs: at(6), value: 12 }])
  // Buckets longer than the bars reach further back than the bars that were asked for.
  const minutes = { resolution: '30', fromMs: at(6), endMs: at(7) } as const
  expect(liquidationPoints(list.slice(0, 3), 'liquidatedLongs', minutes)).toEqual([
    { timeMs: at(6), value: 4 },
    { timeMs: at(6.5), value: 0 },
  ])
})

test('a funding rate is a percentage, and applies from its settlement to the next', () => {
  const list = [
    { symbol: 'BTCUSDT', fundingRate: '-0.00005', markPrice: '1', fundingTimeE3: at(16) },
    { symbol: 'BTCUSDT', fundingRate: '0.0001', markPrice: '1', fundingTimeE3: at(8) },
  ]
  const span = { fromMs: at(12), endMs: at(24) }
  expect(fundingRatePoints(list, { ...span, resolution: '240' })).toEqual([
    { timeMs: at(12), value: 0.01 },
    { timeMs: at(16), value: -0.005 },
    { timeMs: at(20), value: -0.005 },
  ])
  const day = { resolution: '1D', fromMs: at(0), endMs: at(24) } as const
  expect(fundingRatePoints(list, day)).toEqual([{ timeMs: at(0), value: -0.005 }])
  expect(fundingRatePoints([], day)).toEqual([])
})
