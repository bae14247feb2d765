// Rule orders on the wire: their calls and their records (rules 8.10).

import {
  barPrices,
  mostConditions,
  plainSeries,
  ruleOperators,
  windowSeries,
  type RuleAction,
  type RuleNumber,
  type RuleRecord,
  type RuleSeries,
  type RuleTerms,
  type RuleValues,
} from '@basis/domain/algo/rule'
import { ruleStates } from '@basis/domain/algo/states'
import { formatTrimmed } from '@basis/domain/numbers/fixed'
import { formatPrice, formatQty, type Instrument } from '@basis/domain/instrument/instrument'
import { orderTypes, sides } from '@basis/domain/orders/order'
import * as z from '../schema/deferred.ts'
import type { Call } from '../call.ts'
import { positionIdx } from '../order.ts'
import {
  decimal,
  linkIdText,
  orderIdText,
  signedDecimal,
  symbolName,
  timeMs,
  optionalField,
} from '../wire.ts'

/**
 * A price, a rate (0.01 is 1 %), money in the settle coin or in USD, or a number; a change over
 * minutes, or an average over bars of a length in minutes, of the last or the mark price.
 */
const wireSeries = z.strictObject({
  of: z.enum([...plainSeries, ...windowSeries, 'Number']),
  value: optionalField(signedDecimal),
  price: optionalField(z.enum(barPrices)),
  bars: optionalField(z.int()),
  minutes: optionalField(z.int()),
})
export type WireSeries = z.output<typeof wireSeries>

const wireCondition = z.strictObject({
  left: wireSeries,
  operator: z.enum(ruleOperators),
  right: wireSeries,
})
export type WireCondition = z.output<typeof wireCondition>

const wireAction = z.strictObject({
  type: z.enum(['Order', 'Close', 'CancelOrders', 'CloseAll', 'TakeProfit', 'StopLoss']),
  side: optionalField(z.enum(sides)),
  orderType: optionalField(z.enum(orderTypes)),
  qty: optionalField(decimal),
  price: optionalField(decimal),
  reduceOnly: optionalField(z.boolean()),
  /** Close: the share of the position in percent, two decimals. */
  percent: optionalField(decimal),
  triggerPrice: optionalField(decimal),
})
export type WireAction = z.output<typeof wireAction>

const terms = {
  join: z.enum(['And', 'Or']),
  conditions: z.array(wireCondition).check(z.maxLength(mostConditions)),
  action: wireAction,
  maxTimes: z.int(),
  /** Seconds. */
  coolDown: z.int(),
  expiresAtE3: timeMs,
}

/** The compared values of each condition; empty before there is a value. */
const wireValues = z.array(z.object({ left: z.string(), right: z.string() }))

export const wireRule = z.object({
  ruleId: z.string(),
  orderLinkId: z.string(),
  symbol: z.string(),
  positionIdx,
  ...terms,
  status: z.enum(ruleStates),
  firedTimes: z.int(),
  values: wireValues,
  /** The last firings, oldest first. */
  firings: z.array(
    z.object({ timeE3: timeMs, values: wireValues, rejectReason: optionalField(z.string()) }),
  ),
  createdAtE3: timeMs,
  updatedAtE3: timeMs,
  updateNo: z.int(),
})
export type WireRule = z.output<typeof wireRule>

/** The terms of a request; omitted ones have their defaults. */
const asked = {
  positionIdx: optionalField(positionIdx),
  join: optionalField(terms.join),
  conditions: terms.conditions,
  action: wireAction,
  maxTimes: optionalField(terms.maxTimes),
  coolDown: optionalField(terms.coolDown),
  expiresAtE3: optionalField(timeMs),
}

const answer = z.object({ ruleId: z.string(), rule: optionalField(wireRule) })
const byId = z.strictObject({ ruleId: orderIdText })

