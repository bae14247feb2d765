// The compatibility matrix says what the table of the open API says.

import { expect, test } from 'vitest'
import {
  ccxtMatrix,
  ccxtPath,
  compatibilityMatrix,
  formsMatrix,
  formsPath,
  matrixPath,
} from './compatibility.ts'
import { readText } from './sources.ts'

test('docs/api/compatibility.md is written from the table; npm run compatibility writes it', () => {
  expect(readText(matrixPath)).toBe(compatibilityMatrix())
})

test('docs/api/ccxt.md is written from the methods that the test of the clients calls', () => {
  expect(readText(ccxtPath)).toBe(ccxtMatrix())
})

test('docs/api/ccxt-requests.md is written from the forms that the test of the clients sends', () => {
  expect(readText(formsPath)).toBe(formsMatrix())
})
