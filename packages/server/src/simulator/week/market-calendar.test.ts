// The calendar of announcements: what is planned is told a week ahead and comes as it was told.

import { expect, test } from 'vitest'
import { symbolId } from '@basis/domain/numbers/brand'
import { createInMemoryExchange } from '../../../testing/in-memory-exchange.ts'
import { listings, listingsAt } from '../../instruments/listings.ts'
import { weeklyPairsAt } from '../../instruments/spot/weekly-pairs.ts'
import { weekMs } from '../../instruments/weeks.ts'
import { MarketCalendar } from './market-calendar.ts'
import { MarketWeek } from './market-week.ts'

const hourMs = 3_600_000
const mondayMs = Date.UTC(2026, 10, 23)
const seed = 42

function calendarAt(nowMs: number) {
  const { exchange } = createInMemoryExchange(listingsAt(nowMs), nowMs)
  return new MarketCalendar(exchange.views, seed).next(nowMs)
}

test('a pair that is announced on Monday opens on Tuesday at 13:00', () => {
  const before = calendarAt(mondayMs + 7 * hourMs)
  expect(before.filter(({ kind }) => kind === 'opening')).toEqual([])
  const [opening] = calendarAt(mondayMs + 9 * hourMs).filter(({ kind }) => kind === 'opening')
  expect(opening).toMatchObject({
    timeMs: mondayMs + 37 * hourMs,
    announcedMs: mondayMs + 8 * hourMs,
  })
  expect(opening?.symbols).toHaveLength(1)
})

test('the pair of three weeks before ends on Thursday at 14:00', () => {
  const nowMs = mondayMs + 9 * hourMs
  const [oldest] = weeklyPairsAt(nowMs)
  expect(calendarAt(nowMs).filter(({ kind }) => kind === 'delisting')).toEqual([
    {
      kind: 'delisting',
      timeMs: mondayMs + 86 * hourMs,
      announcedMs: mondayMs + 86 * hourMs - weekMs,
      symbols: [oldest?.instrument.symbol],
    },
  ])
})

test('futures of one moment are delivered together, on Friday at 08:00', () => {
  const [delivery, ...others] = calendarAt(mondayMs).filter(({ kind }) => kind === 'delivery')
  expect(others).toEqual([])
  expect(new Date(delivery?.timeMs ?? 0).toISOString()).toBe('2026-11-27T08:00:00.000Z')
  expect(delivery?.symbols).toContain(symbolId('BTCUSDT-27NOV26'))
})

test('the maintenance that comes is that of the market, and is told until it has ended', () => {
  const week = new MarketWeek(seed, listings)
  const [planned] = calendarAt(mondayMs).filter(({ kind }) => kind === 'maintenance')
  if (planned?.endMs === undefined) throw new Error('No maintenance is planned')
  const { timeMs, endMs, symbols } = planned
  const coin = week.maintained(timeMs)
  expect([week.maintained(timeMs - 1), week.maintained(endMs)]).toEqual([undefined, undefined])
  expect(week.maintained(endMs - 1)).toBe(coin)
  const ofCoin = listingsAt(mondayMs).filter((listing) => listing.coin === coin)
  expect(symbols.toSorted()).toEqual(ofCoin.map(({ instrument }) => instrument.symbol).toSorted())
  const during = calendarAt(endMs - 1)
  expect(during[0]).toMatchObject({ kind: 'maintenance', timeMs })
  const after = calendarAt(endMs).filter(({ kind }) => kind === 'maintenance')
  expect(after.every((event) => event.timeMs > endMs)).toBe(true)
})

test('nothing beyond seven days is told, and the next comes first', () => {
  const events = calendarAt(mondayMs)
  const times = events.map(({ timeMs }) => timeMs)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(Math.max(...times)).toBeLessThanOrEqual(mondayMs + weekMs)
})
