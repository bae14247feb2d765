// A CSV file as a spreadsheet reads it: exact times and numbers, and nothing that it would run.

import { expect, test } from 'vitest'
import { csvText } from './csv-file.ts'

test('columns are those named, in their order, and times are in UTC', () => {
  const atE3 = Date.UTC(2026, 3, 5, 6, 7, 8, 9)
  const rows = [{ coin: 'ETH', change: '-0.10000000', isMaker: true, atE3, other: 'left out' }]
  expect(csvText(['atE3', 'isMaker', 'coin', 'change'], rows)).toBe(
    'at (UTC),isMaker,coin,change\r\n2026-04-05T06:07:08.009Z,true,ETH,-0.10000000\r\n',
  )
})

test('a field that a row lacks, or that is a list, is empty', () => {
  expect(csvText(['a', 'b'], [{ b: ['x'] }, { a: 0 }])).toBe('a,b\r\n,\r\n0,\r\n')
})

test('text that a spreadsheet would evaluate is escaped, a negative number is not', () => {
  const cells = ['=1+1', '+1', '@sum', '-1-1', '-1.5', '-1,5']
  const lines = csvText(
    ['text'],
    cells.map((text) => ({ text })),
  ).split('\r\n')
  expect(lines.slice(1, -1)).toEqual(["'=1+1", "'+1", "'@sum", "'-1-1", '-1.5', `"'-1,5"`])
})
