// The form of a rule order: what is typed becomes the exchange's conditions and action, which its
// own rule judges (rules 8.10).

import {
  leastBars,
  longestCoolDownSec,
  longestRuleMs,
  mostBars,
  mostChangeMinutes,
  mostRuleFirings,
  plainSeries,
  ruleProblem,
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
export const averages = ['Sma', 'Ema'] as const
export const ruleActions = [
  'Order',
  'Close',
  'CancelOrders',
  'CloseAll',
  'TakeProfit',
  'StopLoss',
] as const

export type ConditionDraft = {
  readonly left: RuleLeft
  /** Of a change. */
  readonly changeMinutes: string
  readonly operator: RuleOperator
  readonly against: 'Number' | (typeof averages)[number]
  /** Of rates in percent. */
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
  /** Of a hedge: the position that is closed or gets its take-profit or stop-loss. */
  readonly position: 'Long' | 'Short'
  readonly times: string
  readonly coolDown: string
  readonly days: string
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
  coolDown: '60',
  days: '7',
}

const dayMs = 86_400_000
const minuteMs = 60_000

/** Is it a price, which alone is compared with an average? */
export const isPrice = (left: RuleLeft): boolean => unitOf({ of: left } as RuleSeries) === 'price'

export const isAverage = ({ left, against }: ConditionDraft): boolean =>
  against !== 'Number' && isPrice(left)

/** Does the action act on one position? */
export const isOnPosition = (action: RuleAction['do']): boolean =>
  action === 'Close' || action === 'TakeProfit' || action === 'StopLoss'

/** Returns the side and kind of the order that stands for the position it is about. */
export const orderOf = ({ action, side, reduceOnly, position }: RuleDraft) =>
  action === 'Order'
    ? { side, reduceOnly }
    : { side: position === 'Long' ? ('Sell' as const) : ('Buy' as const), reduceOnly: true }

/** Reads the draft and judges it as the exchange does; `field` names the field that is wrong. */
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
  if (most === undefined) return problem('qtyInvalid', 'maxTimes')
  if (coolDownSec === undefined) return problem('qtyInvalid', 'coolDown')
  if (days === undefined) return problem('qtyInvalid', 'expiresAtE3')
  // To the minute, so that the same press is the same request.
  const expiresMs = Math.floor(nowMs / minuteMs) * minuteMs + days * dayMs
  const terms = { join: draft.join, conditions, action, most, coolDownSec, expiresMs }
  return ruleProblem(instrument, terms, nowMs) ?? terms
}

/** Returns the least and the most of a field that the exchange bounds. */
export function rangeOf(field: string): readonly [least: number, most: number] | undefined {
  switch (field.split(' ')[0]) {
    case 'maxTimes':
      return [1, mostRuleFirings]
    case 'coolDown':
      return [0, longestCoolDownSec]
    case 'expiresAtE3':
      return [1, longestRuleMs / dayMs]
    case 'bars':
      return [leastBars, mostBars]
    case 'minutes':
      return [1, mostChangeMinutes]
    case 'percent':
      return [0.01, 100]
    default:
      return undefined
  }
}

function conditionOf(draft: ConditionDraft): RuleCondition | Problem {
  const left = leftOf(draft)
  if (isWrong(left)) return left
  const right = rightOf(draft)
  return isWrong(right) ? right : { left, is: draft.operator, right }
}

function leftOf({ left, changeMinutes }: ConditionDraft): RuleSeries | Problem {
  if (left !== 'Change') return { of: left }
  const minutes = within(changeMinutes, 'minutes')
  return isWrong(minutes) ? minutes : { of: left, price: 'Mark', minutes }
}

function rightOf(draft: ConditionDraft): RuleSeries | RuleNumber | Problem {
  const { left, against, barMinutes: minutes } = draft
  if (against === 'Number' || !isPrice(left)) {
    const valueE8 = signedOf(draft.value, isRate(left) ? 6 : 8)
    return valueE8 === undefined ? problem('ruleInvalid', 'value') : { of: 'Number', valueE8 }
  }
  const bars = within(draft.bars, 'bars')
  if (isWrong(bars)) return bars
  return { of: against, price: left === 'Last' ? 'Last' : 'Mark', bars, minutes }
}

function actionOf(draft: RuleDraft, instrument: Instrument): RuleAction | Problem {
  const { action, side, reduceOnly } = draft
  switch (action) {
    case 'CancelOrders':
    case 'CloseAll':
      return { do: action }
    case 'Close': {
      const share = parseDecimal(draft.closePercent, 2)
      if (share === undefined) return problem('qtyInvalid', 'percent')
      return { do: action, percentE2: Number(share) }
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

function within(text: string, field: string): number | Problem {
  const value = whole(text)
  const [least, most] = rangeOf(field) ?? [0, 0]
  const fits = value !== undefined && value >= least && value <= most
  return fits ? value : problem('ruleInvalid', field)
}

const whole = (text: string): number | undefined =>
  /^\d{1,6}$/.test(text) ? Number(text) : undefined

function signedOf(text: string, decimals: number): number | undefined {
  if (text === '') return undefined
  const isBelow = text.startsWith('-')
  const value = parseDecimal(isBelow ? text.slice(1) : text, decimals)
  return value === undefined ? undefined : Number(isBelow ? -value : value)
}
