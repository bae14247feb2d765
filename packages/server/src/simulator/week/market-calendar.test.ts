// The calendar of announcements: events are announced a week ahead and happen as announced.

import { expect, test } from 'vitest'
import { symbolId, type SymbolId } from '@basis/domain/numbers/brand'
import { createInMemoryExchange } from '../../../testing/in-memory-exchange.ts'
import { listings, listingsAt } from '../../instruments/listings.ts'
import { weeklyPairsAt } from '../../instruments/spot/weekly-pairs.ts'
import { weekMs, weekOf } from '../../instruments/weeks.ts'
import { MarketCalendar } from './market-calendar.ts'
import { MarketWeek } from './market-week.ts'

const hourMs = 3_600_000
const mondayMs = Date.UTC(2026, 10, 23)
const seed = 42

function calendarAt(nowMs: number) {
  const { exchange } = createInMemoryExchange(listingsAt(nowMs), nowMs)
  return new MarketCalendar(exchange.views, seed).next(nowMs)
}

test('a pair announced on Monday opens on Tuesday at 13:00, after an auction of an hour', () => {
  const begins = (nowMs: number) => calendarAt(nowMs).filter(({ kind }) => kind === 'auction')
  expect(begins(mondayMs + 7 * hourMs)).toEqual([])
  const [opening, ...others] = begins(mondayMs + 9 * hourMs)
  expect(others).toEqual([])
  expect(opening).toMatchObject({
    timeMs: mondayMs + 36 * hourMs,
    endMs: mondayMs + 37 * hourMs,
    announcedMs: mondayMs + 8 * hourMs,
  })
  expect(opening?.symbols).toHaveLength(1)
})

test('other listings are announced seven days ahead, with or without an auction', () => {
  const launchMs = Date.UTC(2027, 2, 1, 8)
  const announcedMs = launchMs - weekMs
  const [contract, pair] = [symbolId('OPUSDT'), symbolId('OP/USDT')]
  const events = calendarAt(launchMs - weekMs)
  const of = (symbol: SymbolId) => events.find(({ symbols }) => symbols.includes(symbol))
  expect(of(contract)).toEqual({
    kind: 'opening',
    timeMs: launchMs,
    announcedMs,
    symbols: [contract],
  })
  expect(of(pair)).toMatchObject({ kind: 'auction', endMs: launchMs, announcedMs })
})

test('the pair listed three weeks ago is cancel-only from Thursday 13:00 and delisted at 14:00', () => {
  const nowMs = mondayMs + 9 * hourMs
  const [oldest] = weeklyPairsAt(nowMs)
  const delisting = {
    kind: 'delisting',
    timeMs: mondayMs + 85 * hourMs,
    endMs: mondayMs + 86 * hourMs,
    announcedMs: mondayMs + 86 * hourMs - weekMs,
    symbols: [oldest?.instrument.symbol],
  }
  const ends = (atMs: number) => calendarAt(atMs).filter(({ kind }) => kind === 'delisting')
  expect(ends(nowMs)).toEqual([delisting])
  // The next one is announced by then, too.
  const [now, ...later] = ends(mondayMs + 86 * hourMs - 1)
  expect(now).toEqual(delisting)
  expect(later.map(({ timeMs }) => timeMs)).toEqual([mondayMs + weekMs + 85 * hourMs])
})

test('futures with the same delivery time are one event, on Friday at 08:00', () => {
  const [delivery, ...others] = calendarAt(mondayMs).filter(({ kind }) => kind === 'delivery')
  expect(others).toEqual([])
  expect(new Date(delivery?.timeMs ?? 0).toISOString()).toBe('2026-11-27T08:00:00.000Z')
  expect(delivery?.symbols).toContain(symbolId('BTCUSDT-27NOV26'))
})

test('the announced maintenance is that of the market, and is listed until it has ended', () => {
  const week = new MarketWeek(seed, listings)
  const [planned] = calendarAt(mondayMs).filter(({ kind }) => kind === 'maintenance')
  if (planned?.endMs === undefined) throw new Error('No maintenance is planned')
  const { timeMs, endMs, symbols } = planned
  const coin = week.maintained(timeMs)
  expect([week.maintained(timeMs - 1), week.maintained(endMs)]).toEqual([undefined, undefined])
  expect(week.maintained(endMs - 1)).toBe(coin)
  const ofCoin = listingsAt(timeMs).filter((listing) => listing.coin === coin)
  expect(symbols.toSorted()).toEqual(ofCoin.map(({ instrument }) => instrument.symbol).toSorted())
  const during = calendarAt(endMs - 1)
  expect(during[0]).toMatchObject({ kind: 'maintenance', timeMs })
  // The next one is announced a week ahead.
  const next = week.maintenanceOf(weekOf(mondayMs) + 1)?.timeMs ?? 0
  const after = calendarAt(next - weekMs).filter(({ kind }) => kind === 'maintenance')
  expect(after.map((event) => event.timeMs)).toContain(next)
  expect(calendarAt(endMs).map((event) => event.timeMs)).not.toContain(timeMs)
})

test('events are listed in order of time, none beyond seven days', () => {
  const events = calendarAt(mondayMs)
  const times = events.map(({ timeMs }) => timeMs)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(Math.max(...times)).toBeLessThanOrEqual(mondayMs + weekMs)
})
