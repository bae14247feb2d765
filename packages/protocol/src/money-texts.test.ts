// M7: money is a decimal text on the wire; JSON numbers are refused.

import { expect, test } from 'vitest'
import { decimal, integerText, signedDecimal } from './wire.ts'

test('M7: a JSON number is not accepted as money, whatever its value', () => {
  for (const number of [0, 1, 0.1, 65_000.5, 1e21, -1, Number.NaN]) {
    expect(decimal.safeParse(number).success).toBe(false)
    expect(signedDecimal.safeParse(number).success).toBe(false)
    expect(integerText.safeParse(number).success).toBe(false)
  }
})

test('M7: a text that is not a plain decimal is not accepted as money', () => {
  for (const text of [
    '1e3',
    '0x10',
    'NaN',
    'Infinity',
    '1.',
    '.5',
    '01',
    '+1',
    ' 1',
    '1,000',
    '',
  ]) {
    expect(decimal.safeParse(text).success).toBe(false)
    expect(signedDecimal.safeParse(text).success).toBe(false)
  }
  expect(decimal.safeParse('65000.10').success).toBe(true)
  expect(signedDecimal.safeParse('-0.00000001').success).toBe(true)
})
