// The auto-deleveraging indicator: the fifth of its side in which a position ranks (rules 5.9).
// Display only, not part of the state.

import { adlIndicator, type AdlScore } from '@basis/domain/margin/adl'
import { positionsIn } from '../state/positions.ts'
import { isOption } from '../risk/option-margin.ts'
import type { AccountState, EngineState, PositionState } from '../state/state.ts'
import { scoreOf } from './auto-deleverage.ts'

/** A side's scores are recomputed when older than this. */
const keptMs = 10_000
/** The size of the sample of accounts. */
const mostSampled = 1000

/** Highest score first. */
type Ladder = { readonly atMs: number; readonly scores: readonly AdlScore[] }

/** Returns whether the first score is above the second. */
const isAbove = (a: AdlScore, b: AdlScore): boolean => a.top * b.bottom > b.top * a.bottom

/** Returns a function that computes the indicator of a position: 1 to 5, and 0 for a flat one. */
export function adlIndicatorOf(state: EngineState): (position: PositionState) => number {
  const ladders = new Map<string, Ladder>()
  // One sample of the accounts serves every side of every market.
  let sampled: { readonly atMs: number; readonly accounts: readonly AccountState[] } | undefined
  const sample = (): readonly AccountState[] => {
    if (sampled === undefined || state.timeMs - sampled.atMs > keptMs) {
      sampled = { atMs: state.timeMs, accounts: sampleOf(state) }
    }
    return sampled.accounts
  }
  return (position) => {
    if (position.sign === 0 || isOption(position.market)) return 0
    const key = `${position.market.index} ${position.sign}`
    let ladder = ladders.get(key)
    if (ladder === undefined || state.timeMs - ladder.atMs > keptMs) {
      ladder = { atMs: state.timeMs, scores: scoresOf(sample(), position) }
      ladders.set(key, ladder)
    }
    const own = scoreOf(position)
    const count = Math.max(1, ladder.scores.length)
    return adlIndicator(Math.min(countAbove(ladder.scores, own), count - 1), count)
  }
}

/** Returns how many of the scores, highest first, are above this one. */
function countAbove(scores: readonly AdlScore[], own: AdlScore): number {
  let [above, end] = [0, scores.length]
  while (above < end) {
    const middle = (above + end) >> 1
    const score = scores[middle]
    if (score !== undefined && isAbove(score, own)) above = middle + 1
    else end = middle
  }
  return above
}

function sampleOf({ accounts }: EngineState): readonly AccountState[] {
  const step = Math.ceil(accounts.size / mostSampled)
  const found: AccountState[] = []
  let at = 0
  for (const account of accounts.values()) {
    at += 1
    if (at % step === 0) found.push(account)
  }
  return found
}

function scoresOf(accounts: readonly AccountState[], { market, sign }: PositionState): AdlScore[] {
  const scores: AdlScore[] = []
  for (const account of accounts) {
    for (const held of positionsIn(account, market)) {
      if (held.sign === sign) scores.push(scoreOf(held))
    }
  }
  return scores.sort((a, b) => (isAbove(a, b) ? -1 : isAbove(b, a) ? 1 : 0))
}
