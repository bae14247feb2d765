// Leverage changes: the checks that do not depend on the account's balance, in sequence, and the
// figures of the dialog (spec 5, leverage; rules 4.5).

import { formatTrimmed, leverageE2, mulDiv, zero } from '../numbers/fixed.ts'
import type { Amount, LeverageE2 } from '../numbers/fixed.ts'
import type { RiskTier } from '../instrument/instrument.ts'
import { maxLeverageOf, maxValueAt } from './cross-margin.ts'
import { problem, type Problem } from '../instrument/problems.ts'

/** Spec 5: the high-leverage tip appears at 20 and above. */
export const highLeverageE2: LeverageE2 = leverageE2(2000)
/** Spec 5: the default is 10, and a change of the margin mode caps leverage at 10. */
export const defaultLeverageE2: LeverageE2 = leverageE2(1000)
/** Spec 9: a computed leverage is never shown below 0.01. */
const leastShownE2 = 1n
/** Spec 5: slider marks at multiples of 10. */
const markStepE2 = 1000
/** The minimum leverage if the instrument gives none (spec 5). */
const leastE2 = 100

export const isHighLeverage = (leverage: LeverageE2): boolean => leverage >= highLeverageE2

/** Returns a leverage as capped by a change of the margin mode (spec 5). */
export const cappedLeverage = (leverage: LeverageE2): LeverageE2 =>
  leverage > defaultLeverageE2 ? defaultLeverageE2 : leverage

/**
 * Returns the effective leverage of a cross position: its value at mark over its equity, both 1e-8
 * of one coin; two decimals, truncated, at least 0.01 (spec 5, display). Undefined without a
 * position or equity.
 */
export function crossLeverage(value: Amount, equity: Amount): LeverageE2 | undefined {
  if (value <= zero || equity <= zero) return undefined
  const times = mulDiv(value, 100n, equity, 'down')
  return leverageE2(Number(times < leastShownE2 ? leastShownE2 : times))
}

export type LeverageRange = { readonly min: LeverageE2; readonly max: LeverageE2 }

/** Returns the minimum and maximum leverage: the instrument's or 1, and that of tier 1. */
export const leverageBounds = (
  minLeverage: LeverageE2,
  tiers: readonly RiskTier[],
): LeverageRange => ({
  min: leverageE2(minLeverage > 0 ? minLeverage : leastE2),
  max: maxLeverageOf(tiers),
})

/** Returns the slider's marks: the minimum, multiples of ten between, the maximum. */
export function leverageMarksE2({ min, max }: LeverageRange): readonly LeverageE2[] {
  const marks: LeverageE2[] = [min]
  const first = (Math.floor(min / markStepE2) + 1) * markStepE2
  for (let mark = first; mark < max; mark += markStepE2) marks.push(leverageE2(mark))
  return max > min ? [...marks, max] : marks
}

export type SidedLeverage = { readonly buy: LeverageE2; readonly sell: LeverageE2 }

/** A leverage change, without the account's balance. */
export type LeverageRequest = {
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
 * Returns the first problem of a leverage that does not depend on the balance, in the order of 4.5:
 * range (110086), one leverage for both sides unless hedged and isolated, no change (110043), risk
 * limit (110013) of the sides that change.
 */
export function leverageLimitsProblem(asked: LeverageRequest): Problem | undefined {
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

function riskProblem(asked: LeverageRequest): Problem | undefined {
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
