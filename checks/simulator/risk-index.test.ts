// The index of liquidation prices liquidates exactly as a check of all accounts: a second engine
// that checks every account at every price emits the same events (reliability L6).

import { createPrng, type Prng } from '@basis/domain/numbers/prng'
import { priceE8 } from '@basis/domain/numbers/fixed'
import type { Command, NumberedCommand } from '@basis/engine/commands'
import { createEngine, stateOf, type Engine } from '@basis/engine/engine'
import { stateHash } from '@basis/engine/snapshot'
import { describe, expect, test } from 'vitest'
import { proofLength, proofSeeds } from '../proof-length.ts'
import { runSeed } from './simulation.ts'

const seeds = proofSeeds(
  Array.from({ length: 30 }, (_, k) => 7001 + k),
  1,
)

/** Marks every account as the engine marks one that changed. */
function checkAllAccounts(engine: Engine): void {
  for (const { risk } of stateOf(engine).accounts.values()) {
    if (!risk.isToCheck) risk.toCheck.push(risk.id)
    risk.isToCheck = true
  }
}

/** Moves all prices of markets and coins, without other commands. */
function nextPrices(engine: Engine, prng: Prng): Command {
  const { markets, coins } = stateOf(engine)
  const moved = (price: number): number =>
    price + Math.floor((price * (prng.nextBelow(161) - 80)) / 10_000)
  return {
    kind: 'UpdatePrices',
    prices: markets
      .filter(({ indexE8 }) => indexE8 > 100_000)
      .map(({ instrument, indexE8 }) => ({
        symbol: instrument.symbol,
        indexE8: priceE8(moved(indexE8)),
      })),
    coins: [...coins]
      .filter(([, { usdE8 }]) => usdE8 > 100_000_000)
      .map(([coin, { usdE8 }]) => ({ coin, usdE8: priceE8(moved(usdE8)) })),
  }
}

describe.each(['usdt', 'whole'] as const)('in the %s world', (world) => {
  test.each(seeds)('L6, R4: the index and the check of all accounts agree, seed %i', (seed) => {
    const { commands } = runSeed({ seed, commands: proofLength(2000, 1200), world })
    const indexed = createEngine()
    const walked = createEngine()
    const both = (numbered: NumberedCommand): void => {
      const { kind } = numbered.command
      if (kind === 'UpdatePrices' || kind === 'AdvanceTime') checkAllAccounts(walked)
      const emitted = indexed.apply(numbered).events
      expect(emitted, `${kind} ${numbered.seq}`).toEqual(walked.apply(numbered).events)
    }
    for (const numbered of commands) both(numbered)
    const prng = createPrng(seed)
    for (let k = 1; k <= 300; k += 1) {
      const timeMs = indexed.lastTimeMs() + 1000
      both({ seq: indexed.lastSeq() + 1, timeMs, command: nextPrices(indexed, prng) })
    }
    expect(stateHash(indexed)).toBe(stateHash(walked))
  })
})
