// Notices made from histories have the texts and keys of those made from pushes.

import { accountId, orderId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order, StopTerms } from '@basis/domain/orders/order'
import { encodeOrder, type WireExecution } from '@basis/protocol/order'
import type { WireDecision, WireLiquidation } from '@basis/protocol/position'
import { expect, test } from 'vitest'
import { listingsOf } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { say } from '../../i18n/i18n.ts'
import type { NoticeDraft } from '../../shell/notices.ts'
import { orderNotices } from './order-notices.ts'
import { pastNotices, type Past } from './past-notices.ts'

const instrument = listingsOf(fallbackContracts(), [])[0]?.instrument
if (instrument === undefined) throw new Error('BTCUSDT is built in')
const instrumentOf = () => instrument

const order: Order = {
  id: orderId(7),
  linkId: 'mine',
  account: accountId(0),
  symbol: instrument.symbol,
  side: 'Buy',
  orderType: 'Limit',
  timeInForce: 'GoodTillCancel',
  priceTicks: priceTicks(128_000),
  qtyLots: qtyLots(10),
  leavesLots: qtyLots(0),
  filledLots: qtyLots(10),
  filledValue: amount(64_005_000_000n),
  fee: amount(35_202_750n),
  reduceOnly: false,
  closeOnTrigger: false,
  positionIdx: 0,
  status: 'Filled',
  closedPnl: amount(0n),
  createdMs: 100,
  updatedMs: 900,
  updateNo: 2,
}
const open = {
  ...order,
  status: 'New',
  filledLots: qtyLots(0),
  filledValue: amount(0n),
  leavesLots: qtyLots(10),
  updatedMs: 100,
  updateNo: 1,
} as const
const fill = { orderId: '7' } as WireExecution

const pastOf = (orders: readonly Order[], change: Partial<Past> = {}) =>
  pastNotices(
    {
      orders: orders.map((each) => encodeOrder(each, instrument)),
      fills: [fill],
      decisions: [],
      liquidations: [],
      ...change,
    },
    instrumentOf,
  )
const shownOf = ({ title, body, timeMs, keys, link }: NoticeDraft) => ({
  title: say(title),
  body: body && say(body),
  timeMs,
  keys,
  link,
})
const sorted = (drafts: readonly NoticeDraft[]) =>
  drafts.map(shownOf).toSorted((a, b) => (a.timeMs ?? 0) - (b.timeMs ?? 0))

test('a placed and filled order has the same notices as from pushes', () => {
  const pushes = [
    { before: undefined, order: open, isNew: true, hasFired: false, isForced: false },
    { before: open, order, isNew: false, hasFired: false, isForced: false },
  ].flatMap((happening) => orderNotices([happening], instrumentOf))
  expect(sorted(pastOf([order]))).toEqual(sorted(pushes))
  expect(sorted(pastOf([order])).map(({ title }) => title)).toEqual([
    'Order placed',
    'Order filled',
  ])
})

test('an order that was amended has no notice of its placing, whose terms are unknown', () => {
  expect(pastOf([{ ...order, updateNo: 3 }]).map(({ title }) => say(title))).toEqual([
    'Order filled',
  ])
})

test('an order that was cancelled at once has one notice, with the title of its kind', () => {
  const atOnce: Order = {
    ...open,
    status: 'Cancelled',
    cancelType: 'CancelByPostOnly',
    timeInForce: 'PostOnly',
    leavesLots: qtyLots(0),
    updateNo: 2,
  }
  expect(pastOf([atOnce]).map(({ title }) => say(title))).toEqual(['Post-only order cancelled'])
})

test('a stop order has a notice of its placing and one of its trigger and fill', () => {
  const stop = {
    stopType: 'Stop',
    triggerTicks: priceTicks(120_000),
    triggerBy: 'LastPrice',
    triggerDirection: 2,
  } as const
  const fired = { ...order, orderType: 'Market', stop, updateNo: 4 } as const
  const decision = {
    event: 'OrderTriggered',
    orderId: '7',
    symbol: 'BTCUSDT',
    rule: 'triggerReached',
    compared: '',
    numbers: {},
    timeE3: 900,
  } as WireDecision
  expect(sorted(pastOf([fired], { decisions: [decision] })).map(({ title }) => title)).toEqual([
    'Order placed',
    'Conditional order triggered',
  ])
})

test('a refused order has its figures, under the key of the live refusal', () => {
  const refused = { ...open, id: orderId(0), status: 'Rejected' } as const
  const decision = {
    event: 'OrderRejected',
    orderId: '',
    symbol: 'BTCUSDT',
    rule: 'priceAboveBand',
    compared: 'price > maxBuyPrice',
    numbers: { max: '60600', price: '64000 USDT', orderLinkId: 'mine' },
    timeE3: 100,
  } as WireDecision
  const wire = encodeOrder(refused, instrument, { problemName: 'priceAboveBand' })
  const [notice] = pastNotices(
    { orders: [wire], fills: [], decisions: [decision], liquidations: [] },
    instrumentOf,
  )
  expect(notice && shownOf(notice)).toMatchObject({
    title: 'Order rejected',
    body: expect.stringContaining('60,600'),
    keys: ['refused mine'],
  })
})

test('orders closed or cancelled by a liquidation have only the notice of the liquidation', () => {
  const steps = [
    {
      symbol: 'BTCUSDT',
      side: 'Buy',
      size: '0.010',
      markPrice: '',
      bustPrice: '',
      step: 'closed',
      amount: '-5',
      timeE3: 900,
      positionIdx: 0,
      cause: 'Liquidation',
      avgExitPrice: '64005',
      exitValue: '640.05',
    },
  ] satisfies WireLiquidation[]
  const forced = { ...order, closeOnTrigger: true, orderType: 'Market', createdMs: 900 } as const
  const gone: Order = {
    ...open,
    id: orderId(8),
    status: 'Cancelled',
    cancelType: 'CancelAllBeforeLiq',
    updatedMs: 900,
    updateNo: 2,
  }
  const past = sorted(pastOf([forced, gone], { liquidations: steps }))
  expect(past.map(({ title }) => title)).toEqual(['Order placed', 'Position liquidated'])
})

const stopOf = (trigger: Omit<StopTerms, 'stopType'>): StopTerms => ({
  stopType: 'TrailingStop',
  ...trigger,
})
const atTrigger = {
  triggerTicks: priceTicks(120_000),
  triggerBy: 'LastPrice',
  triggerDirection: 2,
} as const
const unreached = {
  triggerTicks: priceTicks(0),
  triggerBy: 'LastPrice',
  triggerDirection: 0,
} as const
test.each([
  ['waiting for its activation', 1, unreached],
  ['that has followed the price', 9, atTrigger],
])('a trailing stop %s has a notice of its setting', (_, updateNo, trigger) => {
  const trailing: Order = {
    ...open,
    side: 'Sell',
    orderType: 'Market',
    status: 'Untriggered',
    reduceOnly: true,
    closeOnTrigger: true,
    stop: stopOf(trigger),
    updatedMs: 800,
    updateNo,
  }
  expect(pastOf([trailing]).map(shownOf)).toEqual([
    {
      title: 'Trailing stop set',
      body: 'Long BTCUSDT: trailing stop',
      timeMs: 100,
      keys: ['order 7 set 1'],
      link: { panel: 'positions' },
    },
  ])
})
