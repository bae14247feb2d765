// Below the last price one buys at a limit or sells by a stop, above it the other way round.

import { expect, test } from 'vitest'
import { priceChoices } from './price-menu.ts'

const words = (...args: Parameters<typeof priceChoices>) =>
  priceChoices(...args).map(({ kind, side }) => `${side} ${kind}`)

test('orders that wait at a price', () => {
  expect(words(99, 100, false)).toEqual(['Buy limit', 'Sell stop'])
  expect(words(101, 100, false)).toEqual(['Sell limit', 'Buy stop'])
})

test('at the last price nothing waits for it, and without one nothing is left out', () => {
  expect(words(100, 100, false)).toEqual(['Buy limit', 'Sell limit'])
  expect(words(100, undefined, false)).toEqual(['Buy limit', 'Sell limit'])
})

test('spot pairs have no stops', () => {
  expect(words(99, 100, true)).toEqual(['Buy limit'])
  expect(words(101, 100, true)).toEqual(['Sell limit'])
})
