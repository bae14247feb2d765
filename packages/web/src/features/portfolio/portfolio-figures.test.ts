// Figures of the portfolio: days are UTC days, and sums are exact sums of their records.

import { expect, test } from 'vitest'
import { amount } from '@basis/domain/numbers/fixed'
import type { WireFunding } from '@basis/protocol/account'
import type { WireClosedPnl } from '@basis/protocol/position'
import {
  allocation,
  bestAndWorst,
  cumulativePnl,
  daysOf,
  fundingTotals,
  fundsNow,
  monthAt,
  totalOf,
  weeksOf,
} from './portfolio-figures.ts'

const closed = (time: string, closedPnl: string): WireClosedPnl => ({
  symbol: 'BTCUSDT',
  side: 'Buy',
  orderId: time,
  closedSize: '0.010',
  avgEntryPrice: '64000',
  avgExitPrice: '64100',
  entryValue: '640',
  exitValue: '641',
  tradePnl: closedPnl,
  openFee: '0',
  closeFee: '0',
  fundingFee: '0',
  closedPnl,
  cause: 'Trade',
  openedAtE3: Date.parse(time),
  closedAtE3: Date.parse(time),
  updatedAtE3: Date.parse(time),
})
const payment = (fundingFee: string) => ({ fundingFee }) as WireFunding
const november = monthAt(Date.parse('2026-11-23T07:00:00Z'))

test('a month begins and ends at midnight UTC, also at the end of a year', () => {
  expect(new Date(november.fromMs).toISOString()).toBe('2026-11-01T00:00:00.000Z')
  expect(new Date(november.toMs).toISOString()).toBe('2026-12-01T00:00:00.000Z')
  const january = monthAt(november.fromMs, 2)
  expect(new Date(january.fromMs).toISOString()).toBe('2027-01-01T00:00:00.000Z')
  expect(monthAt(january.fromMs, -2)).toEqual(november)
  expect(daysOf(monthAt(Date.UTC(2028, 1, 9)), [])).toHaveLength(29)
})

test('weeks begin on Monday', () => {
  const weeks = (timeMs: number) =>
    weeksOf(monthAt(timeMs), daysOf(monthAt(timeMs), [])).map((week) =>
      week.map((day) => (day === undefined ? 0 : new Date(day.fromMs).getUTCDate())),
    )
  const shown = weeks(november.fromMs)
  expect(shown).toHaveLength(6)
  expect(shown[0]).toEqual([0, 0, 0, 0, 0, 0, 1])
  expect(shown[1]).toEqual([2, 3, 4, 5, 6, 7, 8])
  expect(shown[5]).toEqual([30, 0, 0, 0, 0, 0, 0])
  expect(weeks(Date.UTC(2027, 1, 1))).toHaveLength(4)
})

test('a day is the exact sum of its records in UTC; records of other months are left out', () => {
  const days = daysOf(november, [
    closed('2026-11-01T00:00:00.000Z', '0.1'),
    closed('2026-11-01T23:59:59.999Z', '0.2'),
    closed('2026-11-02T00:00:00.000Z', '-0.00000001'),
    closed('2026-10-31T23:59:59.999Z', '7'),
    closed('2026-12-01T00:00:00.000Z', '9'),
  ])
  expect(days).toHaveLength(30)
  expect(days[0]).toEqual({ fromMs: november.fromMs, pnl: 30_000_000n, count: 2 })
  expect(days[1]).toEqual({ fromMs: Date.UTC(2026, 10, 2), pnl: -1n, count: 1 })
  expect(totalOf(days)).toBe(29_999_999n)
  expect(days.slice(2).every(({ count }) => count === 0)).toBe(true)
})

test('the curve of cumulative P&L begins at zero and ends with the current day', () => {
  const days = daysOf(november, [
    closed('2026-11-01T05:00:00Z', '10'),
    closed('2026-11-03T05:00:00Z', '-12.5'),
  ])
  expect(cumulativePnl(days, Date.parse('2026-11-04T00:00:00Z'))).toEqual([
    0n,
    1_000_000_000n,
    1_000_000_000n,
    -250_000_000n,
    -250_000_000n,
  ])
})

test('the best records are gains and the worst are losses, the largest first', () => {
  const records = ['3', '-1', '0', '5', '-4', '4'].map((pnl, at) =>
    closed(`2026-11-0${at + 1}T00:00:00Z`, pnl),
  )
  const { best, worst } = bestAndWorst(records, 2)
  expect(best.map(({ record }) => record.closedPnl)).toEqual(['5', '4'])
  expect(worst.map(({ record }) => record.closedPnl)).toEqual(['-4', '-1'])
})

test('received and paid funding are summed separately', () => {
  const totals = fundingTotals(['0.3', '-0.1', '0.00000001', '-2'].map(payment))
  expect(totals).toEqual({ received: 30_000_001n, paid: 210_000_000n })
})

test('coin shares are of the positive values; a debt has no share', () => {
  const coin = (name: string, usdValue: bigint) => ({
    coin: name,
    balance: amount(0n),
    locked: amount(0n),
    owed: amount(0n),
    unrealised: amount(0n),
    equity: amount(usdValue),
    available: amount(0n),
    free: amount(0n),
    usdValue: amount(usdValue),
  })
  const shares = allocation([
    coin('USDC', 100n),
    coin('ETH', 0n),
    coin('BTC', 200n),
    coin('X', -9n),
  ])
  expect(shares.map(({ coin: name, shareE4 }) => [name, shareE4])).toEqual([
    ['BTC', 6_666],
    ['USDC', 3_333],
    ['X', undefined],
  ])
})

test('the total equity follows the trading wallet, with other wallets as in the last answer', () => {
  const usd = (text: string) => amount(BigInt(Math.round(Number(text) * 100)) * 1_000_000n)
  const answer = { total: '1250', unified: '700', funding: '50', bots: '400', copy: '100' }
  const elsewhere = { funding: usd('50'), bots: usd('400'), copy: usd('100') }
  expect(fundsNow(answer, usd('712.5'))).toEqual({
    ...elsewhere,
    total: usd('1262.5'),
    unified: usd('712.5'),
  })
  // 300 went into a bot since: the answer is used unchanged, as its bots do not have them yet.
  expect(fundsNow(answer, undefined)).toEqual({
    ...elsewhere,
    total: usd('1250'),
    unified: usd('700'),
  })
})
