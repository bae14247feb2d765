// The scale of a compared symbol: its change since its first visible bar, in percent of the price.

import { expect, it } from 'vitest'
import { Column } from './columns.ts'
import { relativeFactor } from './relative-factor.ts'

function columnOf(values: readonly number[]): Column {
  const column = new Column()
  values.forEach((value, row) => column.put(row, value))
  return column
}

const main = columnOf([50, 100, 110, 120, 130])
const none = Number.NaN

it('a compared symbol begins at the first visible close of the price', () => {
  expect(relativeFactor(main, columnOf([1, 2, 3, 4, 5]), { from: 1, to: 5 })).toBe(50)
})

it('one that was listed later has its change since its own first visible bar', () => {
  const later = columnOf([none, none, none, 4, 5])
  const factor = relativeFactor(main, later, { from: 1, to: 5 })
  // It has risen by a quarter since its first bar, and is drawn a quarter above the price's first.
  expect(later.at(4) * factor).toBe(125)
})

it('one without a value in view is not scaled, nor one at zero', () => {
  expect(relativeFactor(main, columnOf([none, none, 3]), { from: 0, to: 2 })).toBe(1)
  expect(relativeFactor(main, columnOf([0, 0]), { from: 0, to: 2 })).toBe(1)
  expect(relativeFactor(columnOf([none]), columnOf([1, 2]), { from: 0, to: 2 })).toBe(1)
})
