// Notices of orders: the specification's titles, one sentence with side, size, price and amounts,
// none twice, and none for changes that the trader did not make.

import { accountId, orderId, symbolId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order, StopTerms } from '@basis/domain/orders/order'
import { expect, test, vi } from 'vitest'
import { setTrailing } from '../../actions/tpsl.ts'
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
  given: Partial<OrderHappening> = {},
): OrderHappening => ({
  before: undefined,
  order: { ...order, ...change },
  isNew: false,
  hasFired: false,
  isForced: false,
  ...given,
})

const words = ({ title, body }: OrderNotice) => [say(title), body === undefined ? '' : say(body)]
const noticeOf = (change: Partial<Order>, given: Partial<OrderHappening> = {}) => {
  const [notice] = orderNotices([happening(change, given)], instrumentOf)
  return notice === undefined ? undefined : words(notice)
}

test('Order created: 4. Modified: 5. Canceled: 2.', () => {
  expect(noticeOf({}, { isNew: true })).toEqual(['Order placed', 'Buy 0.010 BTCUSDT at 64,000.0'])
  const before = { ...order, priceTicks: priceTicks(127_800), qtyLots: qtyLots(20) }
  expect(noticeOf({}, { before })).toEqual([
    'Order amended',
    'Buy 0.010 BTCUSDT at 64,000.0, was 0.020 at 63,900.0',
  ])
  expect(noticeOf(cancelled)).toEqual(['Order cancelled', 'Buy 0.010 BTCUSDT at 64,000.0'])
})

test('the notice made from the answer to an order has the title of a success and the order', () => {
  const [notice] = orderNotices([happening({}, { isNew: true, isAnswer: true })], instrumentOf)
  expect(notice?.title.key).toBe('notices.orderCreateSuccessTitle')
  expect(notice && words(notice)[1]).toBe('Buy 0.010 BTCUSDT at 64,000.0')
})

test('Trade executed: 1, hidden while leavesQty is above 0; with its average, value and fee', () => {
  const part = { ...filled, leavesLots: qtyLots(6), status: 'PartiallyFilled' } as const
  expect(noticeOf(part, { before: order })).toBeUndefined()
  expect(noticeOf(filled)).toEqual([
    'Order filled',
    'Bought 0.010 BTCUSDT at 64,005.0 for 640.05 USDT, fee 0.35 USDT',
  ])
  expect(noticeOf({ ...filled, side: 'Sell', closedPnl: amount(475_000_000n) })?.[1]).toBe(
    'Sold 0.010 BTCUSDT at 64,005.0, gross P&L +4.75 USDT, fee 0.35 USDT',
  )
})

