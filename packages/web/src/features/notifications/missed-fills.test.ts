// Fills missed while the connection was lost.

import type { WireExecution } from '@basis/protocol/order'
import { expect, test } from 'vitest'
import { missedFills } from './missed-fills.ts'

const fill = (execId: string, execTimeE3: number) =>
  ({ execId, orderId: '1', execTimeE3 }) as WireExecution

test('fills before and after the gap and those already reported are left out', () => {
  const fills = [fill('1', 90), fill('2', 100), fill('3', 150), fill('4', 200), fill('5', 201)]
  const missed = missedFills(fills, { fromMs: 100, toMs: 200 }, new Set(['3 1']))
  expect(missed.map(({ execId }) => execId)).toEqual(['2', '4'])
})
