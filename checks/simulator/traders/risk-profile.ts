// The risk profile of a seed: the volatility of its prices, the share of its spot market, and the
// rate of its traders' errors.

import type { Prng } from '@basis/domain/numbers/prng'

export type RiskProfile = {
  readonly swing: number
  readonly gapIn: number
  readonly silenceIn: number
  readonly spotShare: number
  readonly errorRate: number
}

/** Returns the risk profile of a seed. */
export const riskProfileOf = (prng: Prng): RiskProfile => ({
  swing: [0.0005, 0.002, 0.01][prng.nextBelow(3)] ?? 0.002,
  gapIn: [40, 200, 1_000_000][prng.nextBelow(3)] ?? 200,
  silenceIn: [60, 400][prng.nextBelow(2)] ?? 400,
  spotShare: [10, 30, 60][prng.nextBelow(3)] ?? 30,
  errorRate: [5, 15, 30][prng.nextBelow(3)] ?? 15,
})
