// Sorting of tables: descending, ascending, and back to the original order.

import { expect, test } from 'vitest'
import { nextChoice, sortedRows, type SortChoice } from './sort.ts'

type Row = { name: string; size?: number }
const rows: Row[] = [{ name: 'b', size: 1 }, { name: 'a' }, { name: 'c', size: 3 }]
const sorted = (choice: SortChoice<'name' | 'size'>) =>
  sortedRows(rows, choice, (row, column) => row[column]).map(({ name }) => name)

test('a column is sorted descending, then ascending, then the original order is restored', () => {
  const down = nextChoice<'name' | 'size'>(undefined, 'name')
  const up = nextChoice(down, 'name')
  expect(sorted(down)).toEqual(['c', 'b', 'a'])
  expect(sorted(up)).toEqual(['a', 'b', 'c'])
  expect(nextChoice(up, 'name')).toBeUndefined()
  expect(sorted(undefined)).toEqual(['b', 'a', 'c'])
})

test('rows without a sort key come last in both directions', () => {
  expect(sorted({ column: 'size', isDown: true })).toEqual(['c', 'b', 'a'])
  expect(sorted({ column: 'size', isDown: false })).toEqual(['b', 'c', 'a'])
})
