// Notices of orders: the specification's titles, one sentence with side, size, price and money,
// nothing twice, nothing of what an order does by itself.

import { accountId, orderId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order, StopTerms } from '@basis/domain/orders/order'
import { expect, test } from 'vitest'
import { listingsOf } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import type { OrderHappening } from '../../stores/orders.ts'
import { say } from '../../i18n/i18n.ts'
import { orderNotices, type OrderNotice } from './order-notices.ts'

const instrument = listingsOf(fallbackContracts(), [])[0]?.instrument
if (instrument === undefined) throw new Error('BTCUSDT is built in')
const instrumentOf = () => instrument

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
  updatedMs: 5,
  updateNo: 1,
}

const filled = {
  status: 'Filled',
  leavesLots: qtyLots(0),
  filledLots: qtyLots(10),
  filledValue: amount(64_005_000_000n),
  fee: amount(35_202_750n),
} as const
const cancelled = { status: 'Cancelled', cancelType: 'CancelByUser' } as const

const happening = (
  change: Partial<Order> = {},
  told: Partial<OrderHappening> = {},
): OrderHappening => ({
  before: undefined,
  order: { ...order, ...change },
  isNew: false,
  hasFired: false,
  isForced: false,
  ...told,
})

const words = ({ title, body }: OrderNotice) => [say(title), body === undefined ? '' : say(body)]
const told = (change: Partial<Order>, given: Partial<OrderHappening> = {}) => {
  const [notice] = orderNotices([happening(change, given)], instrumentOf)
  return notice === undefined ? undefined : words(notice)
}

test('Order created: 4. Modified: 5. Canceled: 2.', () => {
  expect(told({}, { isNew: true })).toEqual(['Order placed', 'Buy 0.010 BTCUSDT at 64,000.0'])
  const before = { ...order, priceTicks: priceTicks(127_800), qtyLots: qtyLots(20) }
  expect(told({}, { before })).toEqual([
    'Order amended',
    'Buy 0.010 BTCUSDT at 64,000.0, was 0.020 at 63,900.0',
  ])
  expect(told(cancelled)).toEqual(['Order cancelled', 'Buy 0.010 BTCUSDT at 64,000.0'])
})

test('the answer to an order has the title of a success and what was placed', () => {
  const [notice] = orderNotices([happening({}, { isNew: true, isAnswer: true })], instrumentOf)
  expect(notice?.title.key).toBe('notices.orderCreateSuccessTitle')
  expect(notice && words(notice)[1]).toBe('Buy 0.010 BTCUSDT at 64,000.0')
})

test('Trade executed: 1, hidden while leavesQty is above 0; with its average, value and fee', () => {
  const part = { ...filled, leavesLots: qtyLots(6), status: 'PartiallyFilled' } as const
  expect(told(part, { before: order })).toBeUndefined()
  expect(told(filled)).toEqual([
    'Order filled',
    'Bought 0.010 BTCUSDT at 64,005.0 for 640.05 USDT, fee 0.35 USDT',
  ])
  expect(told({ ...filled, side: 'Sell', closedPnl: amount(475_000_000n) })?.[1]).toBe(
    'Sold 0.010 BTCUSDT at 64,005.0, gross P&L +4.75 USDT, fee 0.35 USDT',
  )
})

test('what is placed and filled at once is one notice, of which a part rests it is said', () => {
  const all = orderNotices([happening(filled, { isNew: true })], instrumentOf)
  expect(all.map(words)).toHaveLength(1)
  expect(all[0]?.keys).toEqual(['order 7 new', 'order 7 end'])
  const part = {
    status: 'PartiallyFilled',
    filledLots: qtyLots(4),
    leavesLots: qtyLots(6),
  } as const
  expect(told(part, { isNew: true })).toEqual([
    'Order placed',
    'Buy 0.010 BTCUSDT at 64,000.0, 0.004 of 0.010 filled immediately',
  ])
})

