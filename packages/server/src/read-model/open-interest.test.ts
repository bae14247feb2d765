// Open interest: fills that open and close, take-overs, samples of five minutes, and how long they
// are kept in memory.

import { minuteMs } from '@basis/domain/instrument/candle'
import type { Event } from '@basis/engine/events'
import { beforeEach, expect, test } from 'vitest'
import { OpenInterest } from './open-interest.ts'
import { openInterestChanges } from './market-statistics.ts'

const [symbol, pair] = ['BTCUSDT', 'BTC/USDT']
const markets = [
  { symbol, kind: 'Linear' },
  { symbol: pair, kind: 'Spot' },
]
const noon = Date.UTC(2026, 10, 21, 12)
let interest = new OpenInterest(markets, [], noon)
beforeEach(() => void (interest = new OpenInterest(markets, [], noon)))

let seq = 0
const applyAt = (minute: number, ...events: readonly object[]): void => {
  seq += 1
  interest.apply({ seq, timeMs: noon + minute * minuteMs, events: events as Event[] })
}
/** One side of a trade; the part that it closes has an event of its own. */
const fill = (side: 'Buy' | 'Sell', qtyLots: number, closedLots = 0, of = symbol): object[] => [
  { kind: 'OrderFilled', order: { symbol: of, side }, fill: { qtyLots, closedLots } },
  ...(closedLots === 0 ? [] : [closing(side === 'Buy' ? 'Sell' : 'Buy', closedLots, 'Trade')]),
]
const closing = (side: 'Buy' | 'Sell', closedLots: number, cause: string): object => ({
  kind: 'PnlClosed',
  symbol,
  side,
  closedLots,
  cause,
})
const now = (): number | undefined => interest.at(symbol, Number.MAX_SAFE_INTEGER)

test('a trade of two openings adds, of an opening and a closing changes nothing, of two closings reduces', () => {
  applyAt(0, ...fill('Buy', 10), ...fill('Sell', 10))
  expect(now()).toBe(10)
  // A short of 4 changes its owner: bought back by one account, sold by the other.
  applyAt(0, ...fill('Buy', 4, 4), ...fill('Sell', 4))
  expect(now()).toBe(10)
  applyAt(0, ...fill('Buy', 6, 6), ...fill('Sell', 6, 6))
  expect(now()).toBe(4)
})

test('the legs of a spread combination open and close interest as separate orders do', () => {
  const leg = (side: 'Buy' | 'Sell', qtyLots: number, closedLots: number, of: string) => {
    return { symbol: of, side, qtyLots, closedLots }
  }
  const near = (side: 'Buy' | 'Sell') => leg(side, 10, 0, pair)
  const bought = leg('Buy', 10, 0, symbol)
  const sold = leg('Sell', 10, 0, symbol)
  applyAt(0, { kind: 'SpreadFilled', fill: { far: bought, near: near('Sell') } })
  applyAt(0, { kind: 'SpreadFilled', fill: { far: sold, near: near('Buy') } })
  expect([now(), interest.at(pair, noon)]).toEqual([10, undefined])
  // The short buys its 10 back and 2 more, all sold by the long.
  const back = {
    kind: 'SpreadFilled',
    fill: { far: leg('Buy', 12, 10, symbol), near: near('Sell') },
  }
  applyAt(0, closing('Sell', 10, 'Trade'), back)
  const gone = {
    kind: 'SpreadFilled',
    fill: { far: leg('Sell', 12, 10, symbol), near: near('Buy') },
  }
  applyAt(0, closing('Buy', 10, 'Trade'), gone)
  expect(now()).toBe(2)
})

test('a position taken over by the insurance fund stays open until the fund nets it against another', () => {
  applyAt(0, ...fill('Buy', 10), ...fill('Sell', 10))
  const taken = { kind: 'PositionTakenOver', symbol, sizeLots: 10 }
  applyAt(0, taken, closing('Buy', 10, 'TakeOver'))
  expect(now()).toBe(10)
  // The other side is taken over too: the fund holds both, and closes its long against the short.
  const shortTaken = { kind: 'PositionTakenOver', symbol, sizeLots: 10 }
  applyAt(0, shortTaken, closing('Sell', 10, 'TakeOver'), closing('Buy', 10, 'TakeOver'))
  expect(now()).toBe(0)
})

test('deleveraging and delivery reduce open interest once for both sides', () => {
  applyAt(0, ...fill('Buy', 10), ...fill('Sell', 10))
  applyAt(0, closing('Buy', 3, 'Adl'), closing('Sell', 3, 'Adl'))
  expect(now()).toBe(7)
  applyAt(0, closing('Buy', 7, 'Delivery'), closing('Sell', 7, 'Delivery'))
  expect(now()).toBe(0)
})

