// The open interest that the history folds from events is the engine's own after every command, in
// worlds with liquidations, take-overs, deleveraging and deliveries.

import { OpenInterest } from '@basis/server/read-model/open-interest'
import { expect, test } from 'vitest'
import { proofSeeds } from './proof-length.ts'
import { runSeed } from './simulation.ts'

const seeds = proofSeeds([9301, 9302, 9303], 1)

test.each(seeds)('what is folded is what stands open, seed %i', (seed) => {
  for (const world of ['whole', 'storm'] as const) {
    const folded = new OpenInterest([], [], 0)
    const { counts } = runSeed({
      seed,
      commands: 1500,
      world,
      witness: ({ seq, timeMs }, { events }, { views }) => {
        folded.apply({ seq, timeMs, events })
        for (const symbol of views.symbols()) {
          const market = views.symbol(symbol)
          if (market === undefined || market.instrument.kind === 'Spot') continue
          const stands = [symbol, market.openInterestLots]
          expect([symbol, folded.at(symbol, timeMs)]).toEqual(stands)
        }
      },
    })
    expect(counts.get('OrderFilled') ?? 0).toBeGreaterThan(100)
  }
})
