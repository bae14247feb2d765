// The form of a rule order: its input becomes the exchange's conditions and action, validated by
// the exchange's own rule (rules 8.10).

import { dayMs, minuteMs } from '@basis/domain/instrument/candle'
import {
  plainSeries,
  ruleProblem,
  seriesProblem,
  unitOf,
  type RuleAction,
  type RuleCondition,
  type RuleNumber,
  type RuleOperator,
  type RuleSeries,
  type RuleTerms,
} from '@basis/domain/algo/rule'
import { parsePrice, parseQty, type Instrument } from '@basis/domain/instrument/instrument'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { parseDecimal, type PriceTicks } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'
import { isRate } from '../../actions/words/rule-words.ts'
import { isWrong } from './strategy-form.ts'

export const ruleLefts = [...plainSeries, 'Change'] as const
type RuleLeft = (typeof ruleLefts)[number]
const averages = ['Sma', 'Ema'] as const
export const ruleActions = [
  'Order',
  'Close',
  'CancelOrders',
  'CloseAll',
  'TakeProfit',
  'StopLoss',
] as const

/** What a value may be compared with: a number, an average, or another value in the same unit. */
export type RuleAgainst = 'Number' | (typeof averages)[number] | (typeof plainSeries)[number]

export type ConditionDraft = {
  readonly left: RuleLeft
  /** For a change. */
  readonly changeMinutes: string
  readonly operator: RuleOperator
  readonly against: RuleAgainst
  /** In percent for rates. */
  readonly value: string
  readonly bars: string
  readonly barMinutes: number
}

export type RuleDraft = {
  readonly join: RuleTerms['join']
  readonly conditions: readonly ConditionDraft[]
  readonly action: RuleAction['do']
  readonly side: Side
  readonly reduceOnly: boolean
  readonly qty: string
  readonly orderType: 'Market' | 'Limit'
  readonly limitPrice: string
  readonly triggerPrice: string
  readonly closePercent: string
  /** In hedge mode: the position that is closed or gets its take-profit or stop-loss. */
  readonly position: 'Long' | 'Short'
  /** The total, including the firings before a change of the rule. */
  readonly times: string
  readonly fired: number
  readonly coolDown: string
  readonly days: string
  /** The expiry of a rule that is changed: kept while its days are, which are whole ones. */
  readonly kept?: { readonly days: string; readonly expiresMs: number } | undefined
}

export const firstCondition: ConditionDraft = {
  left: 'Mark',
  changeMinutes: '15',
  operator: 'Above',
  against: 'Number',
  value: '',
  bars: '20',
  barMinutes: 60,
}

export const firstRule: Omit<RuleDraft, 'side' | 'qty' | 'reduceOnly'> = {
  join: 'And',
  conditions: [firstCondition],
  action: 'Order',
  orderType: 'Market',
  limitPrice: '',
  triggerPrice: '',
  closePercent: '50',
  position: 'Long',
  times: '1',
  fired: 0,
  coolDown: '60',
  days: '7',
}

/** Returns whether a value is a price; only prices can be compared with an average. */
export const isPrice = (left: RuleLeft): boolean => unitOf({ of: left } as RuleSeries) === 'price'

/** Returns the values that `left` may be compared with, the number first. */
export function againstOf(left: RuleLeft): readonly RuleAgainst[] {
  const prices = plainSeries.filter((of) => of !== left && unitOf({ of }) === 'price')
  return isPrice(left) ? ['Number', ...averages, ...prices] : ['Number']
}

/** Falls back to a number if the choice does not apply to the new value. */
const againstIn = ({ left, against }: ConditionDraft): RuleAgainst =>
  againstOf(left).includes(against) ? against : 'Number'

export const isNumber = (condition: ConditionDraft): boolean => againstIn(condition) === 'Number'

export const isAverage = (condition: ConditionDraft): boolean =>
  averages.some((each) => each === againstIn(condition))

/** Returns whether the action concerns one position. */
export const isOnPosition = (action: RuleAction['do']): boolean =>
  action === 'Close' || action === 'TakeProfit' || action === 'StopLoss'

