// Numbers as languages write them.

import { expect, test } from 'vitest'
import { shownText, type NumberMarks } from './number-marks.ts'

const english: NumberMarks = { decimal: '.', group: ',', groupFrom: 4 }
const german: NumberMarks = { decimal: ',', group: '.', groupFrom: 4 }
const spanish: NumberMarks = { decimal: ',', group: '.', groupFrom: 5 }
const russian: NumberMarks = { decimal: ',', group: '\u00A0', groupFrom: 4 }

test.each([
  ['1234567.8901', english, '1,234,567.8901'],
  ['1234567.8901', german, '1.234.567,8901'],
  ['1234', spanish, '1234'],
  ['-12345', spanish, '-12.345'],
  ['1234.', russian, '1\u00A0234,'],
  ['007000', english, '007,000'],
  ['-', german, '-'],
  ['', german, ''],
])('%j is shown as %s', (text, marks, shown) => {
  expect(shownText(text, marks)).toBe(shown)
})