test('an order filled at once has one notice; one filled in part says how much', () => {
  const all = orderNotices([happening(filled, { isNew: true })], instrumentOf)
  expect(all.map(words)).toHaveLength(1)
  expect(all[0]?.keys).toEqual(['order 7 new', 'order 7 end'])
  const part = {
    status: 'PartiallyFilled',
    filledLots: qtyLots(4),
    leavesLots: qtyLots(6),
  } as const
  expect(noticeOf(part, { isNew: true })).toEqual([
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
] as const)(
  'the notice of an order cancelled at once has the title of its kind and the reason: %o',
  (change, title, reason) => {
    const [said, body] = noticeOf({ ...change, status: 'Cancelled' }, { isNew: true }) ?? []
    expect(said).toBe(title)
    expect(body).toContain('Buy 0.010 BTCUSDT at')
    expect(body).toContain(reason)
  },
)

test('a cancellation that the trader did not request has its reason', () => {
  const why = { status: 'Cancelled', cancelType: 'CancelByReduceOnly' } as const
  expect(noticeOf(why)?.[1]).toBe(
    'Buy 0.010 BTCUSDT at 64,000.0 – Reduce-only: no part of the position is left for it',
  )
})

test('an order that its account cannot pay while it is matched was not triggered', () => {
  const unpaid = {
    status: 'Cancelled',
    orderType: 'Market',
    cancelType: 'CancelByInsufficientMargin',
  } as const
  expect(noticeOf(unpaid, { isNew: true })).toEqual([
    'Market order cancelled',
    'Buy 0.010 BTCUSDT at market – Insufficient balance or margin',
  ])
})

test('a cancellation by portfolio margin has its own reason', () => {
  const why = { status: 'Cancelled', cancelType: 'CancelByPmTrialMmOverEquity' } as const
  expect(noticeOf(why)?.[1]).toBe(
    'Buy 0.010 BTCUSDT at 64,000.0 – with this order your portfolio margin would have exceeded your equity',
  )
})

test('an order filled in part and then cancelled has one notice with both quantities', () => {
  const part = {
    status: 'PartiallyFilledCanceled',
    cancelType: 'CancelByIoc',
    filledLots: qtyLots(4),
    leavesLots: qtyLots(0),
    filledValue: amount(25_600_000_000n),
  } as const
  expect(noticeOf(part, { isNew: true })).toEqual([
    'Order partially filled',
    'Bought 0.004 BTCUSDT at 64,000.0 for 256.00 USDT, fee 0.00 USDT; the remaining 0.006 ' +
      'cancelled – IOC: no more to match at this price',
  ])
})

test('8.7: of an order by amount the rest of the amount is cancelled, not a quantity', () => {
  const part = {
    orderType: 'Market',
    status: 'PartiallyFilledCanceled',
    cancelType: 'CancelBySlippage',
    quoteAmount: amount(100_000_000_000n),
    filledLots: qtyLots(4),
    leavesLots: qtyLots(0),
    filledValue: amount(25_600_000_000n),
  } as const
  expect(noticeOf(part, { isNew: true })?.[1]).toContain(
    'the remaining 744.00 USDT cancelled – Slippage limit reached',
  )
})

const stop: StopTerms = {
  stopType: 'Stop',
  triggerTicks: priceTicks(120_000),
  triggerBy: 'MarkPrice',
  triggerDirection: 2,
}
const waiting = { stop, status: 'Untriggered', side: 'Sell' } as const

test('the notice of a conditional order, market or limit, has its trigger', () => {
  expect(noticeOf({ ...waiting, orderType: 'Market' }, { isNew: true })).toEqual([
    'Order placed',
    'Sell 0.010 BTCUSDT at market when the mark price reaches 60,000.0',
  ])
  expect(noticeOf(waiting, { isNew: true })?.[1]).toBe(
    'Sell 0.010 BTCUSDT at 64,000.0 when the mark price reaches 60,000.0',
  )
  const before = { ...order, ...waiting, stop: { ...stop, triggerTicks: priceTicks(122_000) } }
  expect(noticeOf(waiting, { before })?.[1]).toContain('was 0.010 at a trigger of 61,000.0')
})

test('a change of the TP/SL of an order has a notice with the old and the new terms', () => {
  const withTpsl = (terms: Partial<StopTerms>): Order => ({
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
  const amended = (before: Order, after: Order) => noticeOf(after, { before })?.[1]
  const plain = 'Buy 0.010 BTCUSDT at 64,000.0'

  expect(noticeOf(withTpsl({ takeProfit, stopLoss }), { before: order })).toEqual([
    'Order amended',
    `${plain}, take-profit at 70,000.0, stop-loss at 60,000.0, before: ${plain}`,
  ])
  expect(amended(withTpsl({ takeProfit }), withTpsl({ takeProfit: limit }))).toBe(
    `${plain}, take-profit at 70,000.0 → 70,100.0, before: ${plain}, take-profit at 70,000.0`,
  )
  expect(amended(withTpsl({ stopLoss }), order)).toBe(
    `${plain}, before: ${plain}, stop-loss at 60,000.0`,
  )
  const byMark = withTpsl({ stopLoss: { ...stopLoss, triggerBy: 'MarkPrice' } })
  expect(amended(withTpsl({ stopLoss }), byMark)).toBe(`${plain}, stop-loss at 60,000.0`)

  const part = {
    status: 'PartiallyFilled',
    filledLots: qtyLots(4),
    leavesLots: qtyLots(6),
  } as const
  expect(noticeOf(part, { before: withTpsl({ takeProfit }) })).toBeUndefined()
})

test('a stop that triggers and fills has one notice, with its trigger price', () => {
  const fired = { ...filled, stop: { ...stop, stopType: 'StopLoss' }, side: 'Sell' } as const
  expect(noticeOf({ ...fired, closedPnl: amount(-4_000_000_000n) }, { hasFired: true })).toEqual([
    'Stop-loss triggered',
    'Mark price reached 60,000.0: Sold 0.010 BTCUSDT at 64,005.0, gross P&L -40.00 USDT, fee 0.35 USDT',
  ])
  expect(noticeOf({ stop, side: 'Sell' }, { hasFired: true })?.[0]).toBe(
    'Conditional order triggered',
  )
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

test('the notice of a spot OCO order has both legs, and a changed leg before and after', () => {
  const moved = { ...oco(132_000), updateNo: 2 }
  expect(noticeOf(moved, { before: oco(130_000) })).toEqual([
    'Order amended',
    'Sell 0.010 BTC/USDT: take-profit 66,000.0, stop-loss 60,000.0, ' +
      'before: Sell 0.010 BTC/USDT: take-profit 65,000.0, stop-loss 60,000.0',
  ])
  const ended = { ...moved, ...cancelled }
  expect(noticeOf(ended, { before: moved })).toEqual([
    'Order cancelled',
    'Sell 0.010 BTC/USDT: take-profit 66,000.0, stop-loss 60,000.0',
  ])
})

test('a spot trailing stop has notices as an order, but none when its trigger follows the price', () => {
  const standing = trailing()
  expect(noticeOf(standing, { isNew: true })?.[1]).toContain(
    '0.010 BTC/USDT at market, trailing by',
  )
  const followed = trailing({ triggerTicks: priceTicks(121_000) })
  expect(noticeOf(followed, { before: standing })).toBeUndefined()
  const resized = { ...standing, qtyLots: qtyLots(5), updateNo: 3 }
  expect(noticeOf(resized, { before: standing })?.[1]).toMatch(/0\.005.*before:.*0\.010/)
  expect(noticeOf({ ...standing, ...cancelled }, { before: standing })?.[1]).toContain(
    '0.010 BTC/USDT',
  )
})

test('a ratchet of a trailing stop and a leverage change make no notice', () => {
  const trailing: StopTerms = { ...stop, stopType: 'TrailingStop' }
  const ratchet = {
    stop: { ...trailing, triggerTicks: priceTicks(124_000) },
    status: 'Untriggered',
  } as const
  const before = { ...order, ...waiting, stop: trailing }
  expect(noticeOf(ratchet, { before })).toBeUndefined()
  // A change of leverage changes margins only, not the terms of the order.
  expect(noticeOf({ updateNo: 9 }, { before: order })).toBeUndefined()
})

test('a trailing stop set in another tab or by an order has a notice', () => {
  const trailing: Partial<Order> = {
    ...waiting,
    orderType: 'Market',
    stop: { ...stop, stopType: 'TrailingStop' },
  }
  const [notice, ...others] = orderNotices([happening(trailing, { isNew: true })], instrumentOf)
  expect(others).toEqual([])
  expect(notice && words(notice)).toEqual(['Trailing stop set', 'Long BTCUSDT: trailing stop'])
  // The answer to the page's own request has this key too.
  expect(notice?.keys).toEqual(['order 7 set 1'])
})

test('a trailing stop that this page sets is reported by the answer alone', async () => {
  let answer: (response: Response) => void = () => undefined
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (answer = resolve)))
  const target = { symbol: order.symbol, positionIdx: 0 } as const
  const set = setTrailing(target, instrument, { distanceTicks: priceTicks(25_000) })
  const trailing = { ...waiting, stop: { ...stop, stopType: 'TrailingStop' } } as const
  const pushed = happening(trailing, { isNew: true })
  expect(orderNotices([pushed], instrumentOf)).toEqual([])
  answer(Response.json({ ret_code: 1, ret_msg: 'x' }))
  await set
  vi.unstubAllGlobals()
  expect(orderNotices([pushed], instrumentOf)).toHaveLength(1)
})

test('a press that is not sent does not leave the trailing stop as one that this page sets', async () => {
  vi.stubGlobal('fetch', () => Promise.resolve(Response.json({ ret_code: 1, ret_msg: 'x' })))
  const target = { symbol: order.symbol, positionIdx: 0 } as const
  const press = () => setTrailing(target, instrument, { distanceTicks: priceTicks(26_000) })
  // The second comes after the answer, within the time of a double press.
  expect((await press()).kind).toBe('failed')
  expect((await press()).kind).toBe('ignored')
  vi.unstubAllGlobals()
  const trailing = { ...waiting, stop: { ...stop, stopType: 'TrailingStop' } } as const
  expect(orderNotices([happening(trailing, { isNew: true })], instrumentOf)).toHaveLength(1)
})

const leg = (id: number, change: Partial<StopTerms>, given: Partial<OrderHappening>) =>
  happening(
    { ...waiting, id: orderId(id), orderType: 'Market', stop: { ...stop, ...change } },
    given,
  )

test('TP/SL of a position have one notice; a size that follows the position has none', () => {
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

test('orders cancelled by a liquidation have no notices of their own', () => {
  expect(orderNotices([happening(cancelled, { isForced: true })], instrumentOf)).toEqual([])
})

test('every notice links to the panel with its details', () => {
  const all = [happening({}, { isNew: true }), happening(filled), happening(cancelled)]
  const links = orderNotices(all, instrumentOf).map(({ link }) => link)
  expect(links).toEqual([{ panel: 'orders' }, { panel: 'fills' }, { panel: 'orderHistory' }])
})

test('an order of an algorithmic order has no notices of its own', () => {
  expect(noticeOf({ algoId: 7 }, { isNew: true })).toBeUndefined()
  expect(noticeOf({ ...filled, algoId: 7 })).toBeUndefined()
  expect(noticeOf({ ...cancelled, algoId: 7 })).toBeUndefined()
})

test('the notice of a new OCO order has both of its prices', () => {
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
