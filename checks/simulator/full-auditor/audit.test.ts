// The engine and the auditor agree after every command, and the auditor notices a changed event.

import type { NumberedCommand } from '@basis/engine/commands'
import { createEngine, type ApplyResult } from '@basis/engine/engine'
import type { Event } from '@basis/engine/events'
import { describe, expect, test } from 'vitest'
import { proofLength, proofSeeds } from '../../proof-length.ts'
import { createWorkload, type World } from '../workload.ts'
import { FullAuditor } from './auditor.ts'
import { auditFullSeed, compare } from './compare.ts'

describe('R5: over all families, modes and coins the engine and the auditor agree after every command', () => {
  const totals = new Map<string, number>()
  const addCounts = ({ counts }: { readonly counts: ReadonlyMap<string, number> }): void => {
    for (const [kind, count] of counts) totals.set(kind, (totals.get(kind) ?? 0) + count)
  }

  test.each(proofSeeds([2001, 2002, 2003], 1))(
    'seed %i',
    (seed) => {
      const commands = proofLength(900, 400)
      expect(auditFullSeed(seed, commands).commands.length).toBeGreaterThan(commands)
    },
    180_000,
  )

  test.each(proofSeeds([1001, 1002, 1003, 1004], 1))('seed %i of USDT perpetuals', (seed) => {
    const commands = proofLength(700, 400)
    expect(auditFullSeed(seed, commands, { world: 'usdt' }).commands.length).toBeGreaterThan(
      commands,
    )
  })

  test.each(proofSeeds([3001, 3002, 3003, 3004], 1))('seed %i of spot plans', (seed) => {
    const commands = proofLength(700, 400)
    expect(auditFullSeed(seed, commands, { world: 'plans' }).commands.length).toBeGreaterThan(
      commands,
    )
  })

  test.each(proofSeeds([4001, 4002, 4003, 4004], 1))('seed %i of combinations', (seed) => {
    addCounts(auditFullSeed(seed, proofLength(500, 300), { world: 'spread' }))
  })

  test.each(proofSeeds([5004, 5002, 5003, 5001], 1))('seed %i of loans', (seed) => {
    addCounts(auditFullSeed(seed, proofLength(500, 300), { world: 'loan' }))
  })

  // Bitcoin is owed most and the dollars, owed too, are its only payer: a first pass repays the
  // dollars from the account's own, a second one converts what is left of them at 96 %.
  test('a debt whose only payer is owed itself is repaid in a second pass', () => {
    const { counts } = auditFullSeed(701, 212, { world: 'loan' })
    expect(counts.get('LoanConverted')).toBeGreaterThan(0)
  })

  test.each(proofSeeds([6006, 6003, 6005, 6012], 1))('seed %i of auctions', (seed) => {
    const { counts } = auditFullSeed(seed, 500, { world: 'launch' })
    for (const kind of ['AmendRule done', 'SetCollateral done', 'auctionLimitOnly']) {
      expect([kind, (counts.get(kind) ?? 0) > 0]).toEqual([kind, true])
    }
  })

  test.each(proofSeeds([8, 7, 4], 1))('seed %i in a storm', (seed) => {
    addCounts(auditFullSeed(seed, 700, { world: 'storm' }))
  })

  test('combinations were traded, loans converted and charged, positions taken over and deleveraged', () => {
    expect(totals.get('SpreadFilled')).toBeGreaterThan(10)
    expect(totals.get('LoanConverted')).toBeGreaterThan(0)
    expect(totals.get('InterestCharged')).toBeGreaterThan(0)
    expect(totals.get('PositionTakenOver')).toBeGreaterThan(3)
    expect(totals.get('PositionDeleveraged')).toBeGreaterThan(3)
  })
})

type Answer = readonly [NumberedCommand, ApplyResult]

/** Runs a seed and shows the auditor the events as changed by `seen`. */
function auditChanged(
  commands: number,
  seen: (event: Event) => Event[],
  { seed, world }: { readonly seed: number; readonly world: World } = { seed: 4, world: 'storm' },
): void {
  const workload = createWorkload(seed, world)
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
  test('no difference if nothing is wrong', () => {
    expect(() => auditChanged(300, (event) => [event])).not.toThrow()
  })

  test('an order whose event is missing', () => {
    const leftOut = (event: Event): Event[] =>
      event.kind === 'OrderPlaced' && event.order.id === 3 ? [] : [event]
    expect(() => auditChanged(300, leftOut)).toThrow(/the auditor|nobody entered|meets none/)
  })

  test('a trade at another price, and a fee that is too high', () => {
    const dearer = (event: Event): Event[] =>
      event.kind === 'Traded' ? [{ ...event, priceTicks: event.priceTicks + 1 } as Event] : [event]
    expect(() => auditChanged(300, dearer)).toThrow(/price: the engine says/)
    const greedy = (event: Event): Event[] =>
      event.kind === 'OrderFilled'
        ? [{ ...event, fill: { ...event.fill, fee: event.fill.fee + 1n } } as Event]
        : [event]
    expect(() => auditChanged(300, greedy)).toThrow(/fee: the engine says/)
  })

  test('a liquidation that was not emitted', () => {
    const silent = (event: Event): Event[] =>
      event.kind === 'LiquidationStarted' || event.kind === 'PositionTakenOver' ? [] : [event]
    // The first liquidation of this storm comes after some hundred commands.
    const storm = { seed: 8, world: 'storm' } as const
    expect(() => auditChanged(300, silent, storm)).toThrow(/the auditor/)
  })

  test('a leg of a combination with another fee, and one whose event is missing', () => {
    const combinations = { seed: 4001, world: 'spread' } as const
    const dearer = (event: Event): Event[] =>
      event.kind === 'SpreadFilled'
        ? [{ ...event, fill: { ...event.fill, near: { ...event.fill.near, fee: 0n } } } as Event]
        : [event]
    expect(() => auditChanged(300, dearer, combinations)).toThrow(/fee: the engine says 0/)
    const silent = (event: Event): Event[] => (event.kind === 'SpreadFilled' ? [] : [event])
    expect(() => auditChanged(300, silent, combinations)).toThrow(/not told|the engine says/)
  })

  test('a trade of an auction at another price, and one whose event is missing', () => {
    const auctions = { seed: 6006, world: 'launch' } as const
    const isNew = (event: Event): boolean =>
      event.kind === 'Traded' && event.symbol.startsWith('NEW')
    const dearer = (event: Event): Event[] =>
      isNew(event) ? [{ ...event, priceTicks: 1 } as Event] : [event]
    expect(() => auditChanged(300, dearer, auctions)).toThrow(/auction trade .* price: the engine/)
    const silent = (event: Event): Event[] => (isNew(event) ? [] : [event])
    expect(() => auditChanged(300, silent, auctions)).toThrow(/auction|by no trade/)
  })

  test('a loan that is repaid with too little, and one whose conversion is missing', () => {
    const loans = { seed: 5004, world: 'loan' } as const
    const cheap = (event: Event): Event[] =>
      event.kind === 'LoanConverted' ? [{ ...event, given: event.given - 1n } as Event] : [event]
    expect(() => auditChanged(500, cheap, loans)).toThrow(/given: the engine says/)
    const silent = (event: Event): Event[] => (event.kind === 'LoanConverted' ? [] : [event])
    expect(() => auditChanged(500, silent, loans)).toThrow(/the engine says/)
  })
})
