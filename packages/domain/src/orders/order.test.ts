// Final statuses of an order, and its sides (reliability O3).

import { expect, test } from 'vitest'
import { isFinal, oppositeSide, orderStatuses, sideSign } from './order.ts'

test('filled, cancelled and refused orders are final, resting and conditional ones are not', () => {
  expect(orderStatuses.filter(isFinal)).toEqual([
    'Filled',
    'Cancelled',
    'PartiallyFilledCanceled',
    'Rejected',
  ])
})

test('sides have opposites and signs', () => {
  expect([oppositeSide('Buy'), oppositeSide('Sell')]).toEqual(['Sell', 'Buy'])
  expect([sideSign('Buy'), sideSign('Sell')]).toEqual([1, -1])
})
