// The commands of the random traders: every kind that the exchange has, mostly accepted, and prices
// at which several accounts are liquidated at once.

import { describe, expect, test } from 'vitest'
import { proofLength } from '../../proof-length.ts'
import { isApart, sharesOf } from '../soak.ts'
import { runSeed } from '../simulation.ts'

const counts = new Map<string, number>()
/** The maximum number of accounts liquidated by one command. */
let together = 0
/** Positions checked after a price, and those whose mark was between two ticks. */
let held = 0
let betweenTicks = 0
const runs = [
  [14, 'storm'],
  [19, 'whole'],
  [12, 'storm'],
  [13, 'whole'],
] as const
for (const [seed, world] of runs.slice(0, proofLength(4, 2))) {
  const run = runSeed({
    seed,
    commands: 2500,
    world,
    witness: ({ command, seq }, { events }, engine) => {
      if (command.kind === 'UpdatePrices' && seq % 10 === 0) {
        for (const account of engine.views.accounts()) {
          for (const { position, markPriceE8 } of engine.views.positions(account)) {
            const { tickSizeE8 = 1 } = engine.views.instrument(position.symbol) ?? {}
            held += 1
            if (markPriceE8 % tickSizeE8 !== 0) betweenTicks += 1
          }
        }
      }
      const fallen = events.flatMap((event) =>
        event.kind === 'LiquidationStarted' ? [event.account] : [],
      )
      together = Math.max(together, new Set(fallen).size)
    },
  })
  for (const [kind, count] of run.counts) counts.set(kind, (counts.get(kind) ?? 0) + count)
}

describe('the mix of a run', () => {
  const shares = sharesOf(counts).filter(({ kind }) => !isApart(kind))
  const done = shares.reduce((sum, share) => sum + share.done, 0)
  const refused = shares.reduce((sum, share) => sum + share.refused, 0)

  test.each(shares)('at least 1 % of the accepted commands are $kind', (share) => {
    expect(share.done / done).toBeGreaterThanOrEqual(0.01)
  })

  test('less than a quarter of the commands is refused', () => {
    expect(refused / (done + refused)).toBeLessThan(0.25)
  })

  test('margin is replenished, positions are taken over and deleveraged', () => {
    for (const kind of ['MarginReplenished', 'PositionTakenOver', 'PositionDeleveraged']) {
      expect([kind, (counts.get(kind) ?? 0) > 10]).toEqual([kind, true])
    }
  })

  test('2.2: marks of open positions are partly on a tick, partly between two', () => {
    expect(held).toBeGreaterThan(500)
    expect(betweenTicks / held).toBeGreaterThan(0.2)
    expect(betweenTicks).toBeLessThan(held)
  })

  test('one command liquidates several accounts', () => {
    expect(together).toBeGreaterThan(2)
  })
})
