// The indicator lights of auto-deleveraging: in which fifth of its side does a position stand
// (domain.md 5.9)? Only looked at, never part of the state.

import { adlLights, type AdlScore } from '@basis/domain/risk/adl'
import { holdingsIn } from '../holdings/holdings.ts'
import type { EngineState, Holding } from '../state.ts'
import { scoreOf } from './deleverage.ts'

/** A side's scores are taken anew when they are older than this. */
const keptMs = 10_000
/** So many positions of a side stand for all of them. */
const mostLookedAt = 1000

type Ladder = { readonly atMs: number; readonly scores: readonly AdlScore[] }

/** Is the first score above the second? */
const isAbove = (a: AdlScore, b: AdlScore): boolean => a.top * b.bottom > b.top * a.bottom

/** Returns what tells the lights of a position, 1 to 5, and 0 of a flat one. */
export function lightsOf(state: EngineState): (holding: Holding) => number {
  const ladders = new Map<string, Ladder>()
  return (holding) => {
    if (holding.sign === 0) return 0
    const key = `${holding.market.index} ${holding.sign}`
    let ladder = ladders.get(key)
    if (ladder === undefined || state.timeMs - ladder.atMs > keptMs) {
      ladder = { atMs: state.timeMs, scores: scoresOf(state, holding) }
      ladders.set(key, ladder)
    }
    const own = scoreOf(holding)
    const count = Math.max(1, ladder.scores.length)
    const better = ladder.scores.filter((score) => isAbove(score, own)).length
    return adlLights(Math.min(better, count - 1), count)
  }
}

function scoresOf({ accounts }: EngineState, { market, sign }: Holding): AdlScore[] {
  const step = Math.ceil(accounts.size / mostLookedAt)
  const scores: AdlScore[] = []
  let at = 0
  for (const account of accounts.values()) {
    at += 1
    if (at % step !== 0) continue
    for (const held of holdingsIn(account, market)) {
      if (held.sign === sign) scores.push(scoreOf(held))
    }
  }
  return scores
}
