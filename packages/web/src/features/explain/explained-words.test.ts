// The figures in the line of each event of an explanation.

import type { WireExplainedStep } from '@basis/protocol/explain/row'
import { expect, test } from 'vitest'
import { lineFigures } from './explained-words.ts'

const step = (
  event: WireExplainedStep['event'],
  numbers: WireExplainedStep['numbers'],
): WireExplainedStep => ({
  event,
  symbol: 'BTC/USDT',
  timeE3: 1,
  rule: '',
  compared: '',
  numbers,
  formulas: [],
})

test('8.7: an order by amount is placed for its value, others for a quantity', () => {
  expect(lineFigures(step('OrderPlaced', { orderValue: '10000 USDT' }))).toEqual(['orderValue'])
  const limit = { qty: '0.1 BTC', price: '60000 USDT' }
  expect(lineFigures(step('OrderPlaced', limit))).toEqual(['qty', 'price'])
  // In a refusal it is a number of the rule, not of the line.
  expect(lineFigures(step('OrderRejected', { orderValue: '10000 USDT' }))).toEqual([])
})
