// A delivery is told a day and an hour before, once each, and only of what is held.

import { expect, test } from 'vitest'
import { deliveryNotices } from './delivery-notices.ts'

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
