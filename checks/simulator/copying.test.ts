// Random leaders and followers, checked by the auditor, with restarts, over many seeds (rules 16).

import { describe, expect, test } from 'vitest'
import { proofSeeds } from '../proof-length.ts'
import { auditFullSeed } from './full-auditor/compare.ts'
import { replay, reversed, runSeed } from './simulation.ts'
import { copyKinds } from './soak.ts'

/** The first two reach what is rare: a transfer that fails, a leader that ends. */
const allSeeds = [...new Set([17, 10, ...Array.from({ length: 100 }, (_, k) => k + 1)])]
const seeds = proofSeeds(allSeeds, 8)
const counts = new Map<string, number>()
const count = (more: ReadonlyMap<string, number>): void => {
  for (const [kind, times] of more) counts.set(kind, (counts.get(kind) ?? 0) + times)
}

describe('copying', () => {
  test(`R1, D5: over ${seeds.length} seeds no law is violated, and a replay with restarts ends in the same state`, () => {
    for (const seed of seeds) {
      const run = runSeed({ seed, commands: 260, world: 'copy' })
      count(run.counts)
      if (seed % 5 !== 0) continue
      const again = replay(run.commands, seed, 6)
      expect([seed, again.stateHash]).toEqual([seed, run.stateHash])
      expect([seed, again.eventHash]).toEqual([seed, run.eventHash])
      const other = replay(reversed(run.commands), seed, 0)
      expect([seed, other.stateHash]).toEqual([seed, run.stateHash])
    }
  })

  test.each(proofSeeds([201, 202, 203, 204], 1))(
    'the auditor agrees with the engine, seed %i',
    (seed) => {
      count(auditFullSeed(seed, 400, { world: 'copy' }).counts)
    },
    120_000,
  )

  test('every command of copy trading is accepted and refused, and many orders are copied', () => {
    for (const kind of copyKinds) {
      const [done = 0, refused = 0] = ['done', 'refused'].map((end) => counts.get(`${kind} ${end}`))
      expect([kind, done > 0, refused > 0]).toEqual([kind, true, true])
    }
    expect(counts.get('Copied')).toBeGreaterThan(5 * seeds.length)
    expect(counts.get('copyTransferFailed')).toBeGreaterThan(3)
  })
})
