// Notices of algorithmic orders: start, pause and end, with the fills and the reason of the end.

import { expect, test } from 'vitest'
import { btcUsdt } from '@basis/domain/testing/instruments'
import type { WireStrategy } from '@basis/protocol/strategy'
import { say } from '../../i18n/i18n.ts'
import { strategyNotices } from './strategy-notices.ts'

const twap: WireStrategy = {
  strategyId: '7',
  orderLinkId: '',
  strategyType: 'TWAP',
  symbol: 'BTCUSDT',
  side: 'Buy',
  positionIdx: 0,
  reduceOnly: false,
  status: 'Running',
  qty: '1.000',
  cumExecQty: '0.400',
  cumExecValue: '24000',
  avgPrice: '60000',
  sentOrders: 1,
  openOrders: 1,
  createdAtE3: 1,
  updatedAtE3: 1,
  updateNo: 1,
}
const noticesOf = (change: Partial<WireStrategy>, before?: WireStrategy) =>
  strategyNotices([{ before, strategy: { ...twap, ...change } }], () => btcUsdt).map(
    ({ tone, title, body }) => [tone, say(title), body && say(body)],
  )

test('the start of an algorithmic order has a notice, its progress has none', () => {
  expect(noticesOf({})).toEqual([['success', 'TWAP started', 'Buy 1.000 BTC BTCUSDT']])
  expect(noticesOf({ updateNo: 2 }, twap)).toEqual([])
})

test('a pause and its end have notices that say what they mean', () => {
  const so = 'Buy BTCUSDT: 0.400 of 1.000 BTC filled at 60,000 on average. '
  expect(noticesOf({ status: 'Paused', updateNo: 2 }, twap)).toEqual([
    ['info', 'TWAP paused', `${so}Nothing new is sent; an open order stays as it is.`],
  ])
  expect(noticesOf({ updateNo: 3 }, { ...twap, status: 'Paused' })).toEqual([
    ['info', 'TWAP resumed', `${so}The pause does not count as time.`],
  ])
})

test('the notice of the end has the filled quantity, the average price and the reason', () => {
  expect(noticesOf({ status: 'Stopped', endReason: 'MaxChasePrice' }, twap)).toEqual([
    [
      'warning',
      'TWAP stopped',
      'Buy BTCUSDT: 0.400 of 1.000 BTC filled at 60,000 on average. ' +
        'The market went beyond the worst price.',
    ],
  ])
  const nothing = { cumExecQty: '0.000', cumExecValue: '0', avgPrice: '0' }
  expect(noticesOf({ ...nothing, status: 'Cancelled', endReason: 'CancelByUser' }, twap)).toEqual([
    ['info', 'TWAP cancelled', 'Buy BTCUSDT: 0.000 of 1.000 BTC filled. You cancelled it.'],
  ])
})
