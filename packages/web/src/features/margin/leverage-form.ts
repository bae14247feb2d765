// Logic of the leverage dialog: valid input, the slider's marks, and the limits at a leverage.

import { formatTrimmed, leverageE2, parseDecimal, zero } from '@basis/domain/numbers/fixed'
import type { Amount, LeverageE2, QtyLots } from '@basis/domain/numbers/fixed'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { maxValueAt } from '@basis/domain/margin/cross-margin'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  isHighLeverage,
  leverageBounds,
  leverageLimitsProblem,
  leverageMarksE2,
  type LeverageRange,
} from '@basis/domain/margin/leverage-rules'

/** Leverage inputs have two decimals (spec 5). */
export const LEVERAGE_DECIMALS = 2

/** Returns the minimum and maximum leverage of an instrument (spec 5). */
export const leverageRange = ({ minLeverageE2, riskTiers }: Instrument): LeverageRange =>
  leverageBounds(minLeverageE2, riskTiers)

/** Returns the leverages marked on the slider: the minimum, every ten, the maximum. */
export const leverageMarks = (instrument: Instrument): number[] =>
  leverageMarksE2(leverageRange(instrument)).map((mark) => mark / 100)

/** Returns the leverages of the quick choices: some of the marks, always including the maximum. */
export function quickLeverages(instrument: Instrument): number[] {
  const { min, max } = leverageRange(instrument)
  return [1, 5, 10, 25, 50, 75, 100, max / 100]
    .filter((value) => value * 100 >= min && value * 100 <= max)
    .filter((value, at, all) => all.indexOf(value) === at)
}

/** Formats a leverage without trailing zeros: 10, 12.5. */
export const leverageText = (value: LeverageE2): string => formatTrimmed(BigInt(value), 2)

/** Parses the field; a problem if it is not a number of at most two decimals, or out of range. */
export function readLeverage(text: string, instrument: Instrument): LeverageE2 | Problem {
  const { min, max } = leverageRange(instrument)
  const value = parseDecimal(text, LEVERAGE_DECIMALS)
  if (value === undefined || value < BigInt(min) || value > BigInt(max)) {
    return problem('leverageOutOfRange', 'leverage', {
      min: leverageText(min),
      max: leverageText(max),
    })
  }
  return leverageE2(Number(value))
}

export type LeverageFigures = {
  /**
   * The maximum position value at this leverage, 1e-8 settle coin (rules 4.3); undefined if
   * invalid.
   */
  readonly maxValue: Amount | undefined
  readonly isHigh: boolean
  /** Why it cannot be confirmed. */
  readonly problem: Problem | undefined
}

/**
 * Returns the figures of the leverage typed for one side, checked as far as the page can: open
 * orders and the account's balance are checked only by the exchange's preview.
 */
export function leverageFigures(
  text: string,
  instrument: Instrument,
  now: { readonly leverage: LeverageE2; readonly heldLots: QtyLots; readonly heldValue: Amount },
): LeverageFigures {
  const read = readLeverage(text, instrument)
  if (typeof read === 'object') return { maxValue: undefined, isHigh: false, problem: read }
  const maxValue = maxValueAt(instrument.riskTiers, read)
  return {
    maxValue,
    isHigh: isHighLeverage(read),
    problem: leverageLimitsProblem({
      marginMode: 'Isolated',
      isHedge: false,
      range: leverageRange(instrument),
      tiers: instrument.riskTiers,
      settleCoin: instrument.settleCoin,
      from: { buy: now.leverage, sell: now.leverage },
      to: { buy: read, sell: read },
      riskValue: { long: now.heldValue, short: zero },
    }),
  }
}
