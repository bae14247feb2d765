// Random bots, checked by the auditor, with restarts, over many seeds (rules 17, 21, 22).

import { describe, expect, test } from 'vitest'
import { proofSeeds } from '../proof-length.ts'
import { auditFullSeed } from './full-auditor/compare.ts'
import { replay, reversed, runSeed } from './simulation.ts'
import { gridKinds } from './soak.ts'

/** The first three accept and refuse every command of bots, also the rare ones. */
const allSeeds = [...new Set([5, 20, 1, ...Array.from({ length: 60 }, (_, k) => k + 1)])]
const seeds = proofSeeds(allSeeds, 8)
const counts = new Map<string, number>()
const count = (more: ReadonlyMap<string, number>): void => {
  for (const [kind, times] of more) counts.set(kind, (counts.get(kind) ?? 0) + times)
}

describe('grid bots', () => {
  test(`R1, D5: over ${seeds.length} seeds no law is violated, and a replay with restarts ends in the same state`, () => {
    for (const seed of seeds) {
      const run = runSeed({ seed, commands: 300, world: 'grid' })
      count(run.counts)
      if (seed % 5 !== 0) continue
      const again = replay(run.commands, seed, 6)
      expect([seed, again.stateHash]).toEqual([seed, run.stateHash])
      expect([seed, again.eventHash]).toEqual([seed, run.eventHash])
      const other = replay(reversed(run.commands), seed, 0)
      expect([seed, other.stateHash]).toEqual([seed, run.stateHash])
    }
  })

  test.each(proofSeeds([301, 302, 303, 304], 1))(
    'the auditor agrees with the engine, seed %i',
    (seed) => {
      count(auditFullSeed(seed, 500, { world: 'grid' }).counts)
    },
    120_000,
  )

  test('every command of bots is accepted and refused at least once, and many cells complete', () => {
    for (const kind of gridKinds) {
      expect([kind, counts.get(`${kind} done`)]).not.toContain(undefined)
      expect([kind, counts.get(`${kind} refused`)]).not.toContain(undefined)
    }
    expect(counts.get('GridChanged')).toBeGreaterThan(8 * seeds.length)
    expect(counts.get('SpotBotChanged')).toBeGreaterThan(3 * seeds.length)
  })
})
