// The engine and the auditor agree after every command, and the auditor notices a changed event.

import type { NumberedCommand } from '@basis/engine/commands'
import { createEngine, type ApplyResult } from '@basis/engine/engine'
import type { Event } from '@basis/engine/events'
import { describe, expect, test } from 'vitest'
import { proofSeeds } from '../../proof-length.ts'
import { createWorkload } from '../workload.ts'
import { FullAuditor } from './auditor.ts'
import { auditFullSeed, compare } from './compare.ts'

describe('R5: over all families, modes and coins the engine is a second exchange’s equal', () => {
  test.each(proofSeeds([2001, 2002, 2003], 1))(
    'seed %i',
    (seed) => {
      expect(auditFullSeed(seed, 900).commands.length).toBeGreaterThan(900)
    },
    180_000,
  )

  test.each(proofSeeds([1001, 1002, 1003, 1004], 2))('seed %i of USDT perpetuals', (seed) => {
    expect(auditFullSeed(seed, 700, 'usdt').commands.length).toBeGreaterThan(700)
  })

  test.each(proofSeeds([3001, 3002, 3003, 3004], 2))('seed %i of spot plans', (seed) => {
    expect(auditFullSeed(seed, 700, 'plans').commands.length).toBeGreaterThan(700)
  })

  const counts = new Map<string, number>()
  test.each([4, 7, 8])('seed %i in a storm', (seed) => {
    const run = auditFullSeed(seed, 700, 'storm')
    for (const [kind, count] of run.counts) counts.set(kind, (counts.get(kind) ?? 0) + count)
  })

  test('and in the storms positions were taken over and deleveraged', () => {
    expect(counts.get('PositionTakenOver')).toBeGreaterThan(3)
    expect(counts.get('PositionDeleveraged')).toBeGreaterThan(3)
  })
})

type Answer = readonly [NumberedCommand, ApplyResult]

/** Plays a stormy seed and lets the auditor see the answers as `seen` changes them. */
function auditSeen(commands: number, seen: (event: Event) => Event[]): void {
  const workload = createWorkload(4, 'storm')
  const engine = createEngine()
  const auditor = new FullAuditor()
  const perform = (seq: number, timeMs: number, command: NumberedCommand['command']): Answer => {
    const numbered = { seq, timeMs, command }
    const applied = engine.apply(numbered)
    workload.learn(command, applied)
    return [numbered, applied]
  }
  const check = ([numbered, applied]: Answer): void => {
    auditor.step(numbered, { ...applied, events: applied.events.flatMap(seen) })
    compare(auditor, engine)
  }
  const { opening, startMs } = workload
  opening.forEach((command, k) => check(perform(k + 1, startMs, command)))
  for (let k = 0; k < commands; k += 1) {
    const { timeMs, command } = workload.next(engine.views)
    check(perform(opening.length + k + 1, timeMs, command))
  }
}

describe('the auditor notices', () => {
  test('nothing where nothing is wrong', () => {
    expect(() => auditSeen(300, (event) => [event])).not.toThrow()
  })

  test('an order that was kept from it', () => {
    const leftOut = (event: Event): Event[] =>
      event.kind === 'OrderPlaced' && event.order.id === 3 ? [] : [event]
    expect(() => auditSeen(300, leftOut)).toThrow(/the auditor|nobody entered|meets none/)
  })

  test('a trade at another price, and a fee that is too high', () => {
    const dearer = (event: Event): Event[] =>
      event.kind === 'Traded' ? [{ ...event, priceTicks: event.priceTicks + 1 } as Event] : [event]
    expect(() => auditSeen(300, dearer)).toThrow(/price: the engine says/)
    const greedy = (event: Event): Event[] =>
      event.kind === 'OrderFilled'
        ? [{ ...event, fill: { ...event.fill, fee: event.fill.fee + 1n } } as Event]
        : [event]
    expect(() => auditSeen(300, greedy)).toThrow(/fee: the engine says/)
  })

  test('a liquidation that was not emitted', () => {
    const silent = (event: Event): Event[] =>
      event.kind === 'LiquidationStarted' || event.kind === 'PositionTakenOver' ? [] : [event]
    expect(() => auditSeen(1600, silent)).toThrow(/the auditor/)
  }, 180_000)
})
