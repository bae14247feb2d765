// The rules by which the form marks a field and the exchange refuses an order, by precedence (spec
// 5; rules 8.1, 8.2).

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { priceTicks, qtyLots } from '../numbers/fixed.ts'
import { type Instrument } from '../instrument/instrument.ts'
import {
  bandProblem,
  closingParts,
  linkIdProblem,
  maxOrderQty,
  orderProblem,
  type OrderDraft,
} from './order-rules.ts'
import { btcUsdt } from '../../testing/instruments.ts'

const instrument: Instrument = {
  ...btcUsdt,
  minPriceTicks: priceTicks(10),
  maxPriceTicks: priceTicks(1_000_000),
  minQtyLots: qtyLots(2),
  maxQtyLots: qtyLots(1000),
  maxMarketQtyLots: qtyLots(500),
}

const limit: OrderDraft = {
  orderType: 'Limit',
  side: 'Buy',
  priceTicks: priceTicks(650_000),
  qtyLots: qtyLots(4),
  reduceOnly: false,
}
const market: OrderDraft = {
  orderType: 'Market',
  side: 'Buy',
  qtyLots: qtyLots(4),
  reduceOnly: false,
}
const nameOf = (draft: OrderDraft, reference?: number): string | undefined =>
  orderProblem(instrument, draft, reference === undefined ? undefined : priceTicks(reference))?.name

describe('orderProblem', () => {
  test('a valid order has no problem', () => {
    expect(nameOf(limit)).toBeUndefined()
    expect(nameOf(market, 650_000)).toBeUndefined()
    expect(nameOf(market)).toBeUndefined()
  })

  test.each<[Partial<OrderDraft>, string]>([
    [{ priceTicks: undefined }, 'priceRequired'],
    [{ priceTicks: priceTicks(1.5) }, 'priceInvalid'],
    [{ priceTicks: priceTicks(NaN) }, 'priceInvalid'],
    [{ priceTicks: priceTicks(-1) }, 'priceTooLow'],
    [{ priceTicks: priceTicks(9) }, 'priceTooLow'],
    [{ priceTicks: priceTicks(1_000_001) }, 'priceTooHigh'],
    [{ qtyLots: qtyLots(NaN) }, 'qtyInvalid'],
    [{ qtyLots: qtyLots(-2) }, 'qtyInvalid'],
    [{ qtyLots: qtyLots(2.5) }, 'qtyInvalid'],
    [{ qtyLots: qtyLots(2 ** 53) }, 'qtyInvalid'],
    [{ qtyLots: qtyLots(0) }, 'qtyRequired'],
    [{ qtyLots: qtyLots(1) }, 'qtyTooSmall'],
    [{ qtyLots: qtyLots(1001) }, 'orderMaxQtyReplace'],
    [{ priceTicks: priceTicks(10) }, 'notionalTooSmall'],
  ])('a limit order with %j is refused as %s', (change, name) => {
    expect(nameOf({ ...limit, ...change })).toBe(name)
  })

  test('a market order has no price and its own maximum quantity', () => {
    expect(nameOf({ ...market, priceTicks: priceTicks(650_000) })).toBe('priceNotAllowed')
    expect(nameOf({ ...market, qtyLots: qtyLots(501) })).toBe('orderMaxQtyReplace')
    expect(nameOf(market, 10)).toBe('notionalTooSmall')
    expect(maxOrderQty(instrument, 'Market')).toBe(500)
    expect(maxOrderQty({ ...instrument, maxMarketQtyLots: qtyLots(0) }, 'Market')).toBe(1000)
  })

  test('the boundaries themselves are allowed', () => {
    expect(nameOf({ ...limit, priceTicks: priceTicks(1_000_000) })).toBeUndefined()
    expect(nameOf({ ...limit, qtyLots: qtyLots(1000) })).toBeUndefined()
    expect(nameOf({ ...limit, qtyLots: qtyLots(2) })).toBeUndefined()
    // 5 USDT exactly: 12,500 ticks of 0.1 times 4 lots of 0.001.
    expect(nameOf({ ...limit, priceTicks: priceTicks(12_500) })).toBeUndefined()
    expect(nameOf({ ...limit, priceTicks: priceTicks(12_499) })).toBe('notionalTooSmall')
  })

  test('8.1: a reduce-only order is exempt from the minimum value', () => {
    expect(nameOf({ ...limit, priceTicks: priceTicks(10), reduceOnly: true })).toBeUndefined()
  })

  test('price is checked before quantity, quantity before value', () => {
    const all = { ...limit, priceTicks: priceTicks(9), qtyLots: qtyLots(1) }
    expect(nameOf(all)).toBe('priceTooLow')
    expect(nameOf({ ...all, priceTicks: priceTicks(10) })).toBe('qtyTooSmall')
    expect(nameOf({ ...all, priceTicks: priceTicks(10), qtyLots: qtyLots(2) })).toBe(
      'notionalTooSmall',
    )
  })

  test('figures of a refusal are in units of price and quantity', () => {
    expect(orderProblem(instrument, { ...limit, qtyLots: qtyLots(1001) }, undefined)).toEqual({
      name: 'orderMaxQtyReplace',
      field: 'qty',
      params: { qty: '1.000', coin: 'BTC' },
    })
    expect(orderProblem(instrument, { ...limit, priceTicks: priceTicks(9) }, undefined)).toEqual({
      name: 'priceTooLow',
      field: 'price',
      params: { min: '1.0' },
    })
    expect(orderProblem(instrument, { ...limit, priceTicks: priceTicks(10) }, undefined)).toEqual({
      name: 'notionalTooSmall',
      field: 'qty',
      params: { min: '5', coin: 'USDT' },
    })
  })
})

