// Which member trades next: usually the one farthest below its target, in a cascade those who
// close.

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

/** Every member holds a multiple of its target position. */
function holdingTargets(times: number): RobotPositions {
  const positions = new RobotPositions(instrument, createPrng(seed), members)
  for (const member of members) {
    const wish = member.share * targetInventoryOf(member, market.timeMs, market.trend)
    positions.set(member.account, member.sign * Math.round(times * wish * market.dailyLots))
  }
  return positions
}

/** Every member holds its target position; then longs of these kinds lose theirs. */
function afterFallOf(...kinds: readonly string[]): RobotPositions {
  const positions = holdingTargets(1)
  positions.takerFor(1, market)
  for (const { account, sign, kind } of members) {
    if (sign === 1 && kinds.includes(kind)) positions.set(account, 0)
  }
  return positions
}

/** The number of a hundred takers of a side whose order closes a position. */
function closers(positions: RobotPositions, sign: 1 | -1): number {
  const takers = Array.from({ length: 100 }, () => positions.takerFor(sign, market))
  return takers.filter((account) => positions.of(account) * sign < 0).length
}

test('when only retail longs are stopped out takers keep their usual rate', () => {
  expect(afterFallOf('retail').hasteAt(market.timeMs)).toBe(1)
})

test('when careless longs are liquidated too takers come more often, and more of them close', () => {
  const positions = afterFallOf('retail', 'careless')
  expect(positions.hasteAt(market.timeMs)).toBeGreaterThan(6)
  const [sellers, buyers] = [closers(positions, -1), closers(positions, 1)]
  const usual = holdingTargets(1)
  expect(sellers).toBeGreaterThan(1.5 * closers(usual, -1))
  expect(buyers).toBeGreaterThan(1.5 * closers(usual, 1))
  // Within an hour the rate is usual again.
  expect(positions.hasteAt(market.timeMs + 3_600_000)).toBeLessThan(1.01)
})

/** The total position of the members of a side, in positive lots. */
const heldBy = (positions: RobotPositions, of: 1 | -1): number =>
  members.reduce(
    (sum, { account, sign }) => sum + (sign === of ? positions.of(account) * of : 0),
    0,
  )

test.each([
  { held: 0.98, does: 'open' },
  { held: 1.02, does: 'close' },
] as const)(
  'a long and a short member who both want to $does trade a block of the same lots off the book',
  ({ held, does }) => {
    const positions = holdingTargets(held)
    const trade = positions.blockTrade(market)
    if (trade === undefined) throw new Error('nobody found a partner')
    const { buyer, seller, lots } = trade
    expect(lots).toBeGreaterThan(0)
    // Neither passes its target: the lots are no more than the distance of each to its target.
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

test('members at their target, and members during a cascade, trade no blocks', () => {
  expect(afterFallOf().blockTrade(market)).toBeUndefined()
  expect(afterFallOf('retail', 'careless').blockTrade(market)).toBeUndefined()
})

test('a block trade is too small to raise the rate of takers', () => {
  const positions = holdingTargets(1.5)
  positions.takerFor(1, market)
  const trade = positions.blockTrade(market)
  if (trade === undefined) throw new Error('nobody found a partner')
  positions.set(trade.buyer, positions.of(trade.buyer) + trade.lots)
  positions.set(trade.seller, positions.of(trade.seller) - trade.lots)
  expect(positions.hasteAt(market.timeMs)).toBe(1)
})

test('members without positions trade no blocks', () => {
  const positions = new RobotPositions(instrument, createPrng(seed), members)
  expect(positions.blockTrade(market)).toBeUndefined()
})
