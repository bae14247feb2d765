// Explanations of actions on an account, as plain data: the rule, its comparison and the named
// numbers of its formula. Used for liquidations, deleveraging, stops and rejections.

import { formatTrimmed } from '../numbers/fixed.ts'

/** The rules that have explanations; the comments give the section of docs/rules. */
export const explainedRules = [
  // 5.6, 5.8: the account's maintenance margin has reached its margin balance.
  'crossMaintenance',
  // 10.6: the same for a portfolio, whose maintenance margin is that of its units.
  'portfolioMaintenance',
  // 10.6: of the trades that a liquidation tries, this one releases the most margin for its value.
  'portfolioReduction',
  // 5.1: the mark has reached the liquidation price of an isolated position.
  'isolatedLiquidation',
  // 5.2, 5.5, 5.8: the unfilled rest was taken over at the bankruptcy price.
  'takeOver',
  // 5.9: the pool could not cover the loss, and the position ranked first.
  'deleverage',
  // 5.8 step 7: a loss beyond the account's balance was covered for it.
  'lossCovered',
  // 8.3, 8.5, 8.6: a price has reached a trigger.
  'triggerReached',
  // A rejection has the name of its problem: 8.2 band, 8.1 quantity, 6.2 reduce-only, 4.3 risk
  // limit, 5.6 and 6.3 available balance.
  'priceAboveBand',
  'priceBelowBand',
  'orderMaxQtyReplace',
  'reduceOnlyWithoutPosition',
  'riskLimitExceeded',
  'insufficientBalance',
  'insufficientCoin',
  'leverageInsufficientBalance',
  'addMarginInsufficient',
  // 6.4: too little liquidity for a leg of a reversal; 5.3: margin removal above the maximum.
  'reverseNotFillable',
  'marginRemovalTooLarge',
  // 5.1, 5.8: the position would be liquidated at once after the change.
  'changeWouldLiquidate',
  'leverageWouldLiquidate',
  // 4.5: position and orders exceed the risk limit of a leverage; 8.8: rate of an MMR close order.
  'leverageRiskLimit',
  'mmrCloseRateOutOfRange',
  'mmrCloseWouldRaise',
  // 8.3: why an accepted order ended: it would have taken, found too little at its price, or
  // nothing more within its price, its slippage limit or the band.
  'postOnlyWouldTake',
  'fillOrKillShort',
  'restNotFilled',
  'boundReached',
  // 2.7: funding was paid or received; 1.8: a session ended; 11.1: a contract was delivered.
  'fundingPaid',
  'sessionPaid',
  'delivered',
  // 1.5: the PnL of a partial or full close.
  'pnlClosed',
] as const
export type ExplainedRule = (typeof explainedRules)[number]

/** A number of a computation: `value` × 10^−scale of the unit. */
export type ExplainedNumber = {
  readonly value: bigint
  readonly scale: number
  /** A coin, `lots`, or absent for a ratio. */
  readonly unit?: string
}

export type Explanation = {
  readonly rule: ExplainedRule
  /** The names of the two compared numbers, and their relation. */
  readonly compared: readonly [left: string, relation: '<=' | '>=' | '<' | '>', right: string]
  readonly numbers: Readonly<Record<string, ExplainedNumber>>
}

/** Whether the comparison holds for its numbers. */
export function isTrue({ compared, numbers }: Explanation): boolean {
  const [left, relation, right] = compared
  const [a, b] = [numbers[left], numbers[right]]
  if (a === undefined || b === undefined || a.unit !== b.unit) return false
  const difference = a.value * 10n ** BigInt(b.scale) - b.value * 10n ** BigInt(a.scale)
  if (relation === '<') return difference < 0n
  if (relation === '>') return difference > 0n
  return relation === '<=' ? difference <= 0n : difference >= 0n
}

/** Returns a number with 8 decimals, such as an amount of a coin or a price. */
export const explainedE8 = (value: bigint | number, unit?: string): ExplainedNumber =>
  unit === undefined ? { value: BigInt(value), scale: 8 } : { value: BigInt(value), scale: 8, unit }

/** Returns a ratio with 4 decimals. */
export const explainedE4 = (value: number): ExplainedNumber => ({ value: BigInt(value), scale: 4 })

/** Returns the explanation with its numbers as decimal text, as it is stored and sent. */
export function explanationText({ rule, compared, numbers }: Explanation): {
  readonly rule: ExplainedRule
  readonly compared: string
  readonly numbers: Readonly<Record<string, string>>
} {
  const texts = Object.entries(numbers).map(([name, { value, scale, unit }]) => {
    const text = formatTrimmed(value, scale)
    return [name, unit === undefined ? text : `${text} ${unit}`] as const
  })
  return { rule, compared: compared.join(' '), numbers: Object.fromEntries(texts) }
}