test.each([
  [
    { timeInForce: 'PostOnly', cancelType: 'CancelByPostOnly' },
    'Post-only order cancelled',
    'immediately',
  ],
  [
    { timeInForce: 'FillOrKill', cancelType: 'CancelByFok' },
    'Fill-or-kill order cancelled',
    'in full',
  ],
  [
    { timeInForce: 'ImmediateOrCancel', cancelType: 'CancelByIoc' },
    'IOC order cancelled',
    'no more',
  ],
  [
    { orderType: 'Market', cancelType: 'CancelByNoLiquidity' },
    'Market order cancelled',
    'No liquidity',
  ],
] as const)('an order that dies at once is told as what it is: %o', (change, title, reason) => {
  const [said, body] = told({ ...change, status: 'Cancelled' }, { isNew: true }) ?? []
  expect(said).toBe(title)
  expect(body).toContain('Buy 0.010 BTCUSDT at')
  expect(body).toContain(reason)
})

test('a cancel that the trader did not ask for says why', () => {
  const why = { status: 'Cancelled', cancelType: 'CancelByReduceOnly' } as const
  expect(told(why)?.[1]).toBe(
    'Buy 0.010 BTCUSDT at 64,000.0 – Reduce-only: no part of the position is left for it',
  )
})

test('what portfolio margin cancels has a message of its own', () => {
  const why = { status: 'Cancelled', cancelType: 'CancelByPmTrialMmOverEquity' } as const
  expect(told(why)?.[1]).toBe(
    'Buy 0.010 BTCUSDT at 64,000.0 – with this order your portfolio margin would have exceeded your equity',
  )
})

test('a part that was filled before the rest was cancelled is told with both', () => {
  const part = {
    status: 'PartiallyFilledCanceled',
    cancelType: 'CancelByIoc',
    filledLots: qtyLots(4),
    leavesLots: qtyLots(0),
    filledValue: amount(25_600_000_000n),
  } as const
  expect(told(part, { isNew: true })).toEqual([
    'Order partially filled',
    'Bought 0.004 BTCUSDT at 64,000.0 for 256.00 USDT, fee 0.00 USDT; the remaining 0.006 ' +
      'cancelled – IOC: no more to match at this price',
  ])
})

const stop: StopTerms = {
  stopType: 'Stop',
  triggerTicks: priceTicks(120_000),
  triggerBy: 'MarkPrice',
  triggerDirection: 2,
}
const waiting = { stop, status: 'Untriggered', side: 'Sell' } as const

test('a conditional order is announced, market or limit, with what it waits for', () => {
  expect(told({ ...waiting, orderType: 'Market' }, { isNew: true })).toEqual([
    'Order placed',
    'Sell 0.010 BTCUSDT at market when the mark price reaches 60,000.0',
  ])
  expect(told(waiting, { isNew: true })?.[1]).toBe(
    'Sell 0.010 BTCUSDT at 64,000.0 when the mark price reaches 60,000.0',
  )
  const before = { ...order, ...waiting, stop: { ...stop, triggerTicks: priceTicks(122_000) } }
  expect(told(waiting, { before })?.[1]).toContain('was 0.010 at a trigger of 61,000.0')
})

