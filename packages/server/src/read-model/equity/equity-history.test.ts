// Equity as time goes by: when it is measured, that a level is stored once, and what each step
// tells by itself.

import { dayMs, minuteMs } from '@basis/domain/instrument/candle'
import { amount, parseDecimal, type Amount } from '@basis/domain/numbers/fixed'
import type { Event } from '@basis/engine/events'
import { beforeEach, expect, test } from 'vitest'
import { EquityHistory, equityStep } from './equity-history.ts'

const noon = Date.UTC(2026, 10, 21, 12)
const [trader, other, robot] = [1, 2, 3]
let worth: Map<number, Amount>
let history: EquityHistory
beforeEach(() => {
  const usd = (value: number): Amount => amount(BigInt(value) * 100_000_000n)
  worth = new Map([
    [trader, usd(100)],
    [other, usd(7)],
    [robot, usd(1)],
  ])
  history = new EquityHistory(new Set([trader, other]), noon + 2 * minuteMs)
  history.measureBy((account) => worth.get(account))
})

const pass = (minute: number, ...events: readonly object[]): void =>
  history.apply({ seq: 1, timeMs: noon + minute * minuteMs, events: events as Event[] })
const set = (account: number, usd: string): void => {
  worth.set(account, amount(parseDecimal(usd, 8) ?? 0n))
}
const stored = () =>
  history
    .takeChanges()
    .map(({ account, timeMs, stepMin, equity }) => [
      account,
      (timeMs - noon) / minuteMs,
      stepMin,
      Number(equity),
    ])

test('every trader is measured once in five minutes, robots are not', () => {
  pass(4)
  expect(stored()).toEqual([])
  pass(5)
  pass(6)
  expect(stored()).toEqual([
    [trader, 5, 5, 100],
    [other, 5, 5, 7],
  ])
})

test('a level that has not changed is stored once, and again where a coarser step begins', () => {
  pass(5)
  stored()
  pass(10)
  expect(stored()).toEqual([])
  set(trader, '99.5')
  pass(15)
  expect(stored()).toEqual([[trader, 15, 5, 99.5]])
  // The samples of five minutes are thrown away one day; the hours must tell it without them.
  pass(60)
  expect(stored()).toEqual([
    [trader, 60, 60, 99.5],
    [other, 60, 60, 7],
  ])
  pass(120)
  expect(stored()).toEqual([])
  pass(720)
  expect(stored()).toEqual([
    [trader, 720, 1440, 99.5],
    [other, 720, 1440, 7],
  ])
})

test('a deposit shows at its own time', () => {
  set(trader, '200')
  pass(3, { kind: 'WalletChanged', cause: 'Deposit', account: trader })
  pass(3.5, { kind: 'WalletChanged', cause: 'Deposit', account: robot })
  pass(3.5, { kind: 'WalletChanged', cause: 'Trade', account: other })
  expect(stored()).toEqual([[trader, 3, 5, 200]])
})

test('thousands are measured by and by: one in a millisecond, a few with each command', () => {
  const many = Array.from({ length: 120 }, (_, account) => account)
  history = new EquityHistory(new Set(many), noon)
  history.measureBy(() => amount(1n))
  const [start, ms] = [5, 1 / minuteMs]
  const counts = [start, start, start + 3 * ms, 5.1, 5.2, 5.3].map((minute) => {
    pass(minute)
    return history.takeChanges().length
  })
  expect(counts).toEqual([50, 0, 3, 50, 17, 0])
})

test('a span is told by the finest step that is kept so long and fits', () => {
  expect(equityStep(dayMs, 1_000)).toBe(5)
  expect(equityStep(7 * dayMs, 1_000)).toBe(60)
  expect(equityStep(30 * dayMs, 1_000)).toBe(60)
  expect(equityStep(41 * dayMs, 10_000)).toBe(60)
  expect(equityStep(42 * dayMs, 1_000)).toBe(1440)
  expect(equityStep(3_000 * dayMs, 1_000)).toBe(1440)
})
