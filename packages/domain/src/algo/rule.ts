// Rule orders: conditions on prices, rates and the account, and the action taken when they hold
// (rules 8.10).

import type { AccountId, SymbolId } from '../numbers/brand.ts'
import { isWholeWithin } from '../numbers/bounds.ts'
import { qtyLots, type PriceTicks, type QtyLots } from '../numbers/fixed.ts'
import { maxOrderQty, priceProblem, qtyProblem } from '../orders/order-rules.ts'
import type { Instrument } from '../instrument/instrument.ts'
import type { Side } from '../orders/order.ts'
import type { PositionIdx } from '../orders/position.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import type { RuleState } from './states.ts'

export const plainSeries = [
  'Last',
  'Mark',
  'Index',
  'Funding',
  'Pnl',
  'Roi',
  'Equity',
  'MarginRate',
] as const
export const windowSeries = ['Change', 'Sma', 'Ema'] as const
/** The prices from which bars are built. */
export const barPrices = ['Last', 'Mark'] as const
export type BarPrice = (typeof barPrices)[number]
export const barMinutes = [1, 5, 15, 60, 240, 1440] as const

/** A percent change over minutes, or an average over bars of the given length in minutes. */
export type WindowSeries =
  | { readonly of: 'Change'; readonly price: BarPrice; readonly minutes: number }
  | {
      readonly of: 'Sma' | 'Ema'
      readonly price: BarPrice
      readonly bars: number
      readonly minutes: number
    }
export type PlainSeries = { readonly of: (typeof plainSeries)[number] }
/** A number in 1e-8 of its unit: of a price, of 1 (for a rate), of a coin or a dollar. */
export type RuleNumber = { readonly of: 'Number'; readonly valueE8: number }
export type RuleSeries = PlainSeries | WindowSeries

export const ruleOperators = ['Above', 'Below', 'CrossesAbove', 'CrossesBelow'] as const
export type RuleOperator = (typeof ruleOperators)[number]

export type RuleCondition = {
  readonly left: RuleSeries
  readonly is: RuleOperator
  readonly right: RuleSeries | RuleNumber
}

export type RuleAction =
  | {
      readonly do: 'Order'
      readonly side: Side
      /** Absent for a market order. */
      readonly priceTicks?: PriceTicks
      readonly qtyLots: QtyLots
      readonly reduceOnly: boolean
    }
  /** Market, reduce-only: a share of the position at that time, in hundredths of a percent. */
  | { readonly do: 'Close'; readonly percentE2: number }
  | { readonly do: 'CancelOrders' }
  | { readonly do: 'CloseAll' }
  | { readonly do: 'TakeProfit' | 'StopLoss'; readonly triggerTicks: PriceTicks }

export type RuleTerms = {
  readonly join: 'And' | 'Or'
  readonly conditions: readonly RuleCondition[]
  readonly action: RuleAction
  /** The maximum number of firings, and the pause after each. */
  readonly most: number
  readonly coolDownSec: number
  readonly expiresMs: number
}

/** The compared values of a condition; absent if one has no value yet. */
export type RuleValues = { readonly leftE8?: number; readonly rightE8?: number }

export type RuleFiring = {
  readonly timeMs: number
  readonly values: readonly RuleValues[]
  /** Why its action was rejected. */
  readonly problem?: Problem
}

/** The record of a rule. */
export type RuleRecord = {
  readonly id: number
  /** The client's own id; empty when it gave none. */
  readonly linkId: string
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly terms: RuleTerms
  readonly state: RuleState
  readonly fired: number
  readonly values: readonly RuleValues[]
  /** The last firings, oldest first. */
  readonly firings: readonly RuleFiring[]
  readonly createdMs: number
  readonly updatedMs: number
  readonly updateNo: number
}

export const mostConditions = 4
export const mostRules = 10
const mostRuleFirings = 100
const longestRuleMs = 30 * 86_400_000
const longestCoolDownSec = 86_400
const mostChangeMinutes = 240
const leastBars = 2
const mostBars = 200

type Unit = 'price' | 'rate' | 'money'

/** The unit of a series; only values of the same unit are compared. */
export function unitOf({ of }: RuleSeries): Unit {
  if (of === 'Pnl' || of === 'Equity') return 'money'
  const isRate = of === 'Funding' || of === 'Roi' || of === 'MarginRate' || of === 'Change'
  return isRate ? 'rate' : 'price'
}