/** Returns side and reduce-only of the order that identifies the position of the action. */
export const orderOf = ({ action, side, reduceOnly, position }: RuleDraft) =>
  action === 'Order'
    ? { side, reduceOnly }
    : { side: position === 'Long' ? ('Sell' as const) : ('Buy' as const), reduceOnly: true }

/** Parses the draft and validates it as the exchange does; `field` names the invalid field. */
export function readRule(
  draft: RuleDraft,
  instrument: Instrument,
  nowMs: number,
): RuleTerms | Problem {
  const most = whole(draft.times)
  const coolDownSec = draft.times === '1' ? 0 : whole(draft.coolDown)
  const days = whole(draft.days)
  const conditions: RuleCondition[] = []
  for (const [at, condition] of draft.conditions.entries()) {
    const read = conditionOf(condition)
    if (isWrong(read)) return { ...read, field: `${read.field} ${at}` }
    conditions.push(read)
  }
  const action = actionOf(draft, instrument)
  if (isWrong(action)) return action
  // Rounded down to the minute, so that repeated presses send the same request.
  const typedMs = Math.floor(nowMs / minuteMs) * minuteMs + days * dayMs
  const expiresMs = draft.kept?.days === draft.days ? draft.kept.expiresMs : typedMs
  const terms = { join: draft.join, conditions, action, most, coolDownSec, expiresMs }
  return ruleProblem(instrument, terms, { nowMs, fired: draft.fired }) ?? terms
}

function conditionOf(draft: ConditionDraft): RuleCondition | Problem {
  const left = leftOf(draft)
  if (isWrong(left)) return left
  const right = rightOf(draft)
  return isWrong(right) ? right : { left, is: draft.operator, right }
}

function leftOf({ left, changeMinutes }: ConditionDraft): RuleSeries | Problem {
  if (left !== 'Change') return { of: left }
  const series = { of: left, price: 'Mark', minutes: whole(changeMinutes) } as const
  return seriesProblem(series) ?? series
}

function rightOf(draft: ConditionDraft): RuleSeries | RuleNumber | Problem {
  const { left, barMinutes: minutes } = draft
  const against = againstIn(draft)
  if (against === 'Number') {
    const valueE8 = signedOf(draft.value, isRate(left) ? 6 : 8)
    return valueE8 === undefined ? problem('ruleInvalid', 'value') : { of: 'Number', valueE8 }
  }
  if (against !== 'Sma' && against !== 'Ema') return { of: against }
  const price = left === 'Last' ? 'Last' : 'Mark'
  const series = { of: against, price, bars: whole(draft.bars), minutes } as const
  return seriesProblem(series) ?? series
}

function actionOf(draft: RuleDraft, instrument: Instrument): RuleAction | Problem {
  const { action, side, reduceOnly } = draft
  switch (action) {
    case 'CancelOrders':
    case 'CloseAll':
      return { do: action }
    case 'Close': {
      const share = parseDecimal(draft.closePercent, 2)
      return { do: action, percentE2: share === undefined ? Number.NaN : Number(share) }
    }
    case 'TakeProfit':
    case 'StopLoss': {
      const triggerTicks = price(instrument, draft.triggerPrice, 'triggerPrice')
      return isWrong(triggerTicks) ? triggerTicks : { do: action, triggerTicks }
    }
    case 'Order': {
      if (draft.qty === '') return problem('qtyRequired', 'qty')
      const qtyLots = parseQty(instrument, draft.qty)
      if (isWrong(qtyLots)) return { ...qtyLots, field: 'qty' }
      const order = { do: action, side, qtyLots, reduceOnly } as const
      if (draft.orderType === 'Market') return order
      const priceTicks = price(instrument, draft.limitPrice, 'price')
      return isWrong(priceTicks) ? priceTicks : { ...order, priceTicks }
    }
  }
}

function price(instrument: Instrument, text: string, field: string): PriceTicks | Problem {
  if (text === '') return problem('priceRequired', field)
  const ticks = parsePrice(instrument, text)
  return isWrong(ticks) ? { ...ticks, field } : ticks
}

/** Parses an integer; an invalid one becomes NaN, which is outside every range. */
const whole = (text: string): number => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN)

function signedOf(text: string, decimals: number): number | undefined {
  const value = parseDecimal(text, decimals)
  return value === undefined ? undefined : Number(value)
}
