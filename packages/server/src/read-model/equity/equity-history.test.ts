// Equity over time: when it is measured, that an unchanged level is stored once, the samples of
// each step, and that deposits and withdrawals are not growth.

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
  history = new EquityHistory(new Set([trader, other]), noon + 2 * minuteMs, [])
  history.measureBy(worthNow)
})

const worthNow = {
  equityOf: (account: number) => worth.get(account),
  usdE8Of: (coin: string) => (coin === 'BTC' ? 60_000 * 100_000_000 : 100_000_000),
}
const pass = (minute: number, ...events: readonly object[]): void =>
  history.apply({ seq: 1, timeMs: noon + minute * minuteMs, events: events as Event[] })
const set = (account: number, usd: string): void => {
  worth.set(account, amount(parseDecimal(usd, 8) ?? 0n))
}
/** A ledger event of a trader's money. */
const flow = (cause: string, change: string, of: object = {}): object => ({
  kind: 'WalletChanged',
  cause,
  account: trader,
  coin: 'USDT',
  change: amount(parseDecimal(change, 8) ?? 0n),
  ...of,
})
const figures = () =>
  history
    .takeChanges()
    .map(({ equity, putIn, growth }) => [
      Number(equity),
      Number(putIn),
      Number(Number(growth).toFixed(9)),
    ])
const stored = () =>
  history
    .takeChanges()
    .map(({ account, timeMs, stepMin, equity }) => [
      account,
      (timeMs - noon) / minuteMs,
      stepMin,
      Number(equity),
    ])

test('every trader is measured once in five minutes, robots are not measured', () => {
  pass(4)
  expect(stored()).toEqual([])
  pass(5)
  pass(6)
  expect(stored()).toEqual([
    [trader, 5, 5, 100],
    [other, 5, 5, 7],
  ])
})

test('an unchanged level is stored once, and again when a coarser step begins', () => {
  pass(5)
  stored()
  pass(10)
  expect(stored()).toEqual([])
  set(trader, '99.5')
  pass(15)
  expect(stored()).toEqual([[trader, 15, 5, 99.5]])
  // The samples of five minutes are deleted later; the hours must be complete without them.
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

test('a deposit is sampled at its own time', () => {
  set(trader, '200')
  pass(3, flow('Deposit', '100'))
  pass(3.5, flow('Deposit', '100', { account: robot }))
  pass(3.5, flow('Trade', '100', { account: other }))
  expect(stored()).toEqual([[trader, 3, 5, 200]])
})

test('deposits, withdrawals and transfers count as put in, at the price of their coin, not as growth', () => {
  history = new EquityHistory(new Set([trader]), noon + 2 * minuteMs, [])
  history.measureBy(worthNow)
  pass(5)
  // A gain of a tenth on 100, then a deposit of 890, then a loss of a tenth of 1,000: 1.1 × 0.9.
  set(trader, '1000')
  pass(6, flow('Deposit', '890'))
  set(trader, '900')
  pass(10)
  // In one command 0.001 BTC, 60 USD, are transferred out and half of the equity is lost.
  set(trader, '390')
  pass(11, flow('Transfer', '-0.001', { coin: 'BTC' }))
  // 90 are moved to a leader's wallet, and 30 come back from a bot.
  set(trader, '330')
  pass(12, flow('CopyTransfer', '-90'), flow('BotTransfer', '30'))
  set(trader, '0.33')
  pass(13, flow('Withdrawal', '-329.67'))
  expect(figures()).toEqual([
    [100, 0, 1],
    [1000, 890, 1.1],
    [900, 890, 0.99],
    [390, 830, 0.495],
    [330, 770, 0.495],
    [0.33, 440.33, 0.495],
  ])
})

test('after a total loss growth continues relative to the money that is put in then', () => {
  pass(5)
  set(trader, '-5')
  pass(10)
  set(trader, '50')
  pass(11, flow('Deposit', '55'))
  set(trader, '75')
  pass(15)
  expect(figures().filter(([equity]) => equity !== 7)).toEqual([
    [100, 0, 1],
    [-5, 0, 0.000001],
    [50, 55, 0.000001],
    [75, 55, 0.0000015],
  ])
})

test('after a restart equity history continues from the last stored row', () => {
  const newest = { account: trader, timeMs: noon, stepMin: 5, equity: '80', putIn: '60' }
  const row = { ...newest, growth: '1.5' }
  history = new EquityHistory(new Set([trader]), noon + 2 * minuteMs, [row])
  history.measureBy(worthNow)
  pass(3, flow('Deposit', '12'))
  expect(figures()).toEqual([[100, 72, 1.65]])
})

test('many traders are measured in portions: at most 50 with a command, and about one a millisecond', () => {
  const many = Array.from({ length: 120 }, (_, account) => account)
  history = new EquityHistory(new Set(many), noon, [])
  history.measureBy({ ...worthNow, equityOf: () => amount(1n) })
  const [start, ms] = [5, 1 / minuteMs]
  const counts = [start, start, start + 3 * ms, 5.1, 5.2, 5.3].map((minute) => {
    pass(minute)
    return history.takeChanges().length
  })
  expect(counts).toEqual([50, 0, 3, 50, 17, 0])
})

test('a time span has the finest step that is kept that long and fits into the limit', () => {
  expect(equityStep(dayMs, 1_000)).toBe(5)
  expect(equityStep(7 * dayMs, 1_000)).toBe(60)
  expect(equityStep(30 * dayMs, 1_000)).toBe(60)
  expect(equityStep(41 * dayMs, 10_000)).toBe(60)
  expect(equityStep(42 * dayMs, 1_000)).toBe(1440)
  expect(equityStep(3_000 * dayMs, 1_000)).toBe(1440)
})
