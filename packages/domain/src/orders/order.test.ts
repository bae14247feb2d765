// Which status may follow which (reliability O3).

import { expect, test } from 'vitest'
import { isFinal, mayFollow, oppositeSide, orderStatuses, sideSign } from './order.ts'

test('the table of transitions, written out', () => {
  const table = orderStatuses.map(
    (from) => `${from}: ${orderStatuses.filter((to) => mayFollow(from, to)).join(' ')}`,
  )
  expect(table).toEqual([
    'New: New PartiallyFilled Filled Cancelled Rejected',
    'PartiallyFilled: PartiallyFilled Filled PartiallyFilledCanceled',
    'Filled: ',
    'Cancelled: ',
    'PartiallyFilledCanceled: ',
    'Rejected: ',
    'Untriggered: Cancelled Untriggered Triggered',
    'Triggered: New Cancelled',
  ])
})

test('final is what nothing follows', () => {
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
