// A number typed in the notation of the page's language has the same value as a pasted one.

import { describe, expect, test } from 'vitest'
import { runAfter, type TypedRun } from './grouped-typing.ts'
import { shownText, type NumberMarks } from '@basis/domain/numbers/number-marks'
import { changed } from './number-editing.ts'
import { pastedText, type NumberRules } from '../number-text.ts'

const english: NumberMarks = { decimal: '.', group: ',', groupFrom: 4 }
const german: NumberMarks = { decimal: ',', group: '.', groupFrom: 4 }
const french: NumberMarks = { decimal: ',', group: ' ', groupFrom: 4 }
const price: NumberRules = { scale: 1 }
const quantity: NumberRules = { scale: 3 }

/** Types key by key at the end of an empty field. */
function typed(keys: string, rules: NumberRules, marks: NumberMarks): string {
  let text = ''
  let run: TypedRun | undefined
  for (const data of keys) {
    const shown = shownText(text, marks)
    const raw = shown + data
    const change = { raw, caret: raw.length, type: 'insertText', data }
    run = runAfter(run, text, change, { rules, marks })
    text = run?.text ?? changed(text, change, rules, marks).text
  }
  return text
}

describe('typed text gives the same number as pasted text', () => {
  test.each([
    ['66,500', price, english, '66500'],
    ['66,900.5', price, english, '66900.5'],
    ['1,234,567.8', price, english, '1234567.8'],
    ['1,234', quantity, english, '1234'],
    ['1,234.5', quantity, english, '1234.5'],
    ['0,125', quantity, english, '0.125'],
    ['1,23', quantity, english, '1.23'],
    ['66500,5', price, english, '66500.5'],
    ['66.500', price, german, '66500'],
    ['66.900,5', price, german, '66900.5'],
    ['1.234', quantity, german, '1.234'],
    ['66500,5', price, german, '66500.5'],
    ['66500.5', price, french, '66500.5'],
  ])('%s', (keys, rules, marks, text) => {
    expect(typed(keys, rules, marks)).toBe(text)
    expect(pastedText(keys, rules, marks.decimal)).toBe(text)
  })
})

test.each([
  ['a second group that has begun', '1,234,', '1234'],
  ['two of its digits', '1,234,56', '123456'],
  ['a group after a fraction', '1,234.5,', '1234.5'],
  ['a second point', '1,234.5.', '1234.5'],
  ['a group of two digits', '1,23,', '1.23'],
  ['a point behind a decimal comma', '66,5.', '66.5'],
  ['a fourth digit behind the only comma, which makes it a decimal comma', '1,2345', '1.234'],
])('%s: %s is %s', (_, keys, text) => {
  expect(typed(keys, quantity, english)).toBe(text)
})

describe('in a field of whole numbers the digits behind a point are cut, not appended', () => {
  const contracts: NumberRules = { scale: 0 }
  test.each([
    ['12.5', english, '12'],
    ['1000.50', english, '1000'],
    ['0.05', english, '0'],
    ['.5', english, '0'],
    ['12..5.', english, '12'],
    ['1,000.75', english, '1000'],
    ['12,5', german, '12'],
    ['12.5', french, '12'],
    ['12,5', french, '12'],
    ['1250', english, '1250'],
  ])('%s', (keys, marks, text) => {
    expect(typed(keys, contracts, marks)).toBe(text)
  })

  test('this ends when something else changes the field', () => {
    const place = { rules: contracts, marks: english }
    const point = runAfter(undefined, '12', { raw: '12.', data: '.', type: 'insertText' }, place)
    expect(point).toEqual({ raw: '12.', text: '12' })
    const erased = { raw: '1', data: null, type: 'deleteContentBackward' }
    expect(runAfter(point, '12', erased, place)).toBeUndefined()
  })
})

test('a run of typed characters ends when something else has changed the field', () => {
  const place = { rules: price, marks: english }
  const comma = runAfter(undefined, '66', { raw: '66,', data: ',', type: 'insertText' }, place)
  expect(comma).toEqual({ raw: '66,', text: '66.' })
  const erased = { raw: '66', data: null, type: 'deleteContentBackward' }
  expect(runAfter(comma, '66.', erased, place)).toBeUndefined()
  const elsewhere = { raw: '70', data: '0', type: 'insertText' }
  expect(runAfter(comma, '7', elsewhere, place)).toBeUndefined()
})
