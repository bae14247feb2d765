// Leverage changes: the checks that do not need the account's money, in their order, and the
// figures of the dialog (spec 5, leverage; rules 4.5).

import { formatTrimmed, leverageE2, mulDiv, zero } from '../numbers/fixed.ts'
import type { Amount, LeverageE2 } from '../numbers/fixed.ts'
import type { RiskTier } from '../instrument/instrument.ts'
import { maxLeverageOf, maxValueAt } from './cross-margin.ts'
import { problem, type Problem } from '../instrument/problems.ts'

/** Spec 5: the high-leverage tip appears at 20 and above. */
export const highLeverageE2: LeverageE2 = leverageE2(2000)
/** Spec 5: where none was set it is 10, and a change of the margin mode leaves at most 10. */
export const defaultLeverageE2: LeverageE2 = leverageE2(1000)
/** Spec 9: what is worked out and not set is never shown below 0.01. */
const leastShownE2 = 1n
/** Spec 5: slider marks stand each 10. */
const markStepE2 = 1000
/** The least leverage where the sections name none (spec 5). */
const leastE2 = 100

export const isHighLeverage = (leverage: LeverageE2): boolean => leverage >= highLeverageE2

/** Returns what a change of the margin mode leaves of a leverage (spec 5). */
export const cappedLeverage = (leverage: LeverageE2): LeverageE2 =>
  leverage > defaultLeverageE2 ? defaultLeverageE2 : leverage

/**
 * Returns the leverage that a cross position comes to: its value at mark over the equity behind it,
 * both 1e-8 of one coin; two decimals, truncated, at least 0.01 (spec 5, display). Undefined where
 * nothing is held, and where there is no equity.
 */
export function crossLeverage(value: Amount, equity: Amount): LeverageE2 | undefined {
  if (value <= zero || equity <= zero) return undefined
  const times = mulDiv(value, 100n, equity, 'down')
  return leverageE2(Number(times < leastShownE2 ? leastShownE2 : times))
}

export type LeverageRange = { readonly min: LeverageE2; readonly max: LeverageE2 }

/** Returns the least and the greatest leverage: the instrument's or 1, and that of tier 1. */
export const leverageBounds = (
  minLeverage: LeverageE2,
  tiers: readonly RiskTier[],
): LeverageRange => ({
  min: leverageE2(minLeverage > 0 ? minLeverage : leastE2),
  max: maxLeverageOf(tiers),
})

/** Returns the slider's marks: the least, every ten between, the greatest. */
export function leverageMarksE2({ min, max }: LeverageRange): readonly LeverageE2[] {
  const marks: LeverageE2[] = [min]
  const first = (Math.floor(min / markStepE2) + 1) * markStepE2
  for (let mark = first; mark < max; mark += markStepE2) marks.push(leverageE2(mark))
  return max > min ? [...marks, max] : marks
}

export type SidedLeverage = { readonly buy: LeverageE2; readonly sell: LeverageE2 }

/** A change of leverage, as far as it does not need the account's money. */
export type LeverageAsked = {
  readonly marginMode: 'Isolated' | 'Cross'
  readonly isHedge: boolean
  readonly range: LeverageRange
  readonly tiers: readonly RiskTier[]
  readonly settleCoin: string
  readonly from: SidedLeverage
  readonly to: SidedLeverage
  /** Position at mark and open orders of each side (4.2). */
  readonly riskValue: { readonly long: Amount; readonly short: Amount }
}

/**
 * Returns the first reason against a leverage that money cannot mend, in the order of 4.5:
 * range (110086), one leverage for both sides unless hedged and
 * isolated, no change (110043), risk limit (110013) of the sides that change.
 */
export function leverageLimitsProblem(asked: LeverageAsked): Problem | undefined {
  const { marginMode, isHedge, range, from, to } = asked
  const isInside = (leverage: LeverageE2): boolean =>
    Number.isSafeInteger(leverage) && leverage >= range.min && leverage <= range.max
  if (!isInside(to.buy) || !isInside(to.sell)) {
    return problem('leverageOutOfRange', 'leverage', {
      min: formatTrimmed(BigInt(range.min), 2),
      max: formatTrimmed(BigInt(range.max), 2),
    })
  }
  const mayDiffer = isHedge && marginMode === 'Isolated'
  if (to.buy !== to.sell && !mayDiffer) return problem('leverageSidesDiffer', 'leverage')
  if (to.buy === from.buy && to.sell === from.sell) return problem('leverageUnchanged', 'leverage')
  return riskProblem(asked)
}

function riskProblem(asked: LeverageAsked): Problem | undefined {
  const { tiers, from, to, riskValue, settleCoin } = asked
  const sides = [
    { before: from.buy, leverage: to.buy, value: riskValue.long },
    { before: from.sell, leverage: to.sell, value: riskValue.short },
  ]
  const over = sides.find(
    ({ before, leverage, value }) => leverage !== before && value > maxValueAt(tiers, leverage),
  )
  if (over === undefined) return undefined
  return problem('leverageRiskLimit', 'leverage', {
    leverage: formatTrimmed(BigInt(over.leverage), 2),
    value: formatTrimmed(over.value, 8),
    max: formatTrimmed(maxValueAt(tiers, over.leverage), 8),
    coin: settleCoin,
  })
}
