// Random traders of combinations over many seeds, with restarts and previews (rules 20).

import { describe, expect, test } from 'vitest'
import { createEngine } from '@basis/engine/engine'
import { replay, reversed, runSeed } from './simulation.ts'
import { proofLength } from '../proof-length.ts'
import { spreadKinds } from './soak.ts'

const counts = new Map<string, number>()
const seeds = proofLength(200, 12)

describe('combinations', () => {
  test(`20.4, R1, D5: over ${seeds} seeds no law is violated, and replays with restarts end in the same state`, () => {
    for (let seed = 1; seed <= seeds; seed += 1) {
      const run = runSeed({ seed, commands: 300, world: 'spread' })
      for (const [kind, times] of run.counts) counts.set(kind, (counts.get(kind) ?? 0) + times)
      if (seed % 4 !== 0) continue
      const again = replay(run.commands, seed, 6)
      expect([seed, again.stateHash]).toEqual([seed, run.stateHash])
      expect([seed, again.eventHash]).toEqual([seed, run.eventHash])
      const other = replay(reversed(run.commands), seed, 0)
      expect([seed, other.stateHash]).toEqual([seed, run.stateHash])
    }
  }, 600_000)

  test('a preview equals the outcome of the same command, including the legs', () => {
    let compared = 0
    for (let seed = 301; seed <= 306; seed += 1) {
      const run = runSeed({ seed, commands: 250, world: 'spread' })
      const engine = createEngine()
      for (const numbered of run.commands) {
        const { command, timeMs } = numbered
        // A preview uses the time of the newest command.
        const isNow = command.kind === 'PlaceSpread' && timeMs === engine.lastTimeMs()
        const preview = isNow ? engine.preview(command) : undefined
        const applied = engine.apply(numbered)
        if (preview === undefined) continue
        expect([seed, numbered.seq, preview.events]).toEqual([seed, numbered.seq, applied.events])
        if (applied.events.some(({ kind }) => kind === 'SpreadFilled')) compared += 1
      }
    }
    expect(compared).toBeGreaterThan(20)
  })

  test('every command is accepted, combinations fill, and legs fail on either side', () => {
    for (const kind of spreadKinds) {
      expect([kind, (counts.get(`${kind} done`) ?? 0) > 10]).toEqual([kind, true])
    }
    expect(counts.get('SpreadFilled')).toBeGreaterThan(10 * seeds)
    // A buyer of a pair's leg lacks the quote coin, a seller the coin itself.
    expect(counts.get('insufficientBalance')).toBeGreaterThan(5)
    expect(counts.get('insufficientCoin')).toBeGreaterThan(5)
  })
})
