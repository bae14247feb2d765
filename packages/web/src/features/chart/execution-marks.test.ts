// Marks on the chart: one for an order, at the average of its fills.

import type { Instrument } from '@basis/domain/instrument/instrument'
import type { WireExecution } from '@basis/protocol/order'
import { expect, test } from 'vitest'
import { mergedFills, orderMarks } from './execution-marks.ts'

const linear = { kind: 'Linear' } as Instrument
const inverse = { kind: 'Inverse' } as Instrument

const fill = (execId: string, change: Partial<WireExecution>): WireExecution =>
  ({
    execId,
    orderId: '7',
    side: 'Buy',
    execPrice: '60000',
    execQty: '0.001',
    execValue: '60',
    execTimeE3: 120_000,
    ...change,
  }) as WireExecution

test('a market order filled by many makers is one mark at its average price', () => {
  const fills = Array.from({ length: 30 }, (_, at) => fill(String(at), {}))
  const dear = fill('dear', { execQty: '0.03', execValue: '1860' })
  expect(orderMarks([...fills, dear], linear)).toEqual([
    { id: '7 Buy 2', side: 'Buy', timeMs: 120_000, qty: 6_000_000n, priceE8: 6_100_000_000_000 },
  ])
})

test('EX-1.2: the average of an inverse contract is quantity ÷ value', () => {
  const fills = [
    fill('a', { execQty: '1000', execValue: '0.2' }),
    fill('b', { execQty: '2000', execValue: '0.33333333' }),
  ]
  expect(orderMarks(fills, inverse)[0]?.priceE8).toBe(562_500_003_516)
})

test('each order, each minute and each fill without an order has its own mark', () => {
  const marks = orderMarks(
    [
      fill('a', {}),
      fill('b', { orderId: '8' }),
      fill('c', { execTimeE3: 180_000 }),
      fill('adl-1', { orderId: '' }),
      fill('adl-2', { orderId: '' }),
    ],
    linear,
  )
  expect(marks.map(({ id }) => id)).toEqual(['7 Buy 2', '8 Buy 2', '7 Buy 3', 'adl-1', 'adl-2'])
})

test('a fill that is received twice counts once', () => {
  const merged = mergedFills([fill('a', {})], [fill('a', {}), fill('b', { execTimeE3: 1 })])
  expect(merged.map(({ execId }) => execId)).toEqual(['b', 'a'])
})
