// The outcome bar's figures, computed from previews: average fill and slippage of linear and
// inverse contracts, liquidation after all fills, its distance.

import { describe, expect, test } from 'vitest'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { distanceTo, outcomeOf, type PreviewFigures } from './outcome.ts'

const linear = {
  kind: 'Linear',
  settleCoin: 'USDT',
  tickSizeE8: 10_000_000,
  lotSizeE8: 100_000,
  takerFeeE8: 55_000,
  makerFeeE8: 20_000,
} as Instrument
const fill = (side: string, execPrice: string, execQty: string, execValue: string) => ({
  side,
  execPrice,
  execQty,
  execValue,
})
const previewOf = (change: Partial<Record<keyof PreviewFigures, unknown>>): PreviewFigures => {
  const nothing = { wallet: { totalInitialMargin: '0', fees: { level: 'VIP 0' } }, positions: [] }
  return {
    before: nothing,
    after: nothing,
    fills: [],
    fees: [],
    ...change,
  } as unknown as PreviewFigures
}

test('the average of a buy is value ÷ quantity, its slippage is measured from the first fill', () => {
  const fills = [fill('Buy', '100', '1', '100'), fill('Buy', '101', '3', '303')]
  // 403 ÷ 4 = 100.75, 0.75 % above 100.
  expect(outcomeOf(previewOf({ fills }), linear, 0).fill).toEqual({
    averageE8: 10_075_000_000,
    slippageE8: 750_000n,
  })
})

test('a sell slips downward; fills at one price have no slippage; without fills there is no average', () => {
  const sale = [fill('Sell', '100', '1', '100'), fill('Sell', '98', '1', '98')]
  expect(outcomeOf(previewOf({ fills: sale }), linear, 0).fill?.slippageE8).toBe(1_000_000n)
  const flat = [fill('Sell', '100', '1', '100')]
  expect(outcomeOf(previewOf({ fills: flat }), linear, 0).fill?.slippageE8).toBe(0n)
  expect(outcomeOf(previewOf({}), linear, 0).fill).toBeUndefined()
})

test('the average of an inverse contract is quantity ÷ value in coins', () => {
  const inverse = { ...linear, kind: 'Inverse', settleCoin: 'BTC' } as Instrument
  const fills = [fill('Buy', '50000', '50000', '1'), fill('Buy', '100000', '50000', '0.5')]
  // 100,000 contracts for 1.5 BTC: 66,666.66666667.
  expect(outcomeOf(previewOf({ fills }), inverse, 0).fill?.averageE8).toBe(6_666_666_666_667)
})

test('liquidation now, after the fill and after all fills; of a reversed hedge on the other side', () => {
  const standing = (positionIdx: number, side: string, liqPrice: string) => ({
    wallet: { totalInitialMargin: '0', fees: { level: 'VIP 0' } },
    positions: [{ positionIdx, side, size: '0.5', liqPrice, positionIM: '1', extraMargin: '0' }],
  })
  const outcome = outcomeOf(
    previewOf({
      before: standing(1, 'Buy', '400'),
      after: standing(2, 'Sell', '600'),
      allFilled: standing(2, 'Sell', '580.5'),
    }),
    linear,
    1,
    2,
  )
  expect(outcome.now).toEqual({ isHeld: true, liquidationTicks: 4_000 })
  expect(outcome.filled).toEqual({ isHeld: true, liquidationTicks: 6_000 })
  expect(outcome.allFilled).toEqual({ isHeld: true, liquidationTicks: 5_805 })
})

describe('a resting or waiting part', () => {
  const standing = (totalInitialMargin: string) => ({
    wallet: { totalInitialMargin, fees: { level: 'VIP 0' } },
    positions: [],
  })

  test('pays the fee of its fill in addition to that of the immediate fill', () => {
    const figures = previewOf({
      before: standing('10'),
      after: standing('3010'),
      filled: standing('3000'),
      filledFee: '6',
      fees: [{ coin: 'USDT', fee: '3' }],
    })
    expect(outcomeOf(figures, linear, 0)).toMatchObject({
      fee: 300_000_000n,
      margin: 300_000_000_000n,
      later: { fee: 900_000_000n, margin: 299_000_000_000n },
    })
  })

  test('has no later figures before its price is known', () => {
    const figures = previewOf({ before: standing('10'), filled: standing('10') })
    expect(outcomeOf(figures, linear, 0).later).toBeUndefined()
  })
})

test('the distance is a share of the mark price, and in hourly deviations if volatility is known', () => {
  const at = (volatility: number | undefined) =>
    distanceTo(priceTicks(900), linear, 10_000_000_000, volatility)
  expect(at(0.02)).toEqual({ shareE8: 10_000_000n, deviations: 50 })
  expect(at(undefined)).toEqual({ shareE8: 10_000_000n, deviations: undefined })
  expect(distanceTo(undefined, linear, 10_000_000_000, 0.02)).toBeUndefined()
})
