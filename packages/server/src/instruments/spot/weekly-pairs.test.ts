// The pair of each week: announced, opened by an auction, delisted after three weeks.

import { listingFault } from '@basis/domain/instrument/listing-rules'
import { expect, test } from 'vitest'
import { listings, listingsAt, nextListingChange } from '../listings.ts'
import { nextWeeklyChange, weeklyPairsAt } from './weekly-pairs.ts'

const hourMs = 3_600_000
const weekMs = 168 * hourMs
/** A Monday. */
const mondayMs = Date.UTC(2026, 10, 23)
const namesAt = (timeMs: number) => weeklyPairsAt(timeMs).map(({ instrument }) => instrument.symbol)

test('each week one pair is listed, and the one of three weeks ago is delisted', () => {
  const before = namesAt(mondayMs)
  const after = namesAt(mondayMs + weekMs)
  expect(before).toHaveLength(3)
  expect(after.filter((name) => !before.includes(name))).toHaveLength(1)
  expect(before.filter((name) => !after.includes(name))).toEqual([before[0]])
})

test('a weekly pair is not listed otherwise, and none repeats within a year', () => {
  const always = new Set(listings.map(({ instrument }) => instrument.symbol))
  const seen = Array.from({ length: 52 }, (_, week) => namesAt(mondayMs + week * weekMs).at(-1))
  expect(new Set(seen).size).toBe(52)
  expect(seen.filter((name) => name === undefined || always.has(name))).toEqual([])
  for (const { instrument } of weeklyPairsAt(mondayMs)) {
    expect(listingFault(instrument)).toBeUndefined()
  }
})

test('a weekly pair is announced on Monday, opens on Tuesday at 13:00 and closes on a Thursday at 14:00', () => {
  const announced = mondayMs + 8 * hourMs
  const coming = weeklyPairsAt(announced).at(-1)
  expect(namesAt(announced - 1)).not.toContain(coming?.instrument.symbol)
  expect(coming?.instrument).toMatchObject({
    status: 'PreLaunch',
    launchMs: Date.UTC(2026, 10, 24, 13),
    auctionMs: hourMs,
  })
  expect(coming?.closesMs).toBe(Date.UTC(2026, 11, 17, 14))
  expect(weeklyPairsAt(mondayMs + 72 * hourMs).at(-1)?.instrument.status).toBe('Trading')
  const moments: number[] = []
  for (let at = mondayMs; moments.length < 4;) {
    at = nextWeeklyChange(at)
    moments.push((at - mondayMs) / hourMs)
  }
  // Announcement; auction; an hour of cancels only; delisting.
  expect(moments).toEqual([8, 36, 85, 86])
  expect(nextListingChange(mondayMs)).toBe(announced)
  expect(listingsAt(mondayMs)).toEqual(expect.arrayContaining([...weeklyPairsAt(mondayMs)]))
})
