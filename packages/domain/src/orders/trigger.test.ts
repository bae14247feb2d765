// Conditional orders by rules 8.3 and spec 5: sides, bases and the order of firing.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { priceTicks, qtyLots } from '../numbers/fixed.ts'
import type { Instrument } from '../instrument/instrument.ts'
import {
  closingLots,
  directionFrom,
  firingOrder,
  isTriggered,
  splitTip,
  triggerBasisOf,
  triggerProblem,
  type TriggerDirection,
  type WaitingTrigger,
} from './trigger.ts'

const instrument = {
  tickSizeE8: 10_000_000,
  minPriceTicks: 1,
  maxPriceTicks: 10_000,
  maxQtyLots: 100,
  maxMarketQtyLots: 40,
} as Instrument

const named = (direction: TriggerDirection, price: number, current?: number): string | undefined =>
  triggerProblem(instrument, {
    direction,
    priceTicks: priceTicks(price),
    current: current === undefined ? undefined : priceTicks(current),
  })?.name

test('110092 / 110093: a trigger on the wrong side of the price is refused at entry', () => {
  expect(named(1, 601, 600)).toBeUndefined()
  for (const price of [600, 599]) expect(named(1, price, 600)).toBe('triggerAboveRequired')
  expect(named(2, 599, 600)).toBeUndefined()
  for (const price of [600, 601]) expect(named(2, price, 600)).toBe('triggerBelowRequired')
  expect(directionFrom(priceTicks(600), priceTicks(601))).toBe(1)
  expect(directionFrom(priceTicks(600), priceTicks(599))).toBe(2)
})

test("the trigger price is above 0 and at most the symbol's maximum", () => {
  expect(named(2, 0, 600)).toBe('priceTooLow')
  expect(named(1, 10_000, 600)).toBeUndefined()
  expect(named(1, 10_001, 600)).toBe('priceTooHigh')
  expect(named(1, 601)).toBe('priceUnavailable')
  expect(named(1, 0.5, 600)).toBe('priceInvalid')
})

test('an unknown basis falls back to the last price', () => {
  expect(triggerBasisOf('MarkPrice')).toBe('MarkPrice')
  expect(triggerBasisOf('IndexPrice')).toBe('IndexPrice')
  expect(triggerBasisOf('UNKNOWN')).toBe('LastPrice')
  expect(triggerBasisOf(undefined)).toBe('LastPrice')
})

test('triggers crossed by a gap fire nearest first, then the older', () => {
  const trigger = (id: number, direction: TriggerDirection, price: number): WaitingTrigger => ({
    id,
    direction,
    priceTicks: priceTicks(price),
  })
  const waiting = [
    trigger(1, 1, 650),
    trigger(4, 1, 610),
    trigger(2, 1, 610),
    trigger(3, 1, 605),
    trigger(5, 2, 595),
    trigger(6, 2, 560),
  ]
  const ids = waiting.toSorted(firingOrder(priceTicks(600))).map(({ id }) => id)
  expect(ids).toEqual([3, 5, 2, 4, 6, 1])
})

test('a trigger is accepted exactly where it does not fire at once; it fires where it is reached', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<TriggerDirection>(1, 2),
      fc.integer({ min: 1, max: 10_000 }),
      fc.integer({ min: 1, max: 10_000 }),
      (direction, price, current) => {
        const isReached = isTriggered(direction, priceTicks(price), priceTicks(current))
        expect(named(direction, price, current) === undefined).toBe(!isReached)
        expect(isReached).toBe(direction === 1 ? current >= price : current <= price)
        expect(isTriggered(direction, priceTicks(price), priceTicks(price))).toBe(true)
      },
    ),
  )
})

test('a quantity above the maximum of its order type shows the split tip', () => {
  const tip = { name: 'maxQtySplitOrderTip', field: 'qty' }
  expect(splitTip(instrument, 'Market', qtyLots(40))).toBeUndefined()
  expect(splitTip(instrument, 'Market', qtyLots(41))).toEqual(tip)
  expect(splitTip(instrument, 'Limit', qtyLots(100))).toBeUndefined()
  expect(splitTip(instrument, 'Limit', qtyLots(101))).toEqual(tip)
})

test('a closing quantity is cut to the position', () => {
  expect(closingLots(qtyLots(5), qtyLots(3))).toBe(3)
  expect(closingLots(qtyLots(3), qtyLots(3))).toBe(3)
  expect(closingLots(qtyLots(2), qtyLots(3))).toBe(2)
  expect(closingLots(qtyLots(2), qtyLots(0))).toBe(0)
})
