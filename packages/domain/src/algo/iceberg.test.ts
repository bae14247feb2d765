// Iceberg orders by rules 8.9.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceTicks, qtyLots } from '../numbers/fixed.ts'
import { icebergPrice, icebergSliceLots, nextIcebergLots, type IcebergPricing } from './iceberg.ts'

test('children have the given size or an equal share of the total; the last has the rest', () => {
  const total = qtyLots(1000)
  expect(nextIcebergLots(total, qtyLots(0), { subLots: qtyLots(300) })).toBe(300)
  expect(nextIcebergLots(total, qtyLots(900), { subLots: qtyLots(300) })).toBe(100)
  expect(nextIcebergLots(total, total, { subLots: qtyLots(300) })).toBe(0)
  expect(icebergSliceLots(total, { orderCount: 3 })).toBe(334)
})

test('a rest below the least order is in the last child', () => {
  const slice = { subLots: qtyLots(300) }
  const sizes = [0, 300, 600, 1000].map((filled) =>
    nextIcebergLots(qtyLots(1000), qtyLots(filled), slice, 101),
  )
  expect(sizes).toEqual([300, 300, 400, 0])
})

test('with a count there are at most that many children, and they add up to the total', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 10 ** 9 }),
      fc.integer({ min: 1, max: 100 }),
      (total, orderCount) => {
        let filled = 0
        let children = 0
        for (;;) {
          const lots = nextIcebergLots(qtyLots(total), qtyLots(filled), { orderCount })
          if (lots === 0) break
          filled += lots
          children += 1
        }
        expect(filled).toBe(total)
        expect(children).toBeLessThanOrEqual(orderCount)
      },
    ),
  )
})

test('the price of a child: fixed, best of its own side, offset from it, or taker', () => {
  const best = { bidTicks: priceTicks(100), askTicks: priceTicks(103) }
  const prices = (pricing: IcebergPricing): (number | undefined)[] => [
    icebergPrice('Buy', pricing, best),
    icebergPrice('Sell', pricing, best),
  ]
  expect(prices({ at: 'Fixed', priceTicks: priceTicks(99) })).toEqual([99, 99])
  expect(prices({ at: 'Own' })).toEqual([100, 103])
  expect(prices({ at: 'Offset', offsetTicks: 2 })).toEqual([98, 105])
  expect(prices({ at: 'Taker' })).toEqual([103, 100])
  expect(icebergPrice('Buy', { at: 'Own' }, {})).toBeUndefined()
  expect(icebergPrice('Buy', { at: 'Offset', offsetTicks: 100 }, best)).toBeUndefined()
})
