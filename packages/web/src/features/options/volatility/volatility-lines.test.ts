// Volatility smile, term structure and surface from quotes.

import { expect, test } from 'vitest'
import type { WireOptionQuote } from '@basis/protocol/options/chain'
import type { Expiry } from '../chain-rows.ts'
import { lineOf, plotOf, pointsOf, smileOf, surfaceOf, termOf } from './volatility-lines.ts'

const strikes = ['50000', '60000', '70000']
const expiry = (deliveryMs: number): Expiry => ({
  deliveryMs,
  rows: strikes.map((strike) => ({
    strike,
    call: `${deliveryMs} ${strike} C`,
    put: `${deliveryMs} ${strike} P`,
  })),
})
const quote = (symbol: string, markIv: string, bid1Iv = ''): [string, WireOptionQuote] => [
  symbol,
  { symbol, markIv, bid1Iv, ask1Iv: '', underlyingPrice: '61000' } as WireOptionQuote,
]
const quotes = new Map([
  quote('1 50000 P', '0.70', '0.69'),
  quote('1 50000 C', '0.71'),
  quote('1 60000 P', '0.60'),
  quote('1 60000 C', '0.61'),
  quote('1 70000 C', '0.65'),
  quote('2 60000 P', '0.55'),
  quote('2 60000 C', '0.56'),
])

test('a smile has the volatility of the option that is out of the money', () => {
  const smile = smileOf(expiry(1), quotes)
  expect(smile.map(({ strike, mark }) => [strike, Math.round(mark)])).toEqual([
    [50_000, 70],
    [60_000, 60],
    [70_000, 65],
  ])
  expect(pointsOf(smile, 'bid')).toEqual([{ at: 50_000, value: 69 }])
  expect(pointsOf(smile, 'ask')).toEqual([])
})

test('the term structure has the at-the-money volatility of each expiry with quotes', () => {
  const term = termOf([expiry(1), expiry(2), expiry(3)], quotes)
  expect(term.map(({ deliveryMs, mark }) => [deliveryMs, Math.round(mark)])).toEqual([
    [1, 60],
    [2, 55],
  ])
})

test('a surface is interpolated between strikes and undefined beyond the outermost ones', () => {
  const [row] = surfaceOf([expiry(1)], quotes)
  const percents = row?.cells.map(({ percent }) =>
    percent === undefined ? undefined : Math.round(percent * 10) / 10,
  )
  // −20 % is below the lowest strike; the forward is a tenth of the way from 60,000 to 70,000.
  expect(percents?.[0]).toBeUndefined()
  expect(percents?.[4]).toBe(60.5)
  expect(percents?.at(-1)).toBeUndefined()
  expect(row?.cells[0]?.heat).toBe(0)
})

test('a plot contains all points with a margin around them', () => {
  const plot = plotOf([0, 10], [40, 60])
  expect([plot.lowest, plot.highest]).toEqual([38, 62])
  expect(
    lineOf(plot, [
      { at: 0, value: 62 },
      { at: 10, value: 38 },
    ]),
  ).toBe('0,0 100,100')
  expect(plotOf([5], [50]).x(5)).toBe(50)
})
