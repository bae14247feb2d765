// Notices recalled from histories: shown if they happened while the page was open, else only in the
// log.

import { accountId, orderId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { Order } from '@basis/domain/orders/order'
import { encodeOrder, type WireOrder } from '@basis/protocol/order'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { refreshConnection } from '../../client/connection.ts'
import { useSession, type Session } from '../../client/session.ts'
import { say } from '../../i18n/i18n.ts'
import { dismissNotice, forgetNotices, noticeLog, shownNotices } from '../../shell/notices.ts'
import { applyContracts, listingsOf } from '../../stores/catalogue.ts'
import { fallbackContracts } from '../../stores/fallback-catalogue.ts'
import { startRecall } from './recall-notices.ts'

const exchange = vi.hoisted(() => ({ ended: [] as unknown[] }))
vi.mock('../../client/http.ts', async (original) => ({
  ...(await original<object>()),
  ask: (name: string) => {
    const list = name === 'orderHistory' ? exchange.ended : []
    return Promise.resolve({ ok: true, value: { list, nextPageCursor: '' } })
  },
}))

const instrument = listingsOf(fallbackContracts(), [])[0]?.instrument
if (instrument === undefined) throw new Error('BTCUSDT is built in')

/** A post-only order that ended as it was placed, at a moment of the exchange's clock. */
const ended = (id: number, timeMs: number): WireOrder => {
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
  exchange.ended = []
  refreshConnection({ privateLink: 'open' })
  refreshConnection({ privateLink: 'waiting' })
  exchange.ended = [ended(3, exchangeNowMs())]
  await new Promise((resolve) => setTimeout(resolve, 20))
  refreshConnection({ privateLink: 'connecting' })
  refreshConnection({ privateLink: 'open' })
  await vi.waitFor(() => expect(titles(noticeLog())).toEqual(['Post-only order cancelled']))
  expect(shownNotices()).toEqual([])
})

test('events of a muted kind are in the log only', async () => {
  const muting = { uid: '7', preferences: { cancelOrderNotifyClose: true } } as Session['user']
  useSession.setState({ user: muting })
  exchange.ended = [ended(4, exchangeNowMs() + 5)]
  refreshConnection({ privateLink: 'open' })
  await vi.waitFor(() => expect(titles(noticeLog())).toEqual(['Post-only order cancelled']))
  expect(shownNotices()).toEqual([])
})
