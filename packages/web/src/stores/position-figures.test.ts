// A position's figures against the worked examples of rules 1 and 5.

import { describe, expect, test } from 'vitest'
import { amount, priceE8, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { positionFigures, shownLiquidation, withoutMargins } from './position-figures.ts'
import { held, instrument } from '../../testing/held-position.ts'

describe('positionFigures', () => {
  test('EX-1.8: entry and break-even of 0.5 BTC at 60,000', () => {
    const figures = positionFigures(held, instrument, {
      markE8: priceE8(6_000_000_000_000),
      basis: 'MarkPrice',
    })
    expect(figures.entryE8).toBe(6_000_000_000_000)
    expect(figures.breakEvenE8).toBe(6_007_203_962_179)
    expect(figures.unrealised).toBe(0n)
  })

  test('EX-5.10 at half the size: margins of a cross long', () => {
    const figures = positionFigures(held, instrument, {
      markE8: priceE8(6_000_000_000_000),
      basis: 'MarkPrice',
    })
    expect(figures.initialMargin).toBe(301_485_000_000n)
    expect(figures.maintenanceMargin).toBe(16_485_000_000n)
  })

  test('10.1: under portfolio margin a position has a profit, and no margin of its own', () => {
    const figures = positionFigures(held, instrument, {
      markE8: priceE8(6_100_000_000_000),
      basis: 'MarkPrice',
    })
    const shown = withoutMargins(figures)
    expect([shown.unrealised, shown.value]).toEqual([50_000_000_000n, 3_050_000_000_000n])
    expect([shown.initialMargin, shown.maintenanceMargin]).toEqual([undefined, undefined])
  })

  test('EX-6.3: a cross hedge needs maintenance margin for its closing fees and its net size only', () => {
    const markE8 = priceE8(6_000_000_000_000)
    const of = (otherLots: number, change: object = {}) => {
      const prices = { markE8, basis: 'MarkPrice', otherLots: qtyLots(otherLots) } as const
      return positionFigures({ ...held, ...change }, instrument, prices).maintenanceMargin
    }
    // 0.5 BTC at 60,000: the fee to close is 14.85, and 0.5 % of what the other side leaves.
    expect([of(500), of(900)]).toEqual([1_485_000_000n, 1_485_000_000n])
    expect(of(300)).toBe(1_485_000_000n + 6_000_000_000n)
    // An isolated side needs its own maintenance margin in full.
    expect(of(500, { isIsolated: true })).toBe(16_485_000_000n)
  })

  test('profit uses the chosen price basis, the position value the mark price', () => {
    const prices = { markE8: priceE8(6_100_000_000_000), last: priceTicks(620_000) }
    const byMark = positionFigures(held, instrument, { ...prices, basis: 'MarkPrice' })
    const byLast = positionFigures(held, instrument, { ...prices, basis: 'LastPrice' })
    expect([byMark.unrealised, byLast.unrealised]).toEqual([50_000_000_000n, 100_000_000_000n])
    expect(byMark.roiE2).toBe(1667)
    expect(byMark.value).toBe(byLast.value)
  })

  test('EX-1.11: after a session the average price stays, and profit counts from the session price', () => {
    const session = {
      ...held,
      entryValue: amount(3_120_000_000_000n),
      entryPriceE8: priceE8(6_240_000_000_000),
      averagePriceE8: priceE8(6_000_000_000_000),
    }
    const figures = positionFigures(session, instrument, {
      markE8: priceE8(6_300_000_000_000),
      basis: 'MarkPrice',
    })
    expect(figures.entryE8).toBe(6_000_000_000_000)
    expect(figures.sessionE8).toBe(6_240_000_000_000)
    expect(figures.unrealised).toBe(30_000_000_000n)
  })
})

test('Liq price shows -- when at or outside minPrice/maxPrice, or not available', () => {
  expect(shownLiquidation(instrument, undefined)).toBeUndefined()
  expect(shownLiquidation(instrument, priceTicks(1))).toBeUndefined()
  expect(shownLiquidation(instrument, instrument.maxPriceTicks)).toBeUndefined()
  expect(shownLiquidation(instrument, priceTicks(500_000))).toBe(500_000)
})
