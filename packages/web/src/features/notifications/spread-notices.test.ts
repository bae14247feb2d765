// Notices of orders in combinations: placed, amended, filled and cancelled, once each.

import { afterEach, expect, test } from 'vitest'
import type { WireSpreadOrder } from '@basis/protocol/spread/order'
import { say } from '../../i18n/i18n.ts'
import { applySpreadNews, clearSpreads, onSpreadOrders } from '../../stores/spread/spreads.ts'
import { spreadNotice } from './spread-notices.ts'

afterEach(clearSpreads)

const resting = {
  orderId: '7',
  symbol: 'BTCUSDT_BTC/USDT',
  side: 'Buy',
  orderType: 'Limit',
  orderStatus: 'New',
  cancelType: '',
  price: '-12.5',
  qty: '0.500',
  cumExecQty: '0.000',
  avgPrice: '',
  updatedAtE3: 1,
} as WireSpreadOrder

/** Returns the notices of the messages after the first snapshot. */
function noticesOf(snapshot: WireSpreadOrder[], ...messages: Partial<WireSpreadOrder>[]) {
  const notices: unknown[] = []
  const stop = onSpreadOrders((change) => {
    const notice = spreadNotice(change)
    if (notice === undefined) return
    const { title, body, mute } = notice
    notices.push([say(title), body === undefined ? '' : say(body), mute])
  })
  applySpreadNews({ orders: snapshot, executions: [] }, true)
  for (const changed of messages) {
    applySpreadNews({ orders: [{ ...resting, ...changed }], executions: [] }, false)
  }
  stop()
  return notices
}

test('a market order has a notice when it is filled, not before', () => {
  const market = { orderType: 'Market', price: '' } as const
  const filled = { orderStatus: 'Filled', cumExecQty: '0.500', avgPrice: '28.3' } as const
  expect(noticesOf([], market, { ...market, ...filled })).toEqual([
    ['Order filled', 'Bought 0.500 BTCUSDT_BTC/USDT at 28.3', 'trade'],
  ])
})

test('placing, amending and filling have notices; a partial fill has none while the rest is open', () => {
  const filled = { orderStatus: 'Filled', cumExecQty: '0.500', avgPrice: '-11.25' } as const
  expect(
    noticesOf(
      [],
      {},
      { orderStatus: 'PartiallyFilled', cumExecQty: '0.200', avgPrice: '-12.5' },
      { price: '-11', orderStatus: 'PartiallyFilled' },
      filled,
    ),
  ).toEqual([
    ['Order placed', 'Buy 0.500 BTCUSDT_BTC/USDT at -12.5', 'createOrder'],
    ['Order amended', 'Buy 0.500 BTCUSDT_BTC/USDT at -11', 'modifyOrder'],
    ['Order filled', 'Bought 0.500 BTCUSDT_BTC/USDT at -11.25', 'trade'],
  ])
})

test('a cancellation has a notice, with its reason unless the trader cancelled the order', () => {
  const sell = { ...resting, side: 'Sell' as const }
  const ended = { ...sell, orderStatus: 'Cancelled' as const }
  const terms = 'Sell 0.500 BTCUSDT_BTC/USDT at -12.5'
  expect(noticesOf([sell], { ...ended, cancelType: 'CancelByUser' })).toEqual([
    ['Order cancelled', terms, 'cancelOrder'],
  ])
  clearSpreads()
  expect(noticesOf([sell], { ...ended, cancelType: 'CancelBySettle' })).toEqual([
    ['Order cancelled', `${terms} – Contract delivered`, 'cancelOrder'],
  ])
})

test('an order cancelled after a partial fill has a notice of its fills, its rest and the reason', () => {
  const ended = {
    orderStatus: 'PartiallyFilledCanceled',
    cumExecQty: '0.100',
    avgPrice: '-12.5',
  } as const
  const words = 'Bought 0.100 BTCUSDT_BTC/USDT at -12.5; the rest of 0.500 cancelled'
  expect(noticesOf([], { ...ended, cancelType: 'CancelBySettle' })).toEqual([
    ['Order partially filled', `${words} – Contract delivered`, 'trade'],
  ])
  clearSpreads()
  expect(noticesOf([], { ...ended, cancelType: 'CancelByUser' })).toEqual([
    ['Order partially filled', words, 'trade'],
  ])
})

test('a market order that is cancelled at once has a notice with its terms and the reason', () => {
  const market = { orderType: 'Market', price: '', orderStatus: 'Cancelled' } as const
  expect(noticesOf([], { ...market, cancelType: 'CancelByNoLiquidity' })).toEqual([
    ['Order cancelled', 'Buy 0.500 BTCUSDT_BTC/USDT at Market – No liquidity', 'cancelOrder'],
  ])
})