test('TP/SL of an order that was changed is told, as it stood and as it stands', () => {
  const brings = (terms: Partial<StopTerms>): Order => ({
    ...order,
    stop: {
      ...stop,
      stopType: 'Order',
      triggerTicks: priceTicks(0),
      triggerDirection: 0,
      ...terms,
    },
  })
  const leg = { triggerBy: 'LastPrice', orderType: 'Market' } as const
  const takeProfit = { ...leg, triggerTicks: priceTicks(140_000) }
  const stopLoss = { ...leg, triggerTicks: priceTicks(120_000) }
  const limit = { ...takeProfit, orderType: 'Limit', limitTicks: priceTicks(140_200) } as const
  const amended = (before: Order, after: Order) => told(after, { before })?.[1]
  const plain = 'Buy 0.010 BTCUSDT at 64,000.0'

  expect(told(brings({ takeProfit, stopLoss }), { before: order })).toEqual([
    'Order amended',
    `${plain}, take-profit at 70,000.0, stop-loss at 60,000.0, before: ${plain}`,
  ])
  expect(amended(brings({ takeProfit }), brings({ takeProfit: limit }))).toBe(
    `${plain}, take-profit at 70,000.0 → 70,100.0, before: ${plain}, take-profit at 70,000.0`,
  )
  expect(amended(brings({ stopLoss }), order)).toBe(
    `${plain}, before: ${plain}, stop-loss at 60,000.0`,
  )
  const byMark = brings({ stopLoss: { ...stopLoss, triggerBy: 'MarkPrice' } })
  expect(amended(brings({ stopLoss }), byMark)).toBe(`${plain}, stop-loss at 60,000.0`)

  const part = {
    status: 'PartiallyFilled',
    filledLots: qtyLots(4),
    leavesLots: qtyLots(6),
  } as const
  expect(told(part, { before: brings({ takeProfit }) })).toBeUndefined()
})

test('a stop that fires and fills is one notice, with the price that did it', () => {
  const fired = { ...filled, stop: { ...stop, stopType: 'StopLoss' }, side: 'Sell' } as const
  expect(told({ ...fired, closedPnl: amount(-4_000_000_000n) }, { hasFired: true })).toEqual([
    'Stop-loss triggered',
    'Mark price reached 60,000.0: Sold 0.010 BTCUSDT at 64,005.0, gross P&L -40.00 USDT, fee 0.35 USDT',
  ])
  expect(told({ stop, side: 'Sell' }, { hasFired: true })?.[0]).toBe('Conditional order triggered')
})

const plan = (terms: Partial<StopTerms>): Order => ({
  ...order,
  symbol: symbolId('BTC/USDT'),
  side: 'Sell',
  orderType: 'Market',
  status: 'Untriggered',
  stop: { ...stop, stopType: 'Stop', triggerTicks: priceTicks(120_000), ...terms },
})
const legAt = (ticks: number) =>
  ({ triggerTicks: priceTicks(ticks), triggerBy: 'LastPrice', orderType: 'Market' }) as const
const oco = (profit: number) =>
  plan({
    stopType: 'BidirectionalTpSl',
    planType: 10,
    takeProfit: legAt(profit),
    stopLoss: legAt(120_000),
  })
const trailing = (change: Partial<StopTerms> = {}) =>
  plan({
    stopType: 'TrailingStop',
    planType: 8,
    trailing: { retracement: { rateE4: 100 as never } },
    ...change,
  })

test('a spot order of two legs is told with both, and what was changed of either', () => {
  const moved = { ...oco(132_000), updateNo: 2 }
  expect(told(moved, { before: oco(130_000) })).toEqual([
    'Order amended',
    'Sell 0.010 BTC/USDT: take-profit 66,000.0, stop-loss 60,000.0, ' +
      'before: Sell 0.010 BTC/USDT: take-profit 65,000.0, stop-loss 60,000.0',
  ])
  const ended = { ...moved, ...cancelled }
  expect(told(ended, { before: moved })).toEqual([
    'Order cancelled',
    'Sell 0.010 BTC/USDT: take-profit 66,000.0, stop-loss 60,000.0',
  ])
})

test('a trailing stop of spot protects no position: it is an order, and following is no change', () => {
  const standing = trailing()
  expect(told(standing, { isNew: true })?.[1]).toContain('0.010 BTC/USDT at market, trailing by')
  const followed = trailing({ triggerTicks: priceTicks(121_000) })
  expect(told(followed, { before: standing })).toBeUndefined()
  const resized = { ...standing, qtyLots: qtyLots(5), updateNo: 3 }
  expect(told(resized, { before: standing })?.[1]).toMatch(/0\.005.*before:.*0\.010/)
  expect(told({ ...standing, ...cancelled }, { before: standing })?.[1]).toContain('0.010 BTC/USDT')
})