test('a spot pair has no open interest', () => {
  applyAt(0, ...fill('Buy', 5, 0, pair))
  expect(interest.at(pair, noon)).toBeUndefined()
  expect(interest.takeChanges()).toEqual([])
})

test('every five minutes have a sample, also without trades', () => {
  applyAt(1, ...fill('Buy', 10), ...fill('Sell', 10))
  applyAt(4, ...fill('Buy', 5), ...fill('Sell', 5))
  const sample = (minute: number, endsHour = 0) => {
    return { symbol, startMs: noon + minute * minuteMs, lots: 15, endsHour, longE6: null }
  }
  expect(interest.takeChanges()).toEqual([sample(0)])
  applyAt(6)
  applyAt(11)
  expect(interest.takeChanges()).toEqual([sample(0), sample(5)])
  // The last sample of its hour is marked to be kept longer, whatever its minute was.
  applyAt(61)
  expect(interest.takeChanges()).toEqual([sample(10, 1)])
})

test('an earlier time is answered with the sample of its five minutes, a time before the first with none', () => {
  applyAt(1, ...fill('Buy', 10), ...fill('Sell', 10))
  applyAt(6, ...fill('Buy', 5), ...fill('Sell', 5))
  applyAt(16)
  const at = (minute: number) => interest.at(symbol, noon + minute * minuteMs)
  expect([at(4), at(5), at(9.9), at(10), at(16)]).toEqual([undefined, 10, 10, 15, 15])
})

test('the samples of a day and one more are kept in memory', () => {
  applyAt(1, ...fill('Buy', 10), ...fill('Sell', 10))
  const at = (minute: number) => interest.at(symbol, noon + minute * minuteMs)
  for (let minute = 5; minute <= 1445; minute += 5) applyAt(minute)
  expect(at(5)).toBe(10)
  applyAt(1450)
  expect([at(5), at(10)]).toEqual([undefined, 10])
})

test('open interest continues from the stored samples', () => {
  const rows = [
    { symbol, startMs: noon - 5 * minuteMs, lots: 20, endsHour: 1, longE6: null },
    { symbol, startMs: noon, lots: 25, endsHour: 0, longE6: null },
  ]
  interest = new OpenInterest(markets, rows, noon + minuteMs)
  expect([interest.at(symbol, noon), now()]).toEqual([20, 25])
  applyAt(2, ...fill('Buy', 1), ...fill('Sell', 1))
  expect(interest.takeChanges()).toEqual([
    { symbol, startMs: noon, lots: 26, endsHour: 0, longE6: null },
  ])
  // An introduced value does not overwrite a known one.
  interest.introduce([[symbol, 7]])
  expect(now()).toBe(26)
})

test('a contract that has ended has one more sample, and none after it', () => {
  applyAt(1, ...fill('Buy', 10), ...fill('Sell', 10))
  applyAt(6)
  interest.end(symbol)
  applyAt(7, closing('Buy', 10, 'Delivery'), closing('Sell', 10, 'Delivery'))
  expect(now()).toBe(0)
  interest.takeChanges()
  applyAt(11)
  const last = { symbol, startMs: noon + 5 * minuteMs, lots: 0 }
  expect(interest.takeChanges()).toMatchObject([last])
  applyAt(16)
  applyAt(1500)
  expect(interest.takeChanges()).toEqual([])
  expect(now()).toBeUndefined()
})

test('stored samples of a contract that ended before the start are not continued', () => {
  const rows = [{ symbol: 'BTC-OVER', startMs: noon, lots: 5, endsHour: 0, longE6: null }]
  const late = { ...rows[0], symbol: 'BTC-LATE', lots: 6, startMs: noon, endsHour: 0, longE6: null }
  interest = new OpenInterest(markets, [...rows, late], noon + minuteMs)
  // Options become known after the start.
  interest.list({ symbol: 'BTC-LATE', kind: 'Linear' })
  applyAt(6)
  expect(interest.takeChanges()).toMatchObject([{ symbol: 'BTC-LATE', lots: 6 }])
})

test('changes are measured against the value then, and are absent if it was unknown or 0', () => {
  expect(openInterestChanges([110, 100, 200])).toEqual({
    openInterest1hE6: 100_000,
    openInterest24hE6: -450_000,
  })
  expect(openInterestChanges([110, undefined, 0])).toEqual({})
})
