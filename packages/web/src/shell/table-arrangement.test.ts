// Columns as a trader arranges them, also when a newer version has other columns.

import { expect, test } from 'vitest'
import { movedColumn, orderedColumns, plainArrangement, shownColumns } from './table-arrangement.ts'

const ids = ['side', 'price', 'value', 'time'] as const

test('without a choice the table keeps its own order', () => {
  expect(shownColumns(ids, plainArrangement)).toEqual(ids)
})

test('columns have the chosen order, without the hidden ones', () => {
  const chosen = { order: ['time', 'value', 'price', 'side'], hidden: ['value'], widths: {} }
  expect(shownColumns(ids, chosen)).toEqual(['time', 'price', 'side'])
})

test('a column of a newer version is placed beside its neighbour, and a removed one is ignored', () => {
  expect(orderedColumns(ids, { order: ['time', 'gone', 'side'] })).toEqual([
    'time',
    'side',
    'price',
    'value',
  ])
  expect(orderedColumns(ids, { order: ['time'] })).toEqual(['side', 'price', 'value', 'time'])
})

test('a column moves by one place, and not beyond the ends', () => {
  expect(movedColumn(ids, 'price', 1)).toEqual(['side', 'value', 'price', 'time'])
  expect(movedColumn(ids, 'price', -1)).toEqual(['price', 'side', 'value', 'time'])
  expect(movedColumn(ids, 'side', -1)).toEqual(ids)
  expect(movedColumn(ids, 'time', 1)).toEqual(ids)
})
