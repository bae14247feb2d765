// The store of algorithmic orders: pushes and answers, each change once, by its number.

import { afterEach, expect, test } from 'vitest'
import type { WireStrategy } from '@basis/protocol/strategy'
import {
  applyStrategies,
  applyStrategyReceipt,
  clearStrategies,
  onStrategies,
  strategyStore,
  type StrategyChange,
} from './strategies.ts'

const twap = (change: Partial<WireStrategy> = {}): WireStrategy => ({
  strategyId: '7',
  orderLinkId: '',
  strategyType: 'TWAP',
  symbol: 'BTCUSDT',
  side: 'Buy',
  positionIdx: 0,
  reduceOnly: false,
  status: 'Running',
  qty: '1.000',
  cumExecQty: '0.000',
  cumExecValue: '0',
  avgPrice: '0',
  sentOrders: 1,
  openOrders: 1,
  createdAtE3: 1,
  updatedAtE3: 1,
  updateNo: 1,
  ...change,
})
const running = (): string[] =>
  (strategyStore.current('running') ?? []).map(({ strategyId }) => strategyId)

let emitted: StrategyChange[] = []
let stop = onStrategies((changes) => emitted.push(...changes))
afterEach(() => {
  clearStrategies()
  stop()
  emitted = []
  stop = onStrategies((changes) => emitted.push(...changes))
})

test('a snapshot replaces the list, newest first, and emits no change', () => {
  applyStrategies([twap(), twap({ strategyId: '12' })], true)
  expect(running()).toEqual(['12', '7'])
  applyStrategies([twap({ strategyId: '12', updateNo: 2 })], true)
  expect(running()).toEqual(['12'])
  expect(emitted).toEqual([])
})

test('the answer and the push of one change emit it once', () => {
  applyStrategies([], true)
  applyStrategyReceipt(twap())
  applyStrategies([twap()], false)
  expect(emitted.map(({ before, strategy }) => [before, strategy.updateNo])).toEqual([
    [undefined, 1],
  ])
})

test('an ended algorithmic order leaves the list, and a late answer does not bring it back', () => {
  applyStrategies([twap()], true)
  applyStrategies([twap({ status: 'Completed', endReason: 'Filled', updateNo: 3 })], false)
  applyStrategyReceipt(twap({ updateNo: 2 }))
  expect(running()).toEqual([])
  expect(emitted.map(({ strategy }) => strategy.status)).toEqual(['Completed'])
})

test('an older state does not replace a newer one', () => {
  applyStrategies([twap({ updateNo: 5, sentOrders: 4 })], true)
  applyStrategies([twap({ updateNo: 4, sentOrders: 3 })], false)
  expect(strategyStore.current('running')?.[0]?.sentOrders).toBe(4)
})

test('an answer after a reconnect does not list one that its snapshot does not have', () => {
  const begun = twap({ createdAtE3: 5, updatedAtE3: 5 })
  applyStrategies([], true, 5)
  applyStrategyReceipt(begun)
  expect([running(), emitted.length]).toEqual([[], 1])
  // The snapshot was made just before it: the push lists it and reports nothing again.
  applyStrategies([begun], false)
  expect([running(), emitted.length]).toEqual([['7'], 1])
  applyStrategyReceipt(twap({ strategyId: '8', updatedAtE3: 6 }))
  expect(running()).toEqual(['8', '7'])
})
