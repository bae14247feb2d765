// Trade notices: the specification's titles, nothing twice, nothing muted, nothing before the last
// fill.

import { accountId, orderId, symbolId } from '@basis/domain/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/fixed'
import type { Order } from '@basis/domain/order'
import type { WireLiquidation } from '@basis/protocol/position'
import type { orderEvents } from '@basis/protocol/topics'
import { expect, test } from 'vitest'
import { listingsOf } from '../../exchange/catalogue.ts'
import { fallbackContracts } from '../../exchange/listing/fallback-catalogue.ts'
import { noticeKinds } from '../../exchange/settings.ts'
import { say } from '../../i18n/i18n.ts'
import { liquidationNotice } from './liquidation-notices.ts'
import { orderNotice, type NoticeContext } from './trade-notices.ts'

const instrument = listingsOf(fallbackContracts(), [])[0]?.instrument
if (instrument === undefined) throw new Error('BTCUSDT is built in')

const order: Order = {
  id: orderId(7),
  linkId: '',
  account: accountId(0),
  symbol: symbolId('BTCUSDT'),
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(128_000),
  qtyLots: qtyLots(10),
  leavesLots: qtyLots(10),
  filledLots: qtyLots(0),
  filledValue: amount(0n),
  fee: amount(0n),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  status: 'New',
  closedPnl: amount(0n),
  createdMs: 1,
  updatedMs: 1,
  updateNo: 0,
}

const context: NoticeContext = { instrument, muted: [], claim: () => true }

type EventName = keyof typeof orderEvents

function told(event: EventName, change: Partial<Order> = {}, given: Partial<NoticeContext> = {}) {
  const happened = { event, order: { ...order, ...change }, rejectReason: undefined }
  const notice = orderNotice(happened, { ...context, ...given })
  if (notice === undefined) return undefined
  return [notice.title.key, notice.body === undefined ? '' : say(notice.body)]
}

test('Order created: 4. Modified: 5. Canceled: 2.', () => {
  expect(told('newed')).toEqual(['msg.title.4', 'Buy 0.010 BTCUSDT at 64,000.0'])
  expect(told('replaced')?.[0]).toBe('msg.title.5')
  expect(told('canceled')?.[0]).toBe('msg.title.2')
})

test('Trade executed: 1, hidden while leavesQty is above 0, at the average price', () => {
  const filled = { filledLots: qtyLots(4), filledValue: amount(25_600_000_000n) }
  expect(told('position', { ...filled, leavesLots: qtyLots(6) })).toBeUndefined()
  const whole = { filledLots: qtyLots(10), filledValue: amount(64_005_000_000n) }
  expect(told('position', { ...whole, leavesLots: qtyLots(0) })).toEqual([
    'msg.title.1',
    'Buy 0.010 BTCUSDT at 64,005.0',
  ])
})

test('a cancel that the trader did not ask for says why', () => {
  expect(told('canceled', { cancelType: 'CancelByPostOnly' })?.[1]).toBe(
    'Buy 0.010 BTCUSDT at 64,000.0: it would have traded at once',
  )
  expect(told('canceled', { cancelType: 'CancelByInsufficientMargin' })?.[1]).toBe(
    'Buy 0.010 BTCUSDT at 64,000.0: when it was triggered there was not enough margin',
  )
  expect(told('canceled', { cancelType: 'CancelBySettle' })?.[1]).toBe(
    'Buy 0.010 BTCUSDT at 64,000.0: the contract was delivered',
  )
  expect(told('canceled', { cancelType: 'CancelByUser' })?.[1]).toBe(
    'Buy 0.010 BTCUSDT at 64,000.0',
  )
})

test('Each kind can be muted by settings', () => {
  const filled = { filledLots: qtyLots(10), leavesLots: qtyLots(0) }
  for (const event of ['newed', 'replaced', 'canceled', 'position'] as const) {
    expect(told(event, filled, { muted: noticeKinds })).toBeUndefined()
  }
})

test('what was told is not told again, and market orders are told by their fills', () => {
  expect(told('newed', {}, { claim: () => false })).toBeUndefined()
  expect(told('newed', { orderType: 'Market' })).toBeUndefined()
  expect(told('liquidation')).toBeUndefined()
})

test('Liquidation: 3, a failure style; with size 0 a zero variant', () => {
  const taken: WireLiquidation = {
    symbol: 'BTCUSDT',
    side: 'Buy',
    size: '0.500',
    markPrice: '57000',
    bustPrice: '56900.5',
    step: 'takenOver',
    amount: '0',
    timeE3: 1,
  }
  const notice = liquidationNotice(taken)
  expect(notice).toMatchObject({ tone: 'failure', assertive: true, title: { key: 'msg.title.3' } })
  expect(notice.body && say(notice.body)).toBe('BTCUSDT: 0.500 taken over at 56900.5')
  const zero = liquidationNotice({ ...taken, symbol: '', size: '0', step: 'started' })
  expect(zero.body?.key).toBe('notices.liquidationZero')
})

test('each step of a liquidation has its words, and the two numbers that decided', () => {
  const none = { side: 'None', size: '0', markPrice: '', bustPrice: '', timeE3: 1 } as const
  const started = liquidationNotice({
    ...none,
    symbol: 'BTCUSDT',
    step: 'started',
    amount: '0',
    explanation: {
      rule: 'isolatedLiquidation',
      compared: 'markPrice <= liquidationPrice',
      numbers: { markPrice: '57000 USDT', liquidationPrice: '57100 USDT', size: '1' },
    },
  })
  expect(started.body && say(started.body)).toBe(
    'BTCUSDT is being liquidated. Its open orders were cancelled. ' +
      '(mark price 57000 USDT ≤ liq. price 57100 USDT)',
  )
  const replenished = { ...none, symbol: 'BTCUSDT', step: 'replenished', amount: '400' } as const
  const notice = liquidationNotice(replenished)
  expect(notice).toMatchObject({ tone: 'warning', title: { key: 'notices.replenishedTitle' } })
  expect(notice.body && say(notice.body)).toBe('BTCUSDT: 400 was added to its margin')
})

test('a stop that fired is told once, with what was compared, not as a change', () => {
  const stop = {
    stopType: 'StopLoss',
    triggerTicks: priceTicks(120_000),
    triggerBy: 'MarkPrice',
    triggerDirection: 2,
  } as const
  const fired = { stop, status: 'New', side: 'Sell', orderType: 'Market' } as const
  expect(told('replaced', fired)).toEqual([
    'notices.stopFired',
    'Sell 0.010 BTCUSDT at market: mark price ≤ 60000.0',
  ])
  expect(told('replaced', fired, { claim: () => false })).toBeUndefined()
  expect(told('replaced', { ...fired, status: 'Untriggered' })?.[0]).toBe('msg.title.5')
})
