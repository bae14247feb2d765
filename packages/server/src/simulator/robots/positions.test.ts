// Who trades next: on a day of stops whoever lacks most, in a cascade those who want out.

import { createPrng } from '@basis/domain/numbers/prng'
import { expect, test } from 'vitest'
import { listings } from '../../instruments/listings.ts'
import { membersOf } from './members.ts'
import { RobotPositions, type TakerMarket } from './positions.ts'

const seed = 7
const listing = listings.find(({ instrument }) => instrument.symbol === 'BTCUSDT')
if (listing === undefined) throw new Error('BTCUSDT is not listed')
const { instrument } = listing
const members = membersOf(listing, seed, listings)
const market: TakerMarket = {
  timeMs: Date.UTC(2026, 10, 23, 9),
  dailyLots: 1_000_000,
  trend: 0,
}

/** Everybody holds what he usually does; then longs of these kinds lose it all. */
function afterFallOf(...kinds: readonly string[]): RobotPositions {
  const positions = new RobotPositions(instrument, createPrng(seed), members)
  const usual = (share: number): number => Math.round(share * market.dailyLots)
  for (const { account, sign, share } of members) positions.set(account, sign * usual(share))
  positions.takerFor(1, market)
  for (const { account, sign, kind } of members) {
    if (sign === 1 && kinds.includes(kind)) positions.set(account, 0)
  }
  return positions
}

/** Of a hundred takers of a side, those who close with their order. */
function closers(positions: RobotPositions, sign: 1 | -1): number {
  const takers = Array.from({ length: 100 }, () => positions.takerFor(sign, market))
  return takers.filter((account) => positions.of(account) * sign < 0).length
}

test('stops of retail are an ordinary day: nobody hurries', () => {
  expect(afterFallOf('retail').hasteAt(market.timeMs)).toBe(1)
})

test('where leverage falls with them all want out: takers come often, and close', () => {
  const positions = afterFallOf('retail', 'careless')
  expect(positions.hasteAt(market.timeMs)).toBeGreaterThan(20)
  const [sellers, buyers] = [closers(positions, -1), closers(positions, 1)]
  expect(sellers).toBeGreaterThan(50)
  expect(buyers).toBeGreaterThan(50)
  // Within the hour the hurry is over.
  expect(positions.hasteAt(market.timeMs + 3_600_000)).toBeLessThan(1.01)
})
