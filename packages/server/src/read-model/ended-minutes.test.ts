// The ended minutes of a day, against candles kept as a list.

import { dayMs, foldCandles, minuteMs, type Candle } from '@basis/domain/instrument/candle'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { EndedMinutes, emptyColumns, followedBy } from './ended-minutes.ts'

const candle = (minute: number, price: number): Candle => ({
  startMs: minute * minuteMs,
  open: price,
  high: price + 2,
  low: price - 1,
  close: price + 1,
  volumeLots: price,
  turnover: BigInt(price) * 10n ** 12n,
})

const minutesOf = (candles: readonly Candle[]): EndedMinutes =>
  new EndedMinutes(followedBy(emptyColumns(0), candles))

test('the fold leaves out the open minute and opens at the first price of the day', () => {
  const minutes = minutesOf([candle(1, 100), candle(2, 50), candle(3, 200)])
  expect(minutes.fold(candle(3, 200))).toEqual({
    startMs: 3 * minuteMs,
    open: 100,
    high: 102,
    low: 49,
    close: 51,
    volumeLots: 150,
    turnover: 150n * 10n ** 12n,
  })
})

test('a day without ended minutes is the opening price of the open one', () => {
  const none = { startMs: 5 * minuteMs, volumeLots: 0, turnover: 0n }
  const flat = { open: 70, high: 70, low: 70, close: 70 }
  expect(minutesOf([]).fold(candle(5, 70))).toEqual({ ...none, ...flat })
  expect(minutesOf([]).priceAt(dayMs)).toBeUndefined()
})

test('the price at a time is the close of the last minute that had ended, else the first price', () => {
  const minutes = minutesOf([candle(10, 100), candle(20, 200)])
  expect(minutes.priceAt(21 * minuteMs)).toBe(201)
  expect(minutes.priceAt(21 * minuteMs - 1)).toBe(101)
  expect(minutes.priceAt(11 * minuteMs - 1)).toBe(100)
})

test('a minute replaces an earlier state of itself', () => {
  const minutes = minutesOf([candle(1, 100), candle(2, 50)])
  minutes.push(candle(2, 300))
  expect(minutes.fold(candle(3, 1))).toMatchObject({ low: 99, high: 302, volumeLots: 400 })
})

test('whatever is added and dropped, the fold is that of a list of the last 24 hours', () => {
  const step = fc.record({ gap: fc.integer({ min: 1, max: 700 }), price: fc.nat({ max: 9_000 }) })
  fc.assert(
    fc.property(fc.nat({ max: 2_000 }), fc.array(step, { maxLength: 60 }), (past, steps) => {
      const list = Array.from({ length: past }, (_, k) => candle(k, 1 + (k % 97)))
      const minutes = minutesOf(list)
      let minute = past
      for (const { gap, price } of steps) {
        minute += gap
        list.push(candle(minute, price + 1))
        minutes.push(candle(minute, price + 1))
        const nowMs = (minute + 1) * minuteMs
        minutes.dropBefore(nowMs - dayMs)
        const day = list.filter(({ startMs }) => startMs >= nowMs - dayMs)
        const whole = day.reduce((sum, each) => foldCandles(sum, each))
        const open = candle(minute + 1, 5)
        expect(minutes.fold(open)).toEqual({ ...whole, startMs: open.startMs })
      }
    }),
    { numRuns: 60 },
  )
})
