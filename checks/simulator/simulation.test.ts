// Random commands in worlds of all six families: money is conserved after every one, every law of
// `laws/` holds, and every run can be replayed to the same hashes.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { runScenario } from '@basis/engine/testing/scenario'
import { describe, expect, test, vi } from 'vitest'
import { isApart, missedKinds } from './soak.ts'
import { lineOf } from './simulate.ts'
import { proofLength, proofSeeds } from '../proof-length.ts'
import { LawBroken, replay, runSeed, shrunk, tapeOf } from './simulation.ts'

const allSeeds = Array.from({ length: 30 }, (_, k) => k + 1)
// The first of each reaches every event that is required below.
const seeds = proofSeeds([30, ...allSeeds.slice(0, 9)], 1)
const wholeSeeds = proofSeeds([4, ...allSeeds.filter((seed) => seed !== 4)], 1)
const commands = 2500
const counts = new Map<string, number>()
const whole = new Map<string, number>()

/** Events that must occur, and how often per seed on average. */
type Least = readonly (readonly [string, number])[]

const tooFew = (reached: ReadonlyMap<string, number>, least: Least, of: readonly number[]): Least =>
  least.filter(([kind, inEach]) => (reached.get(kind) ?? 0) < inEach * of.length)

describe('conditional spot orders', () => {
  const triggered = new Set<number | 'pair'>()

  test.each(proofSeeds(allSeeds, 1))('M1, M3, O4, R1: seed %i', (seed) => {
    const run = runSeed({
      seed,
      commands: 1200,
      world: 'plans',
      witness: (_, { events }) => {
        for (const event of events) {
          if (event.kind !== 'OrderTriggered') continue
          const { planType, stopType } = event.order.stop ?? {}
          if (stopType === 'BidirectionalTpSl') triggered.add('pair')
          else if (planType !== undefined) triggered.add(planType)
        }
      },
    })
    const { stateHash, eventHash } = replay(run.commands, seed, 5)
    expect({ stateHash, eventHash }).toEqual({
      stateHash: run.stateHash,
      eventHash: run.eventHash,
    })
  })

  test('8.7: orders of every plan type have triggered, and pairs of limit orders', () => {
    const all = [1, 4, 5, 8, 10, 11, 'pair'] as const
    expect(all.filter((plan) => !triggered.has(plan))).toEqual([])
  })
})

describe('USDT perpetuals and spot', () => {
  test.each(seeds)('M1, O3, O4, R1, R6: seed %i', (seed) => {
    const run = runSeed({ seed, commands })
    for (const [kind, count] of run.counts) counts.set(kind, (counts.get(kind) ?? 0) + count)
    // The replay is restarted from snapshots at random places.
    const { stateHash, eventHash } = replay(run.commands, seed, 5)
    expect({ stateHash, eventHash }).toEqual({
      stateHash: run.stateHash,
      eventHash: run.eventHash,
    })
  })

  test('every required event and refusal occurred often enough', () => {
    const least: Least = [
      ['Traded', 125],
      ['OrderReplaced', 25],
      ['PnlClosed', 50],
      ['FundingPaid', 25],
      ['LiquidationStarted', 5],
      ['PositionTakenOver', 5],
      ['PositionDeleveraged', 5],
      ['LeverageChanged', 5],
      ['insufficientBalance', 10],
      ['insufficientCoin', 1.2],
      ['riskLimitExceeded', 2.5],
      ['reduceOnlyWithoutPosition', 2.5],
      ['priceAboveBand', 2.5],
      ['orderLinkIdDuplicate', 0.2],
      ['orderFinal', 2.5],
      ['qtyNotAboveFilled', 0.2],
      ['leverageInsufficientBalance', 0.2],
    ]
    expect(tooFew(counts, least, seeds)).toEqual([])
  })
})

