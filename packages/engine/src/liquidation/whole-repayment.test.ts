// Repayment of a debt in a coin whose balance is negative (rules 12.5): since version 2 of the
// rules a conversion also buys what the balance lacks, which takes the receipt first.

import { expect, test } from 'vitest'
import { venue, type Venue } from '../../testing/example-venue.ts'
import type { Event } from '../api/events.ts'

const pair = 'BTCUSDT LinearPerpetual BTC/USDT band=90:90 qty=1l..100000000l'
const hour = 3_600_000

/**
 * Alice has 0.1 BTC, a long bought at 60,000 whose loss is a negative balance of USDT, and a debt
 * of hours of interest on it.
 */
function indebted(rules: number): Venue {
  const made = venue(pair, { coin: 'BTC', alice: '0.1', rules })
  for (const line of [
    'coin BTC 9500',
    'coin USDT 10000',
    'index BTCUSDT 60000 coins BTC 60000',
    'loan USDT 0.0000125 limit=1000000 supply=5000000 tiers=10000:0.2:0.04,2000000:0.5:0.08',
    'spot-margin alice on',
    ...['bob', 'carol', 'dave'].map((name) => `deposit ${name} 1000000 USDT`),
  ])
    made.say(line)
  made.trade('alice', 'bob', ['0.5', '60000'])
  return made
}

/** Charges interest on the fee's negative balance for hours, without a price in between. */
function wait(made: Venue, hours: number): void {
  for (let k = 0; k < hours; k += 1) {
    made.wait(hour)
    made.say('index BTCUSDT 60000 coins BTC 60000')
  }
}

const usdtOf = (made: Venue) => made.account()?.coins.find(({ coin }) => coin === 'USDT')
const owed = (made: Venue): bigint => {
  const { principal = 0n, interest = 0n } = usdtOf(made) ?? {}
  return principal + interest
}
const conversions = (list: readonly Event[]) =>
  list.filter((event) => event.kind === 'LoanConverted').length

test('by hand, all of a debt is repaid and the balance is no longer negative', () => {
  const made = indebted(2)
  wait(made, 3)
  expect(owed(made)).toBeGreaterThan(0n)
  expect(usdtOf(made)?.balance).toBeLessThan(0n)
  made.say('repay alice USDT all convert')
  expect(owed(made)).toBe(0n)
  expect(usdtOf(made)?.balance).toBe(0n)
})

test('under the first rules the debt stayed, as journals of theirs must replay', () => {
  const made = indebted(1)
  wait(made, 3)
  const before = owed(made)
  made.say('repay alice USDT all convert')
  expect(owed(made)).toBe(before)
})

test('at risk, one price sells the coin once and leaves no debt', () => {
  const made = indebted(2)
  wait(made, 100)
  made.trade('carol', 'dave', ['1', '51000'])
  made.wait(1000)
  const { events } = made.say('index BTCUSDT 51000 coins BTC 51000')
  // Under the first rules it was sold 1,231 times, each time for as much as the debt.
  expect(conversions(events)).toBe(1)
  expect(owed(made)).toBe(0n)
  expect(made.account()?.coins.every(({ balance }) => balance >= 0n)).toBe(true)
})