export const isWindow = (series: RuleSeries | RuleNumber): series is WindowSeries =>
  series.of === 'Change' || series.of === 'Sma' || series.of === 'Ema'

/** Returns the series over bars, in the order of the conditions, left before right. */
export const windowsOf = ({ conditions }: Pick<RuleTerms, 'conditions'>): readonly WindowSeries[] =>
  conditions.flatMap(({ left, right }) => [left, right].filter(isWindow))

/**
 * Returns why a rule is rejected, if so, by its terms and the instrument alone; a changed rule must
 * have at least one firing left.
 */
export function ruleProblem(
  instrument: Instrument,
  terms: RuleTerms,
  { nowMs, fired = 0 }: { readonly nowMs: number; readonly fired?: number },
): Problem | undefined {
  const { conditions, most, coolDownSec, expiresMs } = terms
  return (
    rangeProblem('conditions', conditions.length, 1, mostConditions) ??
    conditions.map(conditionProblem).find((wrong) => wrong !== undefined) ??
    rangeProblem('maxTimes', most, fired + 1, mostRuleFirings) ??
    rangeProblem('coolDown', coolDownSec, 0, longestCoolDownSec) ??
    expiryProblem(expiresMs, nowMs) ??
    actionProblem(instrument, terms.action)
  )
}

function rangeProblem(
  field: string,
  value: number,
  least: number,
  most: number,
): Problem | undefined {
  if (isWholeWithin(value, least, most)) return undefined
  return problem('ruleOutOfRange', field, { min: String(least), max: String(most) })
}

function expiryProblem(expiresMs: number, nowMs: number): Problem | undefined {
  if (isWholeWithin(expiresMs, nowMs + 1, nowMs + longestRuleMs)) return undefined
  return problem('ruleExpiryInvalid', 'expiresAtE3', { days: String(longestRuleMs / 86_400_000) })
}

function conditionProblem({ left, right }: RuleCondition): Problem | undefined {
  const wrong = seriesProblem(left)
  if (wrong !== undefined) return wrong
  if (right.of === 'Number') {
    return Number.isSafeInteger(right.valueE8) ? undefined : problem('ruleInvalid', 'value')
  }
  const isAlike = unitOf(left) === unitOf(right)
  return seriesProblem(right) ?? (isAlike ? undefined : problem('ruleInvalid', 'conditions'))
}

/** Returns why a series cannot be computed, if so: its bars or its minutes. */
export function seriesProblem(series: RuleSeries): Problem | undefined {
  if (!isWindow(series)) return undefined
  if (series.of === 'Change') return rangeProblem('minutes', series.minutes, 1, mostChangeMinutes)
  if (!barMinutes.some((each) => each === series.minutes)) {
    return problem('ruleIntervalInvalid', 'minutes', { allowed: barMinutes.join(', ') })
  }
  return rangeProblem('bars', series.bars, leastBars, mostBars)
}

function actionProblem(instrument: Instrument, action: RuleAction): Problem | undefined {
  switch (action.do) {
    case 'Order': {
      const { priceTicks: price, qtyLots: lots, reduceOnly } = action
      const type = price === undefined ? 'Market' : 'Limit'
      if (price !== undefined) {
        const wrong = priceProblem(instrument, price)
        if (wrong !== undefined) return wrong
      }
      // A reduce-only quantity above the maximum is split when it is placed.
      return qtyProblem(instrument, type, reduceOnly ? leastOf(instrument, type, lots) : lots)
    }
    case 'Close':
      if (isWholeWithin(action.percentE2, 1, 10_000)) return undefined
      return problem('ruleOutOfRange', 'percent', { min: '0.01', max: '100' })
    case 'TakeProfit':
    case 'StopLoss': {
      const wrong = priceProblem(instrument, action.triggerTicks)
      return wrong === undefined ? undefined : { ...wrong, field: 'triggerPrice' }
    }
    case 'CancelOrders':
    case 'CloseAll':
      return undefined
  }
}

const leastOf = (instrument: Instrument, type: 'Market' | 'Limit', lots: QtyLots): QtyLots =>
  qtyLots(Math.min(lots, maxOrderQty(instrument, type)))
