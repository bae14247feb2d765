// Where a new position drawing puts its target and its stop.

import { expect, it } from 'vitest'
import { samplePane } from '../../../testing/sample-pane.ts'
import { type DrawPane, positionPoints } from './pane.ts'

const pane = samplePane()
/** The same pane with its price axis upside down. */
const inverted: DrawPane = {
  ...pane,
  space: { ...pane.space, yOf: (price) => price },
  priceOf: (y) => y,
}

it.each([
  ['upright', pane],
  ['inverted', inverted],
])('a new position has its target on the side of its profit, on an %s axis', (_, shown) => {
  const prices = (tool: 'longPosition' | 'shortPosition') =>
    positionPoints(shown, { time: 600, price: 250 }, tool).map(({ price }) => price)
  expect(prices('longPosition')).toEqual([250, 325, 200])
  expect(prices('shortPosition')).toEqual([250, 175, 300])
})
