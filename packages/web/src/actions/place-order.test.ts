// Placing orders: the same order is not sent twice, and one that differs in any term is.

import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import { beforeEach, expect, test, vi } from 'vitest'
import { applyContracts, applySpotPairs, instrumentOf } from '../stores/catalogue.ts'
import { fallbackContracts, fallbackSpotSymbols } from '../stores/fallback-catalogue.ts'
import { clearPositions } from '../stores/positions.ts'
import { onNotice } from '../shell/notices.ts'
import { placeTogether } from './batches/batch-orders.ts'
import { type OrderIntent } from './order-requests.ts'
import { placeStrategy } from './options/strategies.ts'
import { cancelAll, placeOrder } from './trading.ts'

const sent = vi.hoisted(() => [] as unknown[])
const mode = vi.hoisted((): { answer: object } => ({ answer: {} }))
const lost = vi.hoisted(() => ({ isLost: false, settled: [] as string[] }))
vi.mock('./lost-answers/unknown-outcome.ts', () => ({
  askingFor: () => undefined,
  settleIntent: (linkId: string) => lost.settled.push(linkId),
}))
vi.mock('../client/http.ts', async (original) => ({
  ...(await original<object>()),
  ask: (name: string, request: unknown) => {
    if (name === 'createOrder' || name === 'createBatch') sent.push(request)
    const error = { code: 0, message: '', extMap: {} }
    if (lost.isLost) return Promise.resolve({ ok: false, isUnknown: true, error })
    if (name === 'leverage') return Promise.resolve(mode.answer)
    return Promise.resolve({ ok: true, value: { price: '', list: [] } })
  },
}))

const modeAnswer = (name: 'MergedSingle' | 'BothSide') => {
  const leverage = { leverage: '10', leverageE2: 1_000, sellLeverage: '10' }
  return { ok: true, value: { symbol: 'BTCUSDT', mode: name, isIsolated: false, ...leverage } }
}

beforeEach(() => {
  sent.length = 0
  clearPositions()
  mode.answer = modeAnswer('MergedSingle')
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

test('only of an order without an answer is it said that the exchange is asked', async () => {
  const titles: string[] = []
  const stop = onNotice(({ title }) => titles.push(title.key))
  lost.isLost = true
  // A pair has no trading mode to be asked for.
  const spot = { ...intent, symbol: 'BTC/USDT' }
  applySpotPairs(fallbackSpotSymbols(), 'network')
  expect(await placeOrder(spot)).toEqual({ kind: 'unknown' })
  expect(await cancelAll()).toEqual({ kind: 'unknown' })
  lost.isLost = false
  stop()
  expect(lost.settled).toHaveLength(1)
  expect(titles).toEqual(['notices.outcomeUnknown', 'notices.outcomeOpen'])
})

test('an order waits for the trading mode, and names the side of a hedge that it opens', async () => {
  mode.answer = modeAnswer('BothSide')
  await placeOrder(intent)
  clearPositions()
  const instrument = instrumentOf('BTCUSDT')
  if (instrument === undefined) throw new Error('BTCUSDT is built in')
  await placeTogether([{ intent, instrument }])
  clearPositions()
  await placeStrategy([{ ...intent, side: 'Buy' }])
  expect(sent).toMatchObject([
    { positionIdx: 2 },
    { request: [{ positionIdx: 2 }] },
    { request: [{ positionIdx: 1 }] },
  ])
})

test('no order is sent while the trading mode cannot be known', async () => {
  mode.answer = { ok: false, isUnknown: true, error: { code: 500, message: '', extMap: {} } }
  const titles: string[] = []
  const stop = onNotice(({ title }) => titles.push(title.key))
  expect(await placeOrder(intent)).toEqual({ kind: 'ignored' })
  stop()
  expect(titles).toEqual(['notices.orderCreateFailureTitle'])
  expect(sent).toEqual([])
})

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
