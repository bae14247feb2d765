// Rule order calls over HTTP: a request becomes a rule's terms, and its averages are seeded with
// closes of past candles (rules 8.10).

import {
  seriesProblem,
  windowsOf,
  type RuleAction,
  type RuleNumber,
  type RuleSeries,
  type RuleTerms,
  type WindowSeries,
} from '@basis/domain/algo/rule'
import { closesNeeded, mostSeeds } from '@basis/domain/algo/rule-values'
import { bucketStart, resolutions, type Resolution } from '@basis/domain/instrument/candle'
import type { Instrument } from '@basis/domain/instrument/instrument'
import { problem } from '@basis/domain/instrument/problems'
import { parseDecimal } from '@basis/domain/numbers/fixed'
import type { ApplyResult } from '@basis/engine/engine'
import type { SetRuleState } from '@basis/engine/commands'
import type { CallRequest } from '@basis/protocol/calls'
import { encodeRule, type WireSeries } from '@basis/protocol/rules/rule'
import {
  listedContract,
  listedInstrument,
  type Handlers,
  type Parts,
  type SessionContext,
} from './call-context.ts'
import { invalidField, problemRefusal } from './guards/refusal.ts'
import { optionalQty } from './orders/order-fields.ts'
import { submit } from './submit.ts'
import { readPrice } from './tpsl-reading.ts'

/** A rule without an expiry lives for a week. */
const defaultLifeMs = 7 * 86_400_000
/**
 * An exponential average is seeded with four times its bars: less than 0.3 % of its weight then
 * comes from bars before them.
 */
const emaSeedFactor = 4

export const ruleHandlers: Handlers<
  'createRule' | 'amendRule' | 'cancelRule' | 'pauseRule' | 'resumeRule' | 'rules'
> = {
  createRule: async (context, request) => {
    const { parts, account } = context
    const instrument = listedContract(parts, request.symbol)
    const applied = await submit(parts, {
      kind: 'PlaceRule',
      account,
      symbol: instrument.symbol,
      linkId: request.orderLinkId ?? '',
      ...(await askedOf(parts, instrument, request)),
    })
    return receipt(context, applied)
  },

  amendRule: async (context, request) => {
    const { parts, account } = context
    const ruleId = Number(request.ruleId)
    const rule = parts.exchange.views.rules(account).find(({ id }) => id === ruleId)
    if (rule === undefined) throw problemRefusal(problem('orderNotFound', 'ruleId'))
    const instrument = listedContract(parts, rule.symbol)
    const asked = await askedOf(parts, instrument, request)
    return receipt(context, await submit(parts, { kind: 'AmendRule', account, ruleId, ...asked }))
  },

  cancelRule: (context, { ruleId }) => set(context, ruleId, 'Cancelled'),
  pauseRule: (context, { ruleId }) => set(context, ruleId, 'Paused'),
  resumeRule: (context, { ruleId }) => set(context, ruleId, 'Running'),

  rules: ({ parts, account }, { symbol }) => {
    const listed = symbol === undefined ? undefined : listedInstrument(parts, symbol).symbol
    const list = parts.exchange.views
      .rules(account)
      .filter((rule) => listed === undefined || rule.symbol === listed)
      .map((rule) => encodeRule(rule, listedInstrument(parts, rule.symbol)))
    return { value: { list } }
  },
}

async function set(context: SessionContext, ruleId: string, state: SetRuleState['state']) {
  const { parts, account } = context
  const command = { kind: 'SetRuleState', account, ruleId: Number(ruleId), state } as const
  return receipt(context, await submit(parts, command))
}

/** Returns the state of a rule after a command. */
function receipt({ parts, account }: SessionContext, { ruleId, seq }: ApplyResult) {
  const rule = parts.exchange.views.rules(account).find(({ id }) => id === ruleId)
  const answer = { ruleId: String(ruleId) }
  if (rule === undefined) return { value: answer, seq }
  const instrument = listedInstrument(parts, rule.symbol)
  return { value: { ...answer, rule: encodeRule(rule, instrument) }, seq }
}

type Request = Omit<CallRequest<'createRule'>, 'symbol' | 'orderLinkId'>

