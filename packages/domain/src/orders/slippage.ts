// The slippage limit of a market order: the maximum distance of its fills from the best opposite
// price (rules 8.3).

import { priceTicks, type PriceTicks } from '../numbers/fixed.ts'
import { problem, type Problem } from '../instrument/problems.ts'

export const slippageUnits = ['TickSize', 'Percent'] as const

/** `most` is in ticks, or in hundredths of a percent. */
export type Slippage = { readonly unit: (typeof slippageUnits)[number]; readonly most: number }

/** 1 to 10,000 ticks; 0.01 to 10 percent. */
const bounds = {
  TickSize: { least: 1, most: 10_000, words: { min: '1', max: '10000' } },
  Percent: { least: 1, most: 1_000, words: { min: '0.01', max: '10' } },
} as const

/** Returns the problem of a limit that is out of range, if any (codes 110108, 110109). */
export function slippageProblem({ unit, most }: Slippage): Problem | undefined {
  const range = bounds[unit]
  if (!Number.isSafeInteger(most) || most < range.least) {
    return problem('slippageTooLow', 'maxSlippage', range.words)
  }
  return most > range.most ? problem('slippageTooHigh', 'maxSlippage', range.words) : undefined
}

/**
 * Returns the worst fill price: best ask plus the limit for a buy, best bid minus the limit for a
 * sell. A percentage between ticks is rounded toward the best price, so that no fill exceeds the
 * limit.
 */
export function slippageBound(
  side: 'Buy' | 'Sell',
  bestTicks: PriceTicks,
  { unit, most }: Slippage,
): PriceTicks {
  const room = unit === 'TickSize' ? most : Math.floor((bestTicks * most) / 10_000)
  return priceTicks(side === 'Buy' ? bestTicks + room : Math.max(0, bestTicks - room))
}