describe('the whole world: six families, both margin modes, hedges, stops, algorithms, batches', () => {
  test.each(wholeSeeds)('M1, O3, O4, R1, R6: seed %i', (seed) => {
    const run = runSeed({ seed, commands, world: 'whole' })
    for (const [kind, count] of run.counts) whole.set(kind, (whole.get(kind) ?? 0) + count)
    const { stateHash, eventHash } = replay(run.commands, seed, 5)
    expect([stateHash, eventHash]).toEqual([run.stateHash, run.eventHash])
  })

  test('contracts were delivered, sessions settled, stops fired and algorithms ran', () => {
    const least: Least = [
      ['Delivered', 2.5],
      ['PositionDelivered', 5],
      ['SessionSettled', 10],
      ['SessionPaid', 37.5],
      ['FundingPaid', 100],
      ['preDeliveryReduceOnly', 5],
      ['OrderTriggered', 12.5],
      ['AlgoChanged', 50],
      ['MmrCloseChanged', 2.5],
      ['PositionModeChanged', 1.23333],
      ['MarginReplenished', 5],
      ['LiquidationStarted', 7.5],
      ['PositionTakenOver', 7.5],
      ['PositionDeleveraged', 7.5],
      ['reverseNotFillable', 1.23333],
    ]
    expect(tooFew(whole, least, wholeSeeds)).toEqual([])
  })
})

describe('every kind of command', () => {
  test('is accepted at least once in the whole world, except those with a world of their own', () => {
    expect(missedKinds(whole).filter((kind) => !isApart(kind))).toEqual([])
  })
})

describe('a run', () => {
  test('R1: is the same in another time zone and another locale', () => {
    const file = fileURLToPath(new URL('simulate.ts', import.meta.url))
    const length = proofLength(3000, 1000)
    const args = [file, '--seed', '7', '--commands', String(length)]
    const env = {
      ...process.env,
      TZ: 'Pacific/Chatham',
      LANG: 'tr_TR.UTF-8',
      LC_ALL: 'tr_TR.UTF-8',
    }
    const printed = spawnSync(process.execPath, args, { env, encoding: 'utf8' })
    expect(printed.stderr).toBe('')
    expect(printed.stdout.trim()).toBe(lineOf(7, length))
  })

  test('R2: uses no clock, no randomness and no locale', () => {
    const forbidden = (): never => {
      throw new Error('the engine looked at the world')
    }
    const length = proofLength(1500, 800)
    const before = lineOf(11, length)
    vi.stubGlobal('Date', forbidden)
    vi.stubGlobal('Intl', undefined)
    vi.stubGlobal('setTimeout', forbidden)
    vi.stubGlobal('crypto', undefined)
    const random = vi.spyOn(Math, 'random').mockImplementation(forbidden)
    const now = vi.spyOn(performance, 'now').mockImplementation(forbidden)
    try {
      expect(lineOf(11, length)).toBe(before)
    } finally {
      random.mockRestore()
      now.mockRestore()
      vi.unstubAllGlobals()
    }
  })

  test('depends only on its seed', () => {
    expect(lineOf(3, 300)).toBe(lineOf(3, 300))
    expect(lineOf(3, 300).slice(8)).not.toBe(lineOf(4, 300).slice(8))
  })

  test('that violates a law is printed as commands that a scenario can run', () => {
    const run = runSeed({ seed: 5, commands: 400 })
    // Commands with invalid numbers cannot be written as a scenario.
    const sane = run.commands.filter(
      ({ command }) => !tapeOf([{ seq: 1, timeMs: 0, command }]).includes('NaN'),
    )
    expect(() => runScenario(tapeOf(sane))).not.toThrow()
  })

  test('that violates a law names the seed and the command, and is shortened', () => {
    const forbidden = (): void => {
      throw new Error('a law against everything')
    }
    let broken: unknown
    try {
      runSeed({ seed: 1, commands: 10, witness: forbidden })
    } catch (error) {
      broken = error
    }
    expect(broken).toBeInstanceOf(LawBroken)
    expect(String(broken)).toContain('seed 1, command 1: a law against everything')
    const whole = runSeed({ seed: 5, commands: 100 }).commands
    // Time that runs backwards is an error of the caller: two commands are enough to show it.
    const backwards = whole.map((numbered, k) => (k === 90 ? { ...numbered, timeMs: 1 } : numbered))
    expect(shrunk(backwards).length).toBeLessThan(8)
  })
})
