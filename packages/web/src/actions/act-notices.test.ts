// Notices of requests (spec 8, order dialogs): the title of a failure, and a success that no push
// reports.

import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { accountId, orderId, symbolId } from '@basis/domain/numbers/brand'
import { amount, leverageE2, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import { instrument } from '../../testing/held-position.ts'
import { wireLong } from '../../testing/stored-position.ts'
import { say } from '../i18n/i18n.ts'
import { message } from '../i18n/message-keys.ts'
import { dismissNotice, forgetNotices, noticeLog, onNotice } from '../shell/notices.ts'
import { recall, shownNotices } from '../shell/notices.ts'
import { applyContracts } from '../stores/catalogue.ts'
import { fallbackContracts } from '../stores/fallback-catalogue.ts'
import { applyPositions, clearPositions } from '../stores/positions.ts'
import { addMargin } from './add-margin.ts'
import { applyLeverageChanges, setAutoAddMargin } from './modes.ts'
import { cancelAllEntries, cancelEntry, setTpsl, setTrailing } from './tpsl.ts'
import { replaceOrder } from './amending/replace-order.ts'
import { cancelAll, cancelOrder, placeOrder } from './trading.ts'
import { reversePosition, setLeverage } from './trading.ts'

const symbol = 'BTCUSDT'
const order: Order = {
  id: orderId(7),
  linkId: '',
  account: accountId(0),
  symbol: symbolId(symbol),
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
const intent = { ...order, symbol, reduceOnly: false } as const

const sent: { path: string; body: unknown }[] = []

/** Makes the exchange answer every request with this code and result. */
function answering(code: number, result: object = {}, extMap: object = {}): void {
  vi.stubGlobal('fetch', (address: string, { body }: { body: string }) => {
    sent.push({ path: address, body: JSON.parse(body) })
    const answer = { ret_code: code, ret_msg: 'x', result, ext_map: extMap }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  })
}

beforeEach(() => {
  sent.length = 0
  forgetNotices()
  for (const { id } of shownNotices()) dismissNotice(id)
  applyContracts(fallbackContracts(), 'network')
})
afterEach(() => vi.unstubAllGlobals())

const linked = () => shownNotices().map(({ link }) => link)
const titles = (): string[] =>
  shownNotices().flatMap(({ items }) => items.map(({ title }) => say(title)))

test.each([
  ['an order', () => placeOrder(intent), 'Order rejected'],
  ['a reversal', () => reversePosition(symbol, 0), 'Order rejected'],
  ['a change', () => replaceOrder(order, { qtyLots: qtyLots(20) }), 'Order not amended'],
  ['a cancel', () => cancelOrder(order), 'Order not cancelled'],
  ['a cancel of all', () => cancelAll(symbol), 'Orders not cancelled'],
  ['a cancel of all TP/SL', () => cancelAllEntries(symbol, 0), 'Orders not cancelled'],
] as const)(
  'the notice of %s that is refused has the title of that request',
  async (_, act, title) => {
    answering(424_242)
    expect(await act()).toMatchObject({ kind: 'failed', error: { hasError: true } })
    expect(titles()).toEqual([title])
  },
)

test.each([
  ['leverage', () => setLeverage(symbol, leverageE2(10_000))],
  ['margin mode', () => applyLeverageChanges(symbol, { isIsolated: true })],
  ['replenishment', () => setAutoAddMargin(symbol, 1, true)],
  ['added margin', () => addMargin({ symbol, positionIdx: 0, amount: amount(1n) })],
] as const)('the notice of a refused change of %s links to its explanation', async (_, act) => {
  answering(424_242, {}, { problem: 'changeWouldLiquidate' })
  await act()
  expect(linked()).toMatchObject([{ dialog: { kind: 'explain', call: { row: 'change', symbol } } }])
})

test('a change refused without a named problem has no link to an explanation', async () => {
  answering(424_242)
  await setLeverage(symbol, leverageE2(5_000))
  expect(linked()).toEqual([undefined])
})

test.each([
  [
    'one TP/SL entry',
    () => cancelEntry(symbol, '9'),
    { orderId: '9', orderLinkId: '', symbol, price: '0', create_order_failed_qty_x: '0' },
    'Order cancelled',
  ],
  ['all TP/SL entries', () => cancelAllEntries(symbol, 1), { list: [] }, 'TP/SL cancelled'],
  [
    'all orders',
    () => cancelAll(),
    { list: [{ orderId: '7', orderLinkId: '' }] },
    '1 order cancelled',
  ],
] as const)('a cancellation has a notice: %s', async (_, act, result, title) => {
  answering(0, result)
  expect(await act()).toEqual({ kind: 'done' })
  expect(titles()).toEqual([title])
})

test('entries are cancelled by order/cancel with their type, all by cancel-totally', async () => {
  answering(424_242)
  await cancelEntry(symbol, '11')
  await cancelAllEntries(symbol, 2)
  expect(sent.map(({ body }) => body)).toEqual([
    { orderId: '11', symbol, type: 'TpSlOcoStopOrder' },
    { symbol, positionIdx: 2, type: 'PartialTpSlConditional' },
  ])
  expect(sent[1]?.path).toMatch(/cancel-totally\?.*business=usdt/)
})

test('setting TP/SL has a notice', async () => {
  answering(0, { position: wireLong })
  const asked = {
    mode: 'Full',
    takeProfit: { triggerTicks: priceTicks(700_000), triggerBy: 'LastPrice', orderType: 'Market' },
  } as const
  const target = { symbol: symbolId(symbol), positionIdx: 0 } as const
  expect(await setTpsl(target, instrument, { terms: asked, before: undefined })).toEqual({
    kind: 'done',
  })
  expect(titles()).toEqual(['TP/SL set'])
})

test.each([
  [{ trailingStop: '2500.5' }, { distanceTicks: priceTicks(25_005) }, '2,500.5'],
  [{ trailValuePercentageE4: 1250 }, { rateE4: 1250 }, '12.5%'],
])(
  'the notice of a trailing stop has its distance in the format of the language: %o',
  async (held, asked, distance) => {
    answering(0, { position: { ...wireLong, ...held } })
    const target = { symbol: symbolId(symbol), positionIdx: 0 } as const
    await setTrailing(target, instrument, asked)
    const bodies = shownNotices().flatMap(({ items }) => items.map(({ body }) => body && say(body)))
    expect(bodies.join()).toContain(`distance of ${distance}`)
  },
)

test('a trailing stop that the history has too is reported once, each change of it again', async () => {
  const bodies: unknown[] = []
  const stop = onNotice(({ body }) => bodies.push(body))
  const target = { symbol: symbolId(symbol), positionIdx: 0 } as const
  for (const trailingStop of ['2500', '2600']) {
    answering(0, { position: { ...wireLong, trailingStop, tsStopOrderId: '31' } })
    await setTrailing(target, instrument, { distanceTicks: priceTicks(Number(trailingStop) * 10) })
  }
  stop()
  expect(bodies).toHaveLength(2)
  const title = message('notices.trailingSet')
  recall([{ kind: 'protection', tone: 'success', title, keys: ['order 31 set 1'] }])
  expect(noticeLog()).toHaveLength(2)
})

test('switching auto-margin replenishment on and off has different notices', async () => {
  for (const isOn of [true, false]) {
    answering(0, { symbol, isAutoAddMargin: isOn })
    await setAutoAddMargin(symbol, 0, isOn)
  }
  // The newest is the first.
  expect(titles()).toEqual([
    'BTCUSDT: auto-margin replenishment off',
    'BTCUSDT: auto-margin replenishment on',
  ])
})

test('a reversal of a later position is not the one whose answer was lost', async () => {
  const ids: unknown[] = []
  vi.stubGlobal('fetch', (_address: string, { body }: { body?: string }) => {
    if (body !== undefined) ids.push(JSON.parse(body).orderLinkId)
    return Promise.reject(new TypeError('the network is down'))
  })
  // The lock of a double press lasts longer than the answer.
  const reverse = async (openedMs: number): Promise<void> => {
    await new Promise((done) => setTimeout(done, 650))
    applyPositions([{ ...wireLong, firstOpenPzTime: openedMs }], true)
    await reversePosition(symbol, 0)
  }
  await reverse(1_000)
  await reverse(1_000)
  // It was carried out and reversed back: of the same side and size, but another position.
  await reverse(9_000)
  clearPositions()
  expect(ids[1]).toBe(ids[0])
  expect(ids[2]).not.toBe(ids[0])
})
