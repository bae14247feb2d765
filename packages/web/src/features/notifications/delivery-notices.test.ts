// Notices of deliveries: a day and an hour before for held contracts, once each, and afterwards
// with the result.

import { expect, test } from 'vitest'
import type { WireDelivery } from '@basis/protocol/settlement/records'
import { priceE8 } from '@basis/domain/numbers/fixed'
import { symbolId } from '@basis/domain/numbers/brand'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { btcUsdt } from '@basis/domain/testing/instruments'
import { say } from '../../i18n/i18n.ts'
import {
  Deliveries,
  deliveredNotices,
  deliveryNotices,
  missedDeliveries,
} from './delivery-notices.ts'

const hourMs = 3_600_000
const deliveryMs = Date.UTC(2026, 11, 25, 8)
const held = [{ symbol: 'BTCUSDT-25DEC26', deliveryMs }]

test('a day and an hour before delivery there is one notice each, the later one as a warning', () => {
  const sent = new Set<string>()
  const at = (hours: number) => deliveryNotices(held, deliveryMs - hours * hourMs, sent)
  expect(at(25)).toEqual([])
  expect(at(23)).toMatchObject([{ tone: 'info', body: { key: 'notices.deliveryInDay' } }])
  expect(at(5)).toEqual([])
  expect(at(0.9)).toMatchObject([{ tone: 'warning', body: { key: 'notices.deliveryInHour' } }])
  expect(at(0.5)).toEqual([])
  expect(at(0)).toEqual([])
})

test('a page opened in the last hour shows the notice of the hour only', () => {
  const drafts = deliveryNotices(held, deliveryMs - hourMs / 2, new Set())
  expect(drafts.map(({ body }) => body?.key)).toEqual(['notices.deliveryInHour'])
})

const call: Instrument = {
  ...btcUsdt,
  symbol: symbolId('BTC-25DEC26-45000-C'),
  contractType: 'Option',
  lotSizeE8: 1_000_000,
  deliveryMs,
  option: { right: 'Call', strikeE8: priceE8(45_000 * 1e8) },
}
const record = (deliveryPrice: string, deliveryRpl: string, fee: string): WireDelivery => ({
  symbol: call.symbol,
  side: 'Buy',
  positionIdx: 0,
  position: '0.30',
  entryPrice: '3000',
  deliveryPrice,
  fee,
  deliveryRpl,
  deliveryTimeE3: deliveryMs,
})

test('EX-9.5: an option in the money was exercised, one out of the money expired', () => {
  const notices = deliveredNotices(
    [record('50000', '600', '2.25'), record('44990', '-900', '0')],
    () => call,
  )
  expect(notices).toMatchObject([
    { title: { key: 'notices.optionExercised' }, body: { params: { size: '0.30' } } },
    { title: { key: 'notices.optionExpired' } },
  ])
  expect(JSON.stringify(notices[0])).toContain('597.75')
})

test('deliveries while no page was open have one notice, several with their count', () => {
  const earlier = { ...record('44990', '-900', '0'), deliveryTimeE3: deliveryMs - 1 }
  const notices = deliveredNotices([record('50000', '600', '2.25'), earlier], () => call)
  const one = missedDeliveries(notices, deliveryMs - 1)
  expect(one).toMatchObject({ title: { key: 'notices.optionExercised' }, timeMs: deliveryMs })
  const both = missedDeliveries(notices, deliveryMs - 2)
  if (both === undefined) throw new Error('nothing is told')
  expect(say(both.title)).toBe('2 contracts ended while you were away')
  expect(both).toMatchObject({ body: { key: 'notices.optionExercisedBody' }, timeMs: deliveryMs })
  expect(missedDeliveries(notices, deliveryMs)).toBeUndefined()
})

test('the record of a held contract that ended is requested until it exists, and reported once', () => {
  const deliveries = new Deliveries()
  const option = [{ symbol: call.symbol, deliveryMs }]
  expect(deliveries.check(option, deliveryMs - 1)).toBeUndefined()
  expect(deliveries.check([], deliveryMs + 1)).toBe(deliveryMs)
  expect(deliveries.announced([])).toEqual([])
  expect(deliveries.check([], deliveryMs + 2)).toBe(deliveryMs)
  const own = record('50000', '600', '2.25')
  expect(deliveries.announced([own, { ...own, symbol: 'OTHER' }])).toEqual([own])
  expect(deliveries.check([], deliveryMs + 3)).toBeUndefined()
  // A contract sold before its delivery time is not delivered.
  deliveries.check(option, deliveryMs - 60_002)
  expect(deliveries.check([], deliveryMs - 60_001)).toBeUndefined()
  // The position disappears shortly before delivery by the clock of the page.
  deliveries.check(option, deliveryMs - 2)
  expect(deliveries.check([], deliveryMs - 1)).toBe(deliveryMs)
})
