// Tabs of orders by market, plan type and stop order type (spec 4), and their sorting.

import { expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { priceTicks } from '@basis/domain/numbers/fixed'
import type { StopOrderType, StopTerms } from '@basis/domain/orders/order'
import { orderRank, ordersByTab, orderTab, positionSideOf, statusWord } from './order-tabs.ts'

test.each([
  [{}, 'activity'],
  [{ stopOrderType: 'Order' }, 'activity'],
  [{ stopOrderType: 'Stop' }, 'condition'],
  [{ stopOrderType: 'PartialStopLoss' }, 'tpSl'],
  [{ stopOrderType: 'TrailingProfit' }, 'trailingStop'],
  [{ stopOrderType: 'MmRateClose' }, 'mmr'],
  [{ stopOrderType: 'TakeProfitStopLossOCO' }, 'oco'],
  [{ planType: 10 }, 'oco'],
  [{ planType: 8 }, 'condition'],
  [{ planType: 0 }, 'activity'],
  [{ marketType: 'FutureSpread' }, 'futureSpread'],
])('%j is in tab %s', (order, tab) => {
  expect(orderTab(order)).toBe(tab)
})

const stop = (stopType: StopOrderType): StopTerms => ({
  stopType,
  triggerTicks: priceTicks(1),
  triggerBy: 'LastPrice',
  triggerDirection: 1,
})

test('orders are grouped by tab, a spread by its market', () => {
  const orders = [
    { symbol: symbolId('BTCUSDT') },
    { symbol: symbolId('ETHUSDT'), stop: stop('StopLoss') },
    { symbol: symbolId('A-B') },
    { symbol: symbolId('SOLUSDT') },
  ]
  const byTab = ordersByTab(orders, (symbol) => (symbol === 'A-B' ? 'FutureSpread' : undefined))
  expect([...byTab].map(([tab, list]) => [tab, list.map(({ symbol }) => symbol)])).toEqual([
    ['activity', ['BTCUSDT', 'SOLUSDT']],
    ['tpSl', ['ETHUSDT']],
    ['futureSpread', ['A-B']],
  ])
})

test('orders are sorted by side: buyLong, closeShort, Buy, closeLong, sellShort, Sell (spec 9)', () => {
  const sides = [
    { side: 'Buy', positionIdx: 1 },
    { side: 'Buy', positionIdx: 2 },
    { side: 'Buy', positionIdx: 0 },
    { side: 'Sell', positionIdx: 1 },
    { side: 'Sell', positionIdx: 2 },
    { side: 'Sell', positionIdx: 0 },
  ] as const
  const words = sides.map((order) => positionSideOf(order))
  expect(words).toEqual(['buyLong', 'closeShort', 'Buy', 'closeLong', 'sellShort', 'Sell'])
  const ranks = sides.map((order) => orderRank({ ...order, orderType: 'Limit' }))
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(new Set(ranks).size).toBe(6)
})

test('orders of one side are sorted limit above market above conditional (spec 9)', () => {
  const buy = { side: 'Buy', positionIdx: 0 } as const
  const ranks = [
    orderRank({ ...buy, orderType: 'Limit' }),
    orderRank({ ...buy, orderType: 'Market' }),
    orderRank({ ...buy, orderType: 'Limit', stop: stop('Stop') }),
    orderRank({ ...buy, orderType: 'Market', stop: stop('TakeProfit') }),
    orderRank({ ...buy, orderType: 'Market', stop: stop('TrailingStop') }),
  ]
  expect(ranks).toEqual(ranks.toSorted((a, b) => a - b))
  expect(new Set(ranks).size).toBe(5)
})

test('an untriggered spot order is in the tab of its plan type', () => {
  expect([1, 4, 5, 8, 10, 11].map((planType) => orderTab({ planType }))).toEqual([
    'condition',
    'trailingStop',
    'trailingStop',
    'condition',
    'oco',
    'tpSl',
  ])
})

test('spec 4: the status of a spot order has the terms of spot', () => {
  const words = (['New', 'PartiallyFilled', 'Filled', 'Cancelled', 'Rejected'] as const).map(
    (status) => statusWord({ symbol: symbolId('BTC/USDT'), status }),
  )
  expect(words).toEqual([
    'orders.statusNew',
    'orders.statusPartiallyFilled',
    'orders.statusFilled',
    'orders.statusCancelled',
    'orders.statusRejected',
  ])
  const plan = { planType: 10 } as StopTerms
  const ofPlan = (['Untriggered', 'Triggered', 'Cancelled', 'Rejected'] as const).map((status) =>
    statusWord({ symbol: symbolId('BTC/USDT'), status, stop: plan }),
  )
  expect(ofPlan).toEqual([
    'orders.planNew',
    'orders.planFilled',
    'orders.planCancelled',
    'orders.planRejected',
  ])
  const partly = { status: 'PartiallyFilledCanceled' } as const
  expect(statusWord({ symbol: symbolId('BTC/USDT'), ...partly })).toBe(
    'orders.statusPartiallyFilledCanceled',
  )
  const waiting = { status: 'Untriggered' } as const
  expect(statusWord({ symbol: symbolId('BTC/USDT'), ...waiting })).toBe('orders.planNew')
  expect(statusWord({ symbol: symbolId('BTCUSDT'), ...waiting })).toBe('orders.statusUntriggered')
})