test('a ratchet of a trailing stop and a leverage change make no notice', () => {
  const trailing: StopTerms = { ...stop, stopType: 'TrailingStop' }
  const ratchet = {
    stop: { ...trailing, triggerTicks: priceTicks(124_000) },
    status: 'Untriggered',
  } as const
  const before = { ...order, ...waiting, stop: trailing }
  expect(told(ratchet, { before })).toBeUndefined()
  // What a change of leverage touches are margins: the order's own terms are as before.
  expect(told({ updateNo: 9 }, { before: order })).toBeUndefined()
})

const leg = (id: number, change: Partial<StopTerms>, told: Partial<OrderHappening>) =>
  happening(
    { ...waiting, id: orderId(id), orderType: 'Market', stop: { ...stop, ...change } },
    told,
  )

test('TP/SL is told for its position in one notice; its size follows the position without one', () => {
  const both = [
    leg(8, { stopType: 'TakeProfit', triggerTicks: priceTicks(132_000) }, { isNew: true }),
    leg(9, { stopType: 'StopLoss', triggerTicks: priceTicks(124_000) }, { isNew: true }),
  ]
  const notices = orderNotices(both, instrumentOf)
  expect(notices.map(words)).toEqual([
    ['TP/SL set', 'Long BTCUSDT: take-profit at 66,000.0, stop-loss at 62,000.0'],
  ])
  const resized = both.map((each) => ({
    ...each,
    isNew: false,
    before: { ...each.order, qtyLots: qtyLots(3) },
  }))
  expect(orderNotices(resized, instrumentOf)).toEqual([])
  const cleared = both.map(({ order: each }) =>
    happening({ ...each, status: 'Cancelled', cancelType: 'CancelByTpSlTsClear' }),
  )
  expect(orderNotices(cleared, instrumentOf)).toEqual([])
})

test('Each kind can be muted by settings', () => {
  const kinds = [
    happening({}, { isNew: true }),
    happening({}, { before: { ...order, qtyLots: qtyLots(1) } }),
    happening(cancelled),
    happening(filled),
  ].flatMap((each) => orderNotices([each], instrumentOf).map(({ mute }) => mute))
  expect(kinds).toEqual(['createOrder', 'modifyOrder', 'cancelOrder', 'trade'])
})

test('what a liquidation does to orders is told by its own notice', () => {
  expect(orderNotices([happening(cancelled, { isForced: true })], instrumentOf)).toEqual([])
})

test('every notice leads to where its details are', () => {
  const all = [happening({}, { isNew: true }), happening(filled), happening(cancelled)]
  const links = orderNotices(all, instrumentOf).map(({ link }) => link)
  expect(links).toEqual([{ panel: 'orders' }, { panel: 'fills' }, { panel: 'orderHistory' }])
})

test('an order of an algorithmic order is told by that one', () => {
  expect(told({ algoId: 7 }, { isNew: true })).toBeUndefined()
  expect(told({ ...filled, algoId: 7 })).toBeUndefined()
  expect(told({ ...cancelled, algoId: 7 })).toBeUndefined()
})

test('an OCO order is told by both of its prices, until one of them is reached', () => {
  const leg = { triggerBy: 'LastPrice', orderType: 'Market' } as const
  const stop: StopTerms = {
    stopType: 'TakeProfitStopLossOCO',
    planType: 10,
    triggerTicks: priceTicks(120_000),
    triggerBy: 'LastPrice',
    triggerDirection: 2,
    takeProfit: { ...leg, triggerTicks: priceTicks(140_000) },
    stopLoss: { ...leg, triggerTicks: priceTicks(120_000) },
  }
  const waits = { side: 'Sell', orderType: 'Market', status: 'Untriggered', stop } as const
  const [notice] = orderNotices([happening(waits, { isNew: true })], instrumentOf)
  expect(notice?.body && say(notice.body)).toContain(
    'Sell 0.010 BTCUSDT: take-profit 70,000.0, stop-loss 60,000.0',
  )
})
