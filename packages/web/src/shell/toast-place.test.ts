// A toast is placed over the candles, never over tools, axes or panels beside the chart.

import { expect, test } from 'vitest'
import { placeOver } from './toast-place.ts'

const desktop = { widthPx: 1440, heightPx: 900 }

test('a toast is in the lower left corner of the candles', () => {
  const chart = { left: 4, right: 800, top: 140, bottom: 620 }
  expect(placeOver(chart, desktop)).toEqual({ leftPx: 60, bottomPx: 344, widthPx: 320 })
})

test('a toast is narrower if the candles are, and on a phone over their visible part only', () => {
  const phone = { widthPx: 390, heightPx: 844 }
  const chart = { left: 0, right: 390, top: 150, bottom: 620 }
  expect(placeOver(chart, phone)).toEqual({ leftPx: 56, bottomPx: 288, widthPx: 262 })
  expect(placeOver({ ...chart, top: 600, bottom: 1_070 }, phone)).toMatchObject({ bottomPx: 0 })
  expect(placeOver({ ...chart, top: 700, bottom: 1_170 }, phone)).toBeUndefined()
})

test('a toast has no place on a chart that is too small or out of sight', () => {
  expect(placeOver({ left: 0, right: 300, top: 100, bottom: 700 }, desktop)).toBeUndefined()
  expect(placeOver({ left: 0, right: 900, top: 100, bottom: 300 }, desktop)).toBeUndefined()
  expect(placeOver({ left: 0, right: 800, top: -700, bottom: -100 }, desktop)).toBeUndefined()
})
