// The keys of a bracket inside the chart's frame, and those that belong to something else there.

import { expect, test } from 'vitest'
import { isForBracket } from './use-bracket.ts'

const idle = { querySelector: () => null }
const press = (key: string, target: object = {}, repeat = false) => ({
  key,
  repeat,
  target: target as EventTarget,
})
const rowOf = (line: string) => ({ dataset: { line } })

test('Enter and Escape in the chart are the bracket’s, other keys and held ones are not', () => {
  expect(isForBracket(press('Enter'), idle)).toBe(true)
  expect(isForBracket(press('Escape'), idle)).toBe(true)
  expect(isForBracket(press('a'), idle)).toBe(false)
  expect(isForBracket(press('Enter', {}, true), idle)).toBe(false)
  // A button or a field has a value; a drag, a menu or a dialog comes first.
  expect(isForBracket(press('Enter', { value: '' }), idle)).toBe(false)
  expect(isForBracket(press('Enter'), { querySelector: () => ({}) })).toBe(false)
})

test('Enter on the line of an order or a position acts on that line, and sends no bracket', () => {
  expect(isForBracket(press('Enter', rowOf('order:7')), idle)).toBe(false)
  expect(isForBracket(press('Enter', rowOf('pos:BTCUSDT:0:entry')), idle)).toBe(false)
  expect(isForBracket(press('Enter', rowOf('bracket:stop')), idle)).toBe(true)
  // Escape means nothing to a line that is not being moved.
  expect(isForBracket(press('Escape', rowOf('order:7')), idle)).toBe(true)
})