describe('bandProblem (8.2, L3)', () => {
  const band = { maxBuyTicks: priceTicks(656_500), minSellTicks: priceTicks(643_500) }

  test('a buy has only an upper bound, a sell only a lower one', () => {
    const nameAt = (side: 'Buy' | 'Sell', ticks: number): string | undefined =>
      bandProblem(instrument, side, priceTicks(ticks), band)?.name
    expect(nameAt('Buy', 656_500)).toBeUndefined()
    expect(nameAt('Buy', 656_501)).toBe('priceAboveBand')
    expect(nameAt('Buy', 1)).toBeUndefined()
    expect(nameAt('Sell', 643_500)).toBeUndefined()
    expect(nameAt('Sell', 643_499)).toBe('priceBelowBand')
    expect(nameAt('Sell', 999_999)).toBeUndefined()
    expect(bandProblem(instrument, 'Buy', priceTicks(700_000), band)).toEqual({
      name: 'priceAboveBand',
      field: 'price',
      params: { max: '65650.0' },
    })
  })
})

describe('6.2: a closing quantity above the maximum', () => {
  const between = (least: number, most: number): Instrument => ({
    ...instrument,
    minQtyLots: qtyLots(least),
    maxQtyLots: qtyLots(most),
  })
  const parts = (least: number, most: number, lots: number): readonly number[] =>
    closingParts(between(least, most), 'Limit', qtyLots(lots))
  test('is split into as few orders as possible, equal to the lot, the larger first', () => {
    expect(parts(1, 33, 100)).toEqual([25, 25, 25, 25])
    expect(parts(20, 33, 67)).toEqual([23, 22, 22])
    expect(parts(2, 33, 34)).toEqual([17, 17])
    expect(parts(2, 33, 33)).toEqual([33])
    expect(closingParts(instrument, 'Market', qtyLots(1001))).toEqual([334, 334, 333])
  })
  test('has a last order below the minimum if the limits allow no valid split', () => {
    expect(parts(20, 33, 35)).toEqual([33, 2])
  })
  test.each([1001, 1005, 1010, 1015])(
    'of %i at a maximum of 10 is split into 100 orders, the last with all the rest',
    (lots) => {
      const many = parts(1, 10, lots)
      expect([many.length, many.at(0), many.at(-1)]).toEqual([100, 10, lots - 990])
    },
  )
  test('is split into as few orders as possible, all of them valid if a valid split exists', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 0, max: 100 }),
        fc.integer({ min: 0, max: 8000 }),
        (...[least, more, over]) => {
          const most = least + more
          const lots = least + over
          const found = parts(least, most, lots)
          expect(found.reduce((sum, part) => sum + part, 0)).toBe(lots)
          const count = Math.ceil(lots / most)
          // A split is valid if the quantity is between the count times the minimum and the
          // maximum.
          const fits = count <= 100 && count * least <= lots
          expect(found.every((part) => part >= least && part <= most)).toBe(fits)
          expect(found.length).toBe(Math.min(count, 100))
        },
      ),
    )
  })
})

test.each([
  ['', undefined],
  ['grid-7_B', undefined],
  ['a'.repeat(45), undefined],
  ['a'.repeat(46), 'orderLinkIdInvalid'],
  ['a b', 'orderLinkIdInvalid'],
])('the client order id %o is judged as %o', (linkId, name) => {
  expect(linkIdProblem(linkId)?.name).toBe(name)
})
