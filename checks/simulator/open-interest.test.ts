// The open interest that the history computes from events equals the engine's after every command,
// in worlds with liquidations, take-overs, deleveraging, deliveries, copies, bots and combinations.

import { OpenInterest } from '@basis/server/read-model/open-interest'
import { expect, test } from 'vitest'
import { proofSeeds } from '../proof-length.ts'
import { runSeed } from './simulation.ts'
import type { World } from './workload.ts'

/** Returns the number of fills of orders and of combinations. */
function compare(world: World, seed: number, commands: number): number {
  const folded = new OpenInterest([], [], 0)
  const { counts } = runSeed({
    seed,
    commands,
    world,
    witness: ({ seq, timeMs }, { events }, { views }) => {
      // As the recorder does, which lists instruments for every part of the read model.
      for (const event of events) {
        if (event.kind === 'InstrumentListed') folded.list(event.instrument)
      }
      folded.apply({ seq, timeMs, events })
      for (const symbol of views.symbols()) {
        const market = views.symbol(symbol)
        if (market === undefined || market.instrument.kind === 'Spot') continue
        const expected = [symbol, market.openInterestLots]
        expect([symbol, folded.at(symbol, timeMs)]).toEqual(expected)
      }
    },
  })
  return (counts.get('OrderFilled') ?? 0) + (counts.get('SpreadFilled') ?? 0)
}

test.each(proofSeeds([9301, 9302, 9303], 1))(
  'open interest computed from events equals the engine’s, seed %i',
  (seed) => {
    for (const world of ['whole', 'storm'] as const) {
      expect(compare(world, seed, 1500)).toBeGreaterThan(100)
    }
  },
)

// These worlds are smaller, and each seed has different markets in them.
test.each(proofSeeds([2, 9302, 9303], 1))(
  'open interest with fills of copies, bots and combinations equals the engine’s, seed %i',
  (seed) => {
    const fills = (['copy', 'grid', 'spread'] as const).map((world) => compare(world, seed, 400))
    expect(Math.min(...fills)).toBeGreaterThan(20)
  },
)
