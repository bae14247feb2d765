// The order menu at a price: a limit buy or stop sell below the last price, the opposite above.

import { expect, test } from 'vitest'
import { priceChoices } from './price-menu.ts'

const words = (...args: Parameters<typeof priceChoices>) =>
  priceChoices(...args).map(({ kind, side }) => `${side} ${kind}`)

test('below the last price limit buys and stop sells are offered, above it the opposite', () => {
  expect(words(99, 100, false)).toEqual(['Buy limit', 'Sell stop'])
  expect(words(101, 100, false)).toEqual(['Sell limit', 'Buy stop'])
})

test('at the last price, or without one, limit orders of both sides are offered and no stops', () => {
  expect(words(100, 100, false)).toEqual(['Buy limit', 'Sell limit'])
  expect(words(100, undefined, false)).toEqual(['Buy limit', 'Sell limit'])
})

test('spot pairs are offered no stop orders', () => {
  expect(words(99, 100, true)).toEqual(['Buy limit'])
  expect(words(101, 100, true)).toEqual(['Sell limit'])
})
