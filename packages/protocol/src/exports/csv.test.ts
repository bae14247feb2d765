// RFC 4180: what would end a cell or a line is quoted, and a quote within is doubled.

import { expect, test } from 'vitest'
import { csvLine } from './csv.ts'

test('every line ends in CRLF, and cells stand between commas', () => {
  expect(csvLine(['coin', '', '-0.5'])).toBe('coin,,-0.5\r\n')
  expect(csvLine(['one'])).toBe('one\r\n')
})

test('a comma, a quote or a line break within a cell is quoted', () => {
  expect(csvLine(['a,b', 'say "no"', 'up\ndown', 'c\r', 'plain; text'])).toBe(
    '"a,b","say ""no""","up\ndown","c\r",plain; text\r\n',
  )
})
