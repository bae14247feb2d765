// The order menu at a price: a limit buy or stop sell below the last price, the opposite above.

import { afterEach, expect, test } from 'vitest'
import type { ChartWidget } from '@basis/chart/widget'
import { instrument } from '../../../testing/held-position.ts'
import { useSession } from '../../client/session.ts'
import { priceChoices, priceEntries } from './price-menu.ts'

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

afterEach(() => useSession.setState({ status: 'unknown' }))

test('a bracket is offered where its form is: on charts of the page’s symbol, to traders', () => {
  const entries = (isOfPage: boolean): string[] =>
    priceEntries({
      widget: {} as ChartWidget,
      instrument,
      unixTime: 0,
      price: 60_000,
      priceTicks: 600_000,
      words: '60,000.0',
      pick: () => undefined,
      isOfPage,
    }).map(({ text }) => text)
  useSession.setState({ status: 'trader' })
  const bracket = entries(true).filter((text) => !entries(false).includes(text))
  expect(bracket).toEqual([expect.stringContaining('60,000.0')])
  useSession.setState({ status: 'visitor' })
  expect(entries(true)).toEqual(entries(false))
})