/** Returns terms with the closes that seed their averages. Throws Refused. */
async function askedOf(parts: Parts, instrument: Instrument, request: Request) {
  const terms = termsOf(instrument, request, parts.clock.nowMs())
  const seeds = await Promise.all(windowsOf(terms).map((each) => seedOf(parts, instrument, each)))
  return { positionIdx: request.positionIdx ?? (0 as const), terms, seeds }
}

function termsOf(instrument: Instrument, request: Request, nowMs: number): RuleTerms {
  const conditions = request.conditions.map(({ left, operator, right }) => {
    const first = seriesOf(left)
    if (first.of === 'Number') throw invalidField('left', 'must not be a number')
    return { left: first, is: operator, right: seriesOf(right) }
  })
  return {
    join: request.join ?? 'And',
    conditions,
    action: actionOf(instrument, request.action),
    most: request.maxTimes ?? 1,
    coolDownSec: request.coolDown ?? 0,
    expiresMs: request.expiresAtE3 ?? nowMs + defaultLifeMs,
  }
}

function seriesOf({
  of,
  value,
  price = 'Mark',
  bars,
  minutes,
}: WireSeries): RuleSeries | RuleNumber {
  switch (of) {
    case 'Number':
      return { of, valueE8: numberOf(value) }
    case 'Change':
      return { of, price, minutes: minutes ?? 0 }
    case 'Sma':
    case 'Ema':
      return { of, price, bars: bars ?? 0, minutes: minutes ?? 0 }
    default:
      return { of }
  }
}

/** Reads a number, possibly negative, in 1e-8. Throws Refused. */
function numberOf(text: string | undefined): number {
  const parsed = text === undefined ? undefined : parseDecimal(text, 8)
  if (parsed === undefined) throw invalidField('value', 'must be a number of at most 8 decimals')
  return Number(parsed)
}

function actionOf(instrument: Instrument, asked: Request['action']): RuleAction {
  switch (asked.type) {
    case 'Order': {
      const { side, orderType = 'Market', price, reduceOnly = false } = asked
      const { qtyLots } = optionalQty(instrument, { qty: asked.qty })
      if (side === undefined) throw invalidField('side', 'is required for an order')
      if (qtyLots === undefined) throw invalidField('qty', 'is required for an order')
      const order = { do: 'Order', side, qtyLots, reduceOnly } as const
      if (orderType === 'Market') return order
      if (price === undefined) throw invalidField('price', 'is required for a limit order')
      return { ...order, priceTicks: readPrice(instrument, 'price', price) }
    }
    case 'Close': {
      const percent = parseDecimal(asked.percent ?? '', 2)
      if (percent === undefined) throw invalidField('percent', 'must have at most 2 decimals')
      return { do: 'Close', percentE2: Number(percent) }
    }
    case 'TakeProfit':
    case 'StopLoss': {
      const { triggerPrice } = asked
      if (triggerPrice === undefined) throw invalidField('triggerPrice', 'is required')
      const triggerTicks = readPrice(instrument, 'triggerPrice', triggerPrice)
      return { do: asked.type, triggerTicks }
    }
    case 'CancelOrders':
    case 'CloseAll':
      return { do: asked.type }
  }
}

const resolutionOf = (minutes: number): Resolution | undefined =>
  resolutions.find((each) => each === (minutes === 1440 ? '1D' : String(minutes)))

/** Returns the closes of ended candles, oldest first, ×1e-8. */
async function seedOf(
  { readModel, clock }: Parts,
  { symbol, tickSizeE8 }: Instrument,
  series: WindowSeries,
): Promise<readonly number[]> {
  const resolution = resolutionOf(series.of === 'Change' ? 1 : series.minutes)
  // Invalid series are refused by the engine.
  if (resolution === undefined || seriesProblem(series) !== undefined) return []
  const needed = closesNeeded(series)
  const candles = await readModel.candles({
    symbol,
    source: series.price === 'Mark' ? 'mark' : 'last',
    resolution,
    toMs: bucketStart(resolution, clock.nowMs()),
    limit: Math.min(mostSeeds, series.of === 'Ema' ? emaSeedFactor * needed : needed),
  })
  return candles.map(({ close }) => close * tickSizeE8).filter((closeE8) => closeE8 > 0)
}
