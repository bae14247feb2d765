// Rule orders as text: the conditions, the action once they hold, and its result.

import { unitOf, type RuleSeries } from '@basis/domain/algo/rule'
import { qtyCoin, type Instrument } from '@basis/domain/instrument/instrument'
import { problemNames } from '@basis/domain/instrument/problems'
import { formatTrimmed, parseDecimal } from '@basis/domain/numbers/fixed'
import type { WireCondition, WireRule, WireSeries } from '@basis/protocol/rules/rule'
import { problemMessage } from '../../client/error-reactions.ts'
import { message, type Figure, type Message, type MessageKey } from '../../i18n/message-keys.ts'

/** The parts of a rule that the sentence uses, whether it runs or is being created. */
type RuleShown = Pick<WireRule, 'symbol' | 'positionIdx' | 'join' | 'conditions' | 'action'>

/** Intervals in minutes with their usual abbreviations, the same in every language. */
export const barWords = { 1: '1m', 5: '5m', 15: '15m', 60: '1h', 240: '4h', 1440: '1D' } as const
const barWordOf = new Map(Object.entries(barWords))

export const seriesWords = {
  Last: 'strategies.ruleLastPrice',
  Mark: 'strategies.ruleMarkPrice',
  Index: 'strategies.ruleIndexPrice',
  Funding: 'strategies.ruleFundingRate',
  Pnl: 'strategies.ruleUnrealisedPnl',
  Roi: 'strategies.ruleRoi',
  Equity: 'strategies.ruleEquity',
  MarginRate: 'strategies.ruleMarginRate',
} as const satisfies Partial<Record<RuleSeries['of'], MessageKey>>

/** Returns the rule as a sentence. */
export const ruleMessage = (rule: RuleShown, instrument: Instrument): Message =>
  message('strategies.ruleSentence', {
    conditions: conditionsMessage(rule),
    action: actionMessage(rule, instrument),
  })

function conditionsMessage({ conditions, join }: RuleShown): Message {
  const [first, ...rest] = conditions.map(conditionMessage)
  if (first === undefined) return message('strategies.rulePercent', { value: '' })
  const key = join === 'Or' ? 'strategies.ruleOr' : 'strategies.ruleAnd'
  return rest.reduce((before, next) => message(key, { first: before, second: next }), first)
}

function conditionMessage({ left, operator, right }: WireCondition): Message {
  const figure = right.of === 'Number' ? figureOf(left.of, right.value ?? '0') : sideOf(right)
  return message(`strategies.rule${operator}`, { left: sideOf(left), right: figure })
}

function sideOf({ of, bars, minutes, value }: WireSeries): Message | Figure | string {
  if (of === 'Number') return { decimal: value ?? '0' }
  if (of === 'Change') return message('strategies.ruleChange', { minutes: minutes ?? 0 })
  if (of !== 'Sma' && of !== 'Ema') return { key: seriesWords[of] }
  return `${of.toUpperCase()}(${bars}, ${barWordOf.get(String(minutes)) ?? ''})`
}

/** Rates are fractions on the wire and shown in percent. */
function figureOf(of: WireSeries['of'], value: string): Message | Figure {
  if (of === 'Number' || !isRate(of)) return { decimal: value }
  return message('strategies.rulePercent', { value: { decimal: percentOf(value) } })
}

export const isRate = (of: RuleSeries['of']): boolean => unitOf({ of } as RuleSeries) === 'rate'

/** Returns a fraction as percent, with all its digits. */
function percentOf(fraction: string): string {
  const isBelow = fraction.startsWith('-')
  const value = parseDecimal(isBelow ? fraction.slice(1) : fraction, 8) ?? 0n
  return `${isBelow ? '-' : ''}${formatTrimmed(value, 6)}`
}

const closeWords = {
  0: 'strategies.ruleClose',
  1: 'strategies.ruleCloseLong',
  2: 'strategies.ruleCloseShort',
} as const

/** What the rule does when it fires. */
export function actionMessage({ action, symbol, positionIdx }: RuleShown, of: Instrument): Message {
  const { type, side, qty = '0', price, percent = '100', triggerPrice = '0' } = action
  switch (type) {
    case 'Close':
      return message(closeWords[positionIdx], { percent: { decimal: percent } })
    case 'CancelOrders':
      return message('strategies.ruleCancelAll', { symbol })
    case 'CloseAll':
      return message('strategies.ruleCloseAll')
    case 'TakeProfit':
    case 'StopLoss':
      return message(`strategies.rule${type}`, { price: { decimal: triggerPrice } })
    case 'Order': {
      const words = {
        side: message(side === 'Buy' ? 'orders.buy' : 'orders.sell'),
        qty: { decimal: qty },
        coin: qtyCoin(of),
      }
      return price === undefined
        ? message('strategies.ruleMarket', words)
        : message('strategies.ruleLimit', { ...words, price: { decimal: price } })
    }
  }
}

/** Returns a firing as text: the action, or why it was refused. */
export function firingMessage(
  { rejectReason }: WireRule['firings'][number],
  { symbol, action }: { symbol: string; action: Message },
): Message {
  const name = problemNames.find((each) => each === rejectReason)
  if (name === undefined) return message('strategies.ruleFiredBody', { symbol, action })
  const reason = problemMessage({ name, field: '' })
  return message('strategies.ruleRefusedBody', { symbol, action, reason })
}
