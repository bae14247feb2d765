// Open interest by itself: what opens, closes and is taken over; samples of five minutes; what is
// known of the day.

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
const tell = (minute: number, ...events: readonly object[]): void => {
  seq += 1
  interest.apply({ seq, timeMs: noon + minute * minuteMs, events: events as Event[] })
}
/** One side of a trade; what it closes is told by an event of its own. */
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

test('two who open add, one who closes against one who opens changes nothing', () => {
  tell(0, ...fill('Buy', 10), ...fill('Sell', 10))
  expect(now()).toBe(10)
  // A short of 4 goes to another: bought back by one, sold anew by the other.
  tell(0, ...fill('Buy', 4, 4), ...fill('Sell', 4))
  expect(now()).toBe(10)
  tell(0, ...fill('Buy', 6, 6), ...fill('Sell', 6, 6))
  expect(now()).toBe(4)
})

test('the legs of a combination open and close as orders of their own do', () => {
  const leg = (side: 'Buy' | 'Sell', qtyLots: number, closedLots: number, of: string) => {
    return { symbol: of, side, qtyLots, closedLots }
  }
  const near = (side: 'Buy' | 'Sell') => leg(side, 10, 0, pair)
  const bought = leg('Buy', 10, 0, symbol)
  const sold = leg('Sell', 10, 0, symbol)
  tell(0, { kind: 'SpreadFilled', fill: { far: bought, near: near('Sell') } })
  tell(0, { kind: 'SpreadFilled', fill: { far: sold, near: near('Buy') } })
  expect([now(), interest.at(pair, noon)]).toEqual([10, undefined])
  // Both go back: the short buys its 10 and 2 more, of whom the long sells all.
  const back = {
    kind: 'SpreadFilled',
    fill: { far: leg('Buy', 12, 10, symbol), near: near('Sell') },
  }
  tell(0, closing('Sell', 10, 'Trade'), back)
  const gone = {
    kind: 'SpreadFilled',
    fill: { far: leg('Sell', 12, 10, symbol), near: near('Buy') },
  }
  tell(0, closing('Buy', 10, 'Trade'), gone)
  expect(now()).toBe(2)
})

test('what the fund takes over stays open, but for what it nets against its own', () => {
  tell(0, ...fill('Buy', 10), ...fill('Sell', 10))
  const taken = { kind: 'PositionTakenOver', symbol, sizeLots: 10 }
  tell(0, taken, closing('Buy', 10, 'TakeOver'))
  expect(now()).toBe(10)
  // The other side falls too: the fund holds both, and closes its long against it.
  const shortTaken = { kind: 'PositionTakenOver', symbol, sizeLots: 10 }
  tell(0, shortTaken, closing('Sell', 10, 'TakeOver'), closing('Buy', 10, 'TakeOver'))
  expect(now()).toBe(0)
})

test('deleveraging and delivery close both sides', () => {
  tell(0, ...fill('Buy', 10), ...fill('Sell', 10))
  tell(0, closing('Buy', 3, 'Adl'), closing('Sell', 3, 'Adl'))
  expect(now()).toBe(7)
  tell(0, closing('Buy', 7, 'Delivery'), closing('Sell', 7, 'Delivery'))
  expect(now()).toBe(0)
})

test('a pair has none', () => {
  tell(0, ...fill('Buy', 5, 0, pair))
  expect(interest.at(pair, noon)).toBeUndefined()
  expect(interest.takeChanges()).toEqual([])
})

test('every five minutes leave a sample, also where nothing was traded', () => {
  tell(1, ...fill('Buy', 10), ...fill('Sell', 10))
  tell(4, ...fill('Buy', 5), ...fill('Sell', 5))
  const sample = (minute: number, endsHour = 0) => {
    return { symbol, startMs: noon + minute * minuteMs, lots: 15, endsHour, longE6: null }
  }
  expect(interest.takeChanges()).toEqual([sample(0)])
  tell(6)
  tell(11)
  expect(interest.takeChanges()).toEqual([sample(0), sample(5)])
  // The last of its hour is kept longer, whatever its minute was.
  tell(61)
  expect(interest.takeChanges()).toEqual([sample(10, 1)])
})

test('an earlier time is told to five minutes, one before the first sample is not', () => {
  tell(1, ...fill('Buy', 10), ...fill('Sell', 10))
  tell(6, ...fill('Buy', 5), ...fill('Sell', 5))
  tell(16)
  const at = (minute: number) => interest.at(symbol, noon + minute * minuteMs)
  expect([at(4), at(5), at(9.9), at(10), at(16)]).toEqual([undefined, 10, 10, 15, 15])
})

test('a day of samples and one more are kept in memory', () => {
  tell(1, ...fill('Buy', 10), ...fill('Sell', 10))
  const at = (minute: number) => interest.at(symbol, noon + minute * minuteMs)
  for (let minute = 5; minute <= 1445; minute += 5) tell(minute)
  expect(at(5)).toBe(10)
  tell(1450)
  expect([at(5), at(10)]).toEqual([undefined, 10])
})

test('goes on from what was stored', () => {
  const rows = [
    { symbol, startMs: noon - 5 * minuteMs, lots: 20, endsHour: 1, longE6: null },
    { symbol, startMs: noon, lots: 25, endsHour: 0, longE6: null },
  ]
  interest = new OpenInterest(markets, rows, noon + minuteMs)
  expect([interest.at(symbol, noon), now()]).toEqual([20, 25])
  tell(2, ...fill('Buy', 1), ...fill('Sell', 1))
  expect(interest.takeChanges()).toEqual([
    { symbol, startMs: noon, lots: 26, endsHour: 0, longE6: null },
  ])
  // What is known is not introduced over.
  interest.introduce([[symbol, 7]])
  expect(now()).toBe(26)
})

test('changes are against what stood then, and are not told of what did not stand', () => {
  expect(openInterestChanges([110, 100, 200])).toEqual({
    openInterest1hE6: 100_000,
    openInterest24hE6: -450_000,
  })
  expect(openInterestChanges([110, undefined, 0])).toEqual({})
})
