// A delivery is told a day and an hour before, once each, and only of what is held; afterwards what
// it came to.

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

test('each warning once, the later one as a warning', () => {
  const told = new Set<string>()
  const at = (hours: number) => deliveryNotices(held, deliveryMs - hours * hourMs, told)
  expect(at(25)).toEqual([])
  expect(at(23)).toMatchObject([{ tone: 'info', body: { key: 'notices.deliveryInDay' } }])
  expect(at(5)).toEqual([])
  expect(at(0.9)).toMatchObject([{ tone: 'warning', body: { key: 'notices.deliveryInHour' } }])
  expect(at(0.5)).toEqual([])
  expect(at(0)).toEqual([])
})

test('who comes an hour before is told the hour only', () => {
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

test('EX-9.5: in the money an option was exercised, out of it it expired', () => {
  const told = deliveredNotices(
    [record('50000', '600', '2.25'), record('44990', '-900', '0')],
    () => call,
  )
  expect(told).toMatchObject([
    { title: { key: 'notices.optionExercised' }, body: { params: { size: '0.30' } } },
    { title: { key: 'notices.optionExpired' } },
  ])
  expect(JSON.stringify(told[0])).toContain('597.75')
})

test('what ended while nobody was there is told once, several by their number', () => {
  const earlier = { ...record('44990', '-900', '0'), deliveryTimeE3: deliveryMs - 1 }
  const told = deliveredNotices([record('50000', '600', '2.25'), earlier], () => call)
  const one = missedDeliveries(told, deliveryMs - 1)
  expect(one).toMatchObject({ title: { key: 'notices.optionExercised' }, timeMs: deliveryMs })
  const both = missedDeliveries(told, deliveryMs - 2)
  if (both === undefined) throw new Error('nothing is told')
  expect(say(both.title)).toBe('2 contracts ended while you were away')
  expect(both).toMatchObject({ body: { key: 'notices.optionExercisedBody' }, timeMs: deliveryMs })
  expect(missedDeliveries(told, deliveryMs)).toBeUndefined()
})

test('what was held and ended is asked for until its record is there, and told once', () => {
  const deliveries = new Deliveries()
  const option = [{ symbol: call.symbol, deliveryMs }]
  expect(deliveries.look(option, deliveryMs - 1)).toBeUndefined()
  expect(deliveries.look([], deliveryMs + 1)).toBe(deliveryMs)
  expect(deliveries.told([])).toEqual([])
  expect(deliveries.look([], deliveryMs + 2)).toBe(deliveryMs)
  const own = record('50000', '600', '2.25')
  expect(deliveries.told([own, { ...own, symbol: 'OTHER' }])).toEqual([own])
  expect(deliveries.look([], deliveryMs + 3)).toBeUndefined()
  // What was sold before is not delivered.
  deliveries.look(option, deliveryMs - 60_002)
  expect(deliveries.look([], deliveryMs - 60_001)).toBeUndefined()
  // The position is gone a moment before the page thinks that it is time.
  deliveries.look(option, deliveryMs - 2)
  expect(deliveries.look([], deliveryMs - 1)).toBe(deliveryMs)
})
