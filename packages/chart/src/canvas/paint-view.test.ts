// The mapping between prices and heights on the price axis, in both directions.

import { expect, it } from 'vitest'
import type { YAxis } from 'klinecharts'
import { heightsOf, valuesOf } from './paint-view.ts'

const range = { realFrom: 1, realTo: 3, realRange: 2 }

/** A logarithmic axis from 10 to 1,000. */
const axis = (reverse: boolean) =>
  ({
    reverse,
    getRange: () => range,
    valueToRealValue: (value: number) => Math.log10(value),
    realValueToValue: (value: number) => 10 ** value,
  }) as unknown as YAxis

it('the higher price is above, on an inverted axis below', () => {
  expect([10, 100, 1_000].map(heightsOf(axis(false), 400))).toEqual([400, 200, 0])
  expect([10, 100, 1_000].map(heightsOf(axis(true), 400))).toEqual([0, 200, 400])
})

it('a height has the price that is drawn there, on an inverted axis too', () => {
  for (const isInverted of [false, true]) {
    const yOf = heightsOf(axis(isInverted), 400)
    const priceOf = valuesOf(axis(isInverted), 400)
    for (const y of [0, 100, 350, 400]) expect(yOf(priceOf(y))).toBeCloseTo(y, 9)
  }
})
