// Pages of lists in memory, also while their rows end (open API 1.9).

import { expect, test } from 'vitest'
import { listPage } from './paging.ts'
import { V5Refused } from './refused.ts'

const page = (rows: readonly number[], cursor?: string, limit = 2) =>
  listPage(rows, { cursor, limit }, String, (last) =>
    /^\d+$/.test(last) ? (row) => row < Number(last) : undefined,
  )

test('pages follow each other without gaps, and the last has no cursor', () => {
  expect(page([9, 7, 5, 3, 1])).toEqual({ list: [9, 7], nextPageCursor: '7' })
  expect(page([9, 7, 5, 3, 1], '7')).toEqual({ list: [5, 3], nextPageCursor: '3' })
  expect(page([9, 7, 5, 3, 1], '3')).toEqual({ list: [1], nextPageCursor: '' })
})

test('a page continues after its cursor when the cursor’s row has ended and new rows came', () => {
  expect(page([11, 9, 5, 3, 1], '7')).toEqual({ list: [5, 3], nextPageCursor: '3' })
  expect(page([11, 9], '7')).toEqual({ list: [], nextPageCursor: '' })
})

test('an invalid cursor is refused, also for an empty list', () => {
  for (const rows of [[], [9, 7]]) expect(() => page(rows, 'x-1')).toThrow(V5Refused)
})

test('a list whose rows do not end refuses a cursor that is not one of its rows', () => {
  const rows = ['a', 'b', 'c']
  expect(listPage(rows, { cursor: 'a', limit: 1 }, String).list).toEqual(['b'])
  expect(() => listPage(rows, { cursor: 'd', limit: 1 }, String)).toThrow(V5Refused)
})
