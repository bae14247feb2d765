// Notices recalled from histories: shown if they happened while the page was open, else only in the
// log.

import { accountId, orderId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import { encodeOrder, type WireExecution, type WireOrder } from '@basis/protocol/order'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshConnection, serverNowMs } from '../../client/connection.ts'
import { useSession, type Session } from '../../client/session.ts'
import { message } from '../../i18n/message-keys.ts'
import { say } from '../../i18n/i18n.ts'
import { dismissNotice, forgetNotices, noticeLog, shownNotices } from '../../shell/notices.ts'
import { notify, readNoticeLog, timeNoticesBy } from '../../shell/notices.ts'
import { applyContracts, listingsOf } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { startMissedFills } from './missed-fills.ts'
import { startRecall } from './recall-notices.ts'

const exchange = vi.hoisted(() => ({ ended: [] as unknown[], fills: [] as unknown[] }))
vi.mock('../../client/http.ts', async (original) => ({
  ...(await original<object>()),
  ask: (name: string) => {
    const { ended, fills } = exchange
    const list = name === 'orderHistory' ? ended : name === 'executions' ? fills : []
    return Promise.resolve({ ok: true, value: { list, nextPageCursor: '' } })
  },
}))

const instrument = listingsOf(fallbackContracts(), [])[0]?.instrument
if (instrument === undefined) throw new Error('BTCUSDT is built in')

/**
 * A post-only order that ended as it was placed, at a moment of the exchange's clock; with the
 * given changes.
 */
const ended = (id: number, timeMs: number, change: Partial<Order> = {}): WireOrder => {
  const order: Order = {
    id: orderId(id),
    linkId: `order-${id}`,
    account: accountId(0),
    symbol: instrument.symbol,
    side: 'Buy',
    orderType: 'Limit',
    timeInForce: 'PostOnly',
    priceTicks: priceTicks(128_000),
    qtyLots: qtyLots(10),
    leavesLots: qtyLots(0),
    filledLots: qtyLots(0),
    filledValue: amount(0n),
    fee: amount(0n),
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    status: 'Cancelled',
    cancelType: 'CancelByPostOnly',
    closedPnl: amount(0n),
    createdMs: timeMs,
    updatedMs: timeMs,
    updateNo: 2,
    ...change,
  }
  return encodeOrder(order, instrument)
}

const user = { uid: '7', preferences: {} } as Session['user']
const titles = (notices: ReturnType<typeof shownNotices>) =>
  notices.flatMap(({ items }) => items.map(({ title }) => say(title)))

/** The exchange's clock is a week ahead of the computer's. */
const clockOffsetMs = 7 * 24 * 3_600_000
const exchangeNowMs = () => Date.now() + clockOffsetMs

let stop: () => void
beforeEach(() => {
  exchange.ended = []
  exchange.fills = []
  for (const { id } of shownNotices()) dismissNotice(id)
  forgetNotices()
  applyContracts(fallbackContracts(), 'network')
  useSession.setState({ status: 'trader', user, sinceMs: performance.now() })
  refreshConnection({ privateLink: 'connecting', clockOffsetMs })
  stop = startRecall()
})
afterEach(() => stop())

test('events before the page was opened are in the log only', async () => {
  exchange.ended = [ended(1, exchangeNowMs() - 60_000)]
  refreshConnection({ privateLink: 'open' })
  await vi.waitFor(() => expect(titles(noticeLog())).toEqual(['Post-only order cancelled']))
  expect(shownNotices()).toEqual([])
})

test('events between opening the page and the first private message are shown', async () => {
  exchange.ended = [ended(2, exchangeNowMs() + 5)]
  refreshConnection({ privateLink: 'open' })
  await vi.waitFor(() => expect(titles(shownNotices())).toEqual(['Post-only order cancelled']))
})

test('orders that ended while the connection was lost are in the log only', async () => {
  refreshConnection({ privateLink: 'open' })
  refreshConnection({ privateLink: 'waiting' })
  exchange.ended = [ended(3, exchangeNowMs())]
  await new Promise((resolve) => setTimeout(resolve, 20))
  refreshConnection({ privateLink: 'connecting' })
  refreshConnection({ privateLink: 'open' })
  await vi.waitFor(() => expect(titles(noticeLog())).toEqual(['Post-only order cancelled']))
  expect(shownNotices()).toEqual([])
})

/** The whole of an order of 0.010 at 64,000, which was in the book for a minute. */
const filled = (id: number, timeMs: number): WireOrder =>
  ended(id, timeMs, {
    timeInForce: 'GoodTillCancel',
    status: 'Filled',
    cancelType: undefined,
    filledLots: qtyLots(10),
    filledValue: amount(64_000_000_000n),
    createdMs: timeMs - 60_000,
  })

test('fills while the connection was lost are in the log, and one notice shows their number', async () => {
  const stopFills = startMissedFills()
  refreshConnection({ privateLink: 'open' })
  refreshConnection({ privateLink: 'waiting' })
  const fillMs = exchangeNowMs() - 5
  exchange.ended = [filled(5, fillMs), filled(6, fillMs)]
  exchange.fills = [5, 6].map(
    (id) => ({ execId: `e-${id}`, orderId: String(id), execTimeE3: fillMs }) as WireExecution,
  )
  refreshConnection({ privateLink: 'connecting' })
  refreshConnection({ privateLink: 'open' })
  const missed = '2 fills while you were offline'
  const [placed, done] = ['Order placed', 'Order filled']
  await vi.waitFor(() =>
    expect(titles(noticeLog()).toSorted()).toEqual([missed, done, done, placed, placed]),
  )
  expect(titles(shownNotices())).toEqual([missed])
  stopFills()
})

test('events of a muted kind are in the log only', async () => {
  const muting = { uid: '7', preferences: { cancelOrderNotifyClose: true } } as Session['user']
  useSession.setState({ user: muting })
  exchange.ended = [ended(4, exchangeNowMs() + 5)]
  refreshConnection({ privateLink: 'open' })
  await vi.waitFor(() => expect(titles(noticeLog())).toEqual(['Post-only order cancelled']))
  expect(shownNotices()).toEqual([])
})

test('with a fast local clock, events after the log was read are still unread', async () => {
  const texts = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
  })
  // The computer's clock is a day fast.
  refreshConnection({ clockOffsetMs: -24 * 3_600_000 })
  const nowMs = serverNowMs()
  const notice = { kind: 'x', tone: 'info', title: message('notices.setTpSuccess') } as const
  notify(notice)
  readNoticeLog()
  const read = () => JSON.parse(texts.get('basis.noticesRead') ?? '{}').value['7']
  expect(read()).toBeGreaterThanOrEqual(nowMs)
  expect(read()).toBeLessThan(nowMs + 60_000)
  timeNoticesBy(serverNowMs)
  notify({ ...notice, kind: 'y' })
  expect(noticeLog().map(({ timeMs }) => timeMs < nowMs + 60_000)).toContain(true)
  timeNoticesBy(Date.now)
  vi.unstubAllGlobals()
})
