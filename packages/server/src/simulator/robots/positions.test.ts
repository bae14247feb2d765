// Who trades next: on a day of stops whoever lacks most, in a cascade those who want out.

import { createPrng } from '@basis/domain/numbers/prng'
import { expect, test } from 'vitest'
import { listings } from '../../instruments/listings.ts'
import { membersOf, targetInventoryOf } from './members.ts'
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

/** Everybody holds so many times what he likes to hold. */
function everybodyHolds(times: number): RobotPositions {
  const positions = new RobotPositions(instrument, createPrng(seed), members)
  for (const member of members) {
    const wish = member.share * targetInventoryOf(member, market.timeMs, market.trend)
    positions.set(member.account, member.sign * Math.round(times * wish * market.dailyLots))
  }
  return positions
}

/** Everybody holds what he likes to hold; then longs of these kinds lose it all. */
function afterFallOf(...kinds: readonly string[]): RobotPositions {
  const positions = everybodyHolds(1)
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
  expect(positions.hasteAt(market.timeMs)).toBeGreaterThan(6)
  const [sellers, buyers] = [closers(positions, -1), closers(positions, 1)]
  const usual = everybodyHolds(1)
  expect(sellers).toBeGreaterThan(1.5 * closers(usual, -1))
  expect(buyers).toBeGreaterThan(1.5 * closers(usual, 1))
  // Within the hour the hurry is over.
  expect(positions.hasteAt(market.timeMs + 3_600_000)).toBeLessThan(1.01)
})

/** What members of a side hold together, in lots above zero. */
const heldBy = (positions: RobotPositions, of: 1 | -1): number =>
  members.reduce(
    (sum, { account, sign }) => sum + (sign === of ? positions.of(account) * of : 0),
    0,
  )

test.each([
  { held: 0.98, does: 'open' },
  { held: 1.02, does: 'close' },
] as const)(
  'a long and a short member who both want to $does do it beside the book, by the same lots',
  ({ held, does }) => {
    const positions = everybodyHolds(held)
    const trade = positions.blockTrade(market)
    if (trade === undefined) throw new Error('nobody found a partner')
    const { buyer, seller, lots } = trade
    expect(lots).toBeGreaterThan(0)
    // Neither passes what it likes to hold: the lots are no more than what each is away from it.
    for (const account of [buyer, seller]) {
      const wished = Math.abs(positions.of(account)) / held
      expect(lots).toBeLessThanOrEqual(Math.abs(wished - Math.abs(positions.of(account))) + 1)
    }
    const [longs, shorts] = [heldBy(positions, 1), heldBy(positions, -1)]
    positions.set(buyer, positions.of(buyer) + lots)
    positions.set(seller, positions.of(seller) - lots)
    const changed = does === 'open' ? lots : -lots
    expect(heldBy(positions, 1) - longs).toBe(changed)
    expect(heldBy(positions, -1) - shorts).toBe(changed)
  },
)

test('who holds what he likes to hold, and who sees others fall, trades no blocks', () => {
  expect(afterFallOf().blockTrade(market)).toBeUndefined()
  expect(afterFallOf('retail', 'careless').blockTrade(market)).toBeUndefined()
})

test('a block is a small part of what its parties hold: nobody is alarmed by it', () => {
  const positions = everybodyHolds(1.5)
  positions.takerFor(1, market)
  const trade = positions.blockTrade(market)
  if (trade === undefined) throw new Error('nobody found a partner')
  positions.set(trade.buyer, positions.of(trade.buyer) + trade.lots)
  positions.set(trade.seller, positions.of(trade.seller) - trade.lots)
  expect(positions.hasteAt(market.timeMs)).toBe(1)
})

test('who has no position trades no block', () => {
  const positions = new RobotPositions(instrument, createPrng(seed), members)
  expect(positions.blockTrade(market)).toBeUndefined()
})
