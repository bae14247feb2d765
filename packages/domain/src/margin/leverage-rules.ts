// May this leverage be set? The checks in their order, for isolated, cross and portfolio margin,
// and the figures of the dialog (spec 5, leverage; domain.md 4.5).

import { amount, formatTrimmed, leverageE2 } from '../numbers/fixed.ts'
import type { Amount, LeverageE2, PriceE8, PriceTicks } from '../numbers/fixed.ts'
import type { RiskTier } from '../instrument/instrument.ts'
import {
  isolatedInitialMargin,
  isolatedLiquidationPriceE8,
  type IsolatedInput,
} from './isolated-margin.ts'
import { maxLeverageOf, maxValueAt } from './cross-margin.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import { conservativeTicks } from './bankruptcy.ts'

/** Spec 5: the high-leverage tip appears at 20 and above. */
export const highLeverageE2: LeverageE2 = leverageE2(2000)
/** Spec 5, 9: the default, and the cap when the margin mode changes. */
export const modeLeverageE2: LeverageE2 = leverageE2(1000)
/** Spec 5: slider marks stand each 10. */
const markStepE2 = 1000
/** The least leverage where the sections name none (spec 5). */
const leastE2 = 100

export const isHighLeverage = (leverage: LeverageE2): boolean => leverage >= highLeverageE2

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

/** Returns the leverage a changed margin mode starts with: what it was, but at most 10 (spec 9). */
export const leverageOnModeChange = (now: LeverageE2, max: LeverageE2): LeverageE2 =>
  leverageE2(Math.min(now, modeLeverageE2, max))

export type SidedLeverage = { readonly buy: LeverageE2; readonly sell: LeverageE2 }

/** An isolated position as a change of leverage looks at it. */
export type IsolatedHolding = {
  readonly position: IsolatedInput
  readonly markValue: Amount
  readonly markE8: PriceE8
  readonly tickSizeE8: number
}

/** What an isolated position becomes at another leverage; hand-added margin is released. */
export type Releveraged = {
  readonly initial: Amount
  /** What is taken from the available balance; below 0 where some is given back. */
  readonly taken: Amount
  /** Absent where no price liquidates it. */
  readonly liquidationTicks: PriceTicks | undefined
  readonly isCrossed: boolean
}

/**
 * Returns IM_new with X = 0, IM_new − (IM_old + X_old), and the new liquidation price (4.5). EX-4.9
 */
export function releveraged(
  { position, markValue, markE8, tickSizeE8 }: IsolatedHolding,
  leverage: LeverageE2,
  tiers: readonly RiskTier[],
): Releveraged {
  const changed = { ...position, leverage, extra: amount(0n) }
  const initial = isolatedInitialMargin(changed)
  const price = isolatedLiquidationPriceE8(changed, tiers, markValue)
  const ticks =
    price === undefined ? undefined : conservativeTicks(position.sign, price, tickSizeE8)
  return {
    initial,
    taken: amount(initial - isolatedInitialMargin(position) - position.extra),
    liquidationTicks: ticks,
    isCrossed: ticks !== undefined && position.sign * (markE8 - ticks * tickSizeE8) <= 0,
  }
}

export type LeverageChange = {
  readonly marginMode: 'Isolated' | 'Cross' | 'Portfolio'
  readonly isHedge: boolean
  readonly range: LeverageRange
  readonly tiers: readonly RiskTier[]
  readonly settleCoin: string
  readonly from: SidedLeverage
  readonly to: SidedLeverage
  /** Position at mark and open orders of each side (4.2). */
  readonly riskValue: { readonly long: Amount; readonly short: Amount }
  /** Isolated: the open positions of the symbol. */
  readonly holdings: readonly IsolatedHolding[]
  /** The available balance; isolated: of the settle coin. */
  readonly available: Amount
  /**
   * Cross: the account's initial margin, positions and orders, with the leverage as it is and as
   * asked.
   */
  readonly accountInitial: { readonly before: Amount; readonly after: Amount }
}

/** What needs no look at the account's money. */
export type LeverageAsked = Pick<
  LeverageChange,
  'marginMode' | 'isHedge' | 'range' | 'tiers' | 'settleCoin' | 'from' | 'to' | 'riskValue'
>

/**
 * Returns the first reason against a leverage that money cannot mend, in the order of 4.5:
 * portfolio margin (110038), range (110086), one leverage for both sides unless hedged and
 * isolated, no change (110043), risk limit (110013) of the sides that change.
 */
export function leverageLimitsProblem(asked: LeverageAsked): Problem | undefined {
  const { marginMode, isHedge, range, from, to } = asked
  if (marginMode === 'Portfolio') return problem('leverageInPortfolioMargin', 'leverage')
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

/**
 * Returns the first reason against a change of leverage, if any: its limits, then balance (110044),
 * then liquidation (110046). A change that lowers what is required is never short of balance.
 */
export const leverageProblem = (change: LeverageChange): Problem | undefined =>
  leverageLimitsProblem(change) ??
  (change.marginMode === 'Cross' ? crossShort(change) : isolatedProblem(change))

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

function crossShort({
  accountInitial,
  available,
  settleCoin,
}: LeverageChange): Problem | undefined {
  return shortOf(accountInitial.after - accountInitial.before, available, settleCoin)
}

function shortOf(taken: bigint, available: Amount, coin: string): Problem | undefined {
  if (taken <= 0n || taken <= available) return undefined
  return problem('leverageInsufficientBalance', 'leverage', {
    needed: formatTrimmed(taken, 8),
    available: formatTrimmed(available > 0n ? available : 0n, 8),
    coin,
  })
}

function isolatedProblem(change: LeverageChange): Problem | undefined {
  const { holdings, from, to, tiers, available, settleCoin } = change
  const changed = holdings.flatMap((holding) => {
    const { sign } = holding.position
    const leverage = sign === 1 ? to.buy : to.sell
    const isSame = leverage === (sign === 1 ? from.buy : from.sell)
    return isSame ? [] : [{ holding, after: releveraged(holding, leverage, tiers) }]
  })
  const taken = changed.reduce((sum, { after }) => sum + after.taken, 0n)
  const short = shortOf(taken, available, settleCoin)
  if (short !== undefined) return short
  const crossed = changed.find(({ after }) => after.isCrossed)
  if (crossed?.after.liquidationTicks === undefined) return undefined
  const { liquidationTicks } = crossed.after
  const price = BigInt(liquidationTicks) * BigInt(crossed.holding.tickSizeE8)
  return problem('leverageWouldLiquidate', 'leverage', { liquidation: formatTrimmed(price, 8) })
}

/** Computed cross leverage is shown from 0.01 up (spec 5). */
const leastShownE2 = 1

/** Returns value ÷ balance as a leverage, two decimals truncated (0.3), at least 0.01. */
export function effectiveLeverageE2(value: Amount, balance: Amount): LeverageE2 {
  if (balance <= 0n) return leverageE2(leastShownE2)
  return leverageE2(Math.max(leastShownE2, Number((value * 100n) / balance)))
}