export const ruleCalls = {
  /** Starts a rule; its averages start with the closed candles. */
  createRule: {
    method: 'POST',
    path: '/contract/v5/rule/create',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({
      symbol: symbolName,
      orderLinkId: optionalField(linkIdText),
      ...asked,
    }),
    answer,
  },
  /** Replaces all of its terms; `maxTimes` includes past firings. */
  amendRule: {
    method: 'POST',
    path: '/contract/v5/rule/amend',
    access: 'session',
    changes: true,
    ours: true,
    request: z.strictObject({ ruleId: orderIdText, ...asked }),
    answer,
  },
  cancelRule: {
    method: 'POST',
    path: '/contract/v5/rule/cancel',
    access: 'session',
    changes: true,
    ours: true,
    request: byId,
    answer,
  },
  pauseRule: {
    method: 'POST',
    path: '/contract/v5/rule/pause',
    access: 'session',
    changes: true,
    ours: true,
    request: byId,
    answer,
  },
  /** Resumes it as if it started now. */
  resumeRule: {
    method: 'POST',
    path: '/contract/v5/rule/resume',
    access: 'session',
    changes: true,
    ours: true,
    request: byId,
    answer,
  },
  /** Active rules with their last compared values, and the last ended ones. */
  rules: {
    method: 'GET',
    path: '/contract/v5/rule/list',
    access: 'session',
    changes: false,
    ours: true,
    request: z.strictObject({ symbol: optionalField(symbolName) }),
    answer: z.object({ list: z.array(wireRule) }),
  },
} as const satisfies Record<string, Call>

const numberText = (valueE8: number): string => formatTrimmed(BigInt(valueE8), 8)

const encodeSeries = (series: RuleSeries | RuleNumber): WireSeries => {
  if (series.of !== 'Number') return series
  return { of: 'Number', value: numberText(series.valueE8) }
}

/** Encodes a rule's action in the instrument's own decimals. */
function encodeRuleAction(action: RuleAction, instrument: Instrument): WireAction {
  switch (action.do) {
    case 'Order': {
      const { side, qtyLots, priceTicks, reduceOnly } = action
      return {
        type: 'Order',
        side,
        orderType: priceTicks === undefined ? 'Market' : 'Limit',
        qty: formatQty(instrument, qtyLots),
        ...(priceTicks === undefined ? {} : { price: formatPrice(instrument, priceTicks) }),
        reduceOnly,
      }
    }
    case 'Close':
      return { type: 'Close', percent: formatTrimmed(BigInt(action.percentE2), 2) }
    case 'TakeProfit':
    case 'StopLoss':
      return { type: action.do, triggerPrice: formatPrice(instrument, action.triggerTicks) }
    case 'CancelOrders':
    case 'CloseAll':
      return { type: action.do }
  }
}

const encodeValues = (values: readonly RuleValues[]) =>
  values.map(({ leftE8, rightE8 }) => ({
    left: leftE8 === undefined ? '' : numberText(leftE8),
    right: rightE8 === undefined ? '' : numberText(rightE8),
  }))

/** Encodes the terms of a rule, for requests and records. */
export function encodeRuleTerms(ruleTerms: RuleTerms, instrument: Instrument) {
  const { join, conditions, action, most, coolDownSec, expiresMs } = ruleTerms
  return {
    join,
    conditions: conditions.map(({ left, is, right }) => ({
      left: encodeSeries(left),
      operator: is,
      right: encodeSeries(right),
    })),
    action: encodeRuleAction(action, instrument),
    maxTimes: most,
    coolDown: coolDownSec,
    expiresAtE3: expiresMs,
  }
}

/** Encodes a rule in the instrument's own decimals. */
export function encodeRule(rule: RuleRecord, instrument: Instrument): WireRule {
  return {
    ruleId: String(rule.id),
    orderLinkId: rule.linkId,
    symbol: rule.symbol,
    positionIdx: rule.positionIdx,
    ...encodeRuleTerms(rule.terms, instrument),
    status: rule.state,
    firedTimes: rule.fired,
    values: encodeValues(rule.values),
    firings: rule.firings.map((firing) => ({
      timeE3: firing.timeMs,
      values: encodeValues(firing.values),
      ...(firing.problem === undefined ? {} : { rejectReason: firing.problem.name }),
    })),
    createdAtE3: rule.createdMs,
    updatedAtE3: rule.updatedMs,
    updateNo: rule.updateNo,
  }
}
