// Random portfolios: the slow model has the same margin for every account after every command,
// money adds up, previews equal the outcomes, and a replay with restarts ends in the same state
// (rules 10, 14.2).

import { expect, test } from 'vitest'
import { proofLength } from '../../proof-length.ts'
import { playPortfolios } from './world.ts'

/** Only against hanging: the long form takes some ten minutes. */
const patienceMs = 3_600_000
const [seeds, commands] = [proofLength(25, 1), 200]

test(
  'a slow model agrees on random portfolios; with PROOFS=long on 10,000',
  () => {
    let compared = 0
    const counts = new Map<string, number>()
    for (let seed = 1; seed <= seeds; seed += 1) {
      const run = playPortfolios(seed, commands)
      compared += run.compared
      for (const [name, count] of run.counts) counts.set(name, (counts.get(name) ?? 0) + count)
    }
    expect(compared).toBeGreaterThan(seeds * 300)
    const names = ['SetSpotHedging done', 'SetCollateral done']
    for (const name of [...names, 'LiquidationStarted', 'PositionTakenOver']) {
      expect(counts.get(name) ?? 0).toBeGreaterThan(0)
    }
  },
  patienceMs,
)

test(
  'options are traded, exercised and liquidated with money conserved; with PROOFS=long over 200 seeds',
  () => {
    const counts = new Map<string, number>()
    const all = proofLength(200, 2)
    const names = ['Delivered', 'PositionDelivered', 'LiquidationStarted', 'OrderFilled']
    names.push('OrderBatch done', 'OrderCanceled CancelByMmpTriggered')
    for (let seed = 1; seed <= all; seed += 1) {
      const run = playPortfolios(1_000 + seed, 220, { isEnding: true, compareEvery: 20 })
      for (const [name, count] of run.counts) counts.set(name, (counts.get(name) ?? 0) + count)
    }
    for (const name of names) {
      expect([name, (counts.get(name) ?? 0) > 0]).toEqual([name, true])
    }
  },
  patienceMs,
)
