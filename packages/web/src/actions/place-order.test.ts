// Placing orders: the same order is not sent twice, and one that differs in any term is.

import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { beforeEach, expect, test, vi } from 'vitest'
import { applyContracts } from '../stores/catalogue.ts'
import { fallbackContracts } from '../stores/fallback-catalogue.ts'
import { type OrderIntent } from './order-requests.ts'
import { placeOrder } from './trading.ts'

const sent = vi.hoisted(() => [] as unknown[])
vi.mock('../client/http.ts', async (original) => ({
  ...(await original<object>()),
  ask: (name: string, request: unknown) => {
    if (name === 'createOrder') sent.push(request)
    return Promise.resolve({ ok: true, value: { price: '' } })
  },
}))

beforeEach(() => {
  sent.length = 0
  applyContracts(fallbackContracts(), 'network')
})

const intent: OrderIntent = {
  symbol: 'BTCUSDT',
  side: 'Sell',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(600_000),
  qtyLots: qtyLots(10),
  reduceOnly: false,
}

test('the same order twice in one turn is sent once', async () => {
  const outcomes = await Promise.all([placeOrder(intent), placeOrder({ ...intent })])
  expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'ignored'])
  expect(sent).toHaveLength(1)
})

test.each<[string, Partial<OrderIntent>]>([
  ['is reduce-only', { reduceOnly: true }],
  ['is post-only', { timeInForce: 'PostOnly' }],
  [
    'has a stop-loss',
    {
      tpsl: {
        mode: 'Full',
        stopLoss: {
          triggerTicks: priceTicks(620_000),
          triggerBy: 'LastPrice',
          orderType: 'Market',
        },
      },
    },
  ],
])('an order that %s is a different order at the same price', async (_what, change) => {
  const outcomes = await Promise.all([placeOrder(intent), placeOrder({ ...intent, ...change })])
  expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'done'])
  expect(sent).toHaveLength(2)
})
