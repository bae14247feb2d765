// Spot plan orders: the fields of each plan, the side of the market on which its prices lie, and
// the coins that it freezes (spec 4; rules 8.3, 8.7; D-40).

import { priceTicks, type PriceTicks, type QtyLots } from '../numbers/fixed.ts'
import { formatTrimmed, mulDiv, wholeE4 } from '../numbers/fixed.ts'
import { formatPrice, type Instrument } from '../instrument/instrument.ts'
import { problem, type Problem } from '../instrument/problems.ts'
import { spotPlanTypes, type OrderType, type Side, type SpotPlanType } from './order.ts'
import type { StopOrderType, TpslLeg, TpslLegs, TriggerBasis } from './order.ts'
import { marketBuyE4, notionalProblem, priceProblem, qtyProblem } from './order-rules.ts'
import { legNames, spotLegFields } from './tpsl.ts'
import type { LegName, TpslRequest, TpslLegRequest } from './tpsl.ts'
import { attachedTrailing, trailingProblem, triggerAt, type TrailingRequest } from './trailing.ts'
import { triggerProblem, type TriggerDirection } from './trigger.ts'

/** The maximum of waiting orders of each of the two kinds in one pair (rules 8.3). */
export const maxSpotStopOrders = 30

/** The plans whose coins are frozen when they are placed: OCO and TP/SL (D-40). */
export const isFrozenPlan = (plan: SpotPlanType): boolean => plan === 10 || plan === 11
/** The plans that follow the price: trailing stop and trailing profit. */
export const isTrailingPlan = (plan: SpotPlanType): boolean => plan === 4 || plan === 5

export const spotPlanTypeOf = (value: number): SpotPlanType | undefined =>
  spotPlanTypes.find((plan) => plan === value)

export const stopTypeOfPlan: Readonly<Record<SpotPlanType, StopOrderType>> = {
  1: 'Stop',
  4: 'TrailingStop',
  5: 'TrailingProfit',
  8: 'Stop',
  10: 'TakeProfitStopLossOCO',
  11: 'TakeProfitStopLoss',
}

const planWords: Readonly<Record<SpotPlanType | 0, string>> = {
  0: 'a plain order',
  1: 'a conditional order',
  4: 'a trailing stop',
  5: 'a trailing profit',
  8: 'a stop-limit order',
  10: 'an OCO order',
  11: 'a TP/SL order',
}

/** A spot plan order as requested. */
export type SpotPlanDraft = {
  readonly plan: SpotPlanType
  readonly side: Side
  readonly orderType: OrderType
  readonly priceTicks?: PriceTicks | undefined
  /** 0 if `quoteAmount` is given. */
  readonly qtyLots: QtyLots
  readonly quoteAmount?: bigint | undefined
  readonly trigger?:
    | {
        readonly priceTicks: PriceTicks
        readonly basis: TriggerBasis
        readonly direction: TriggerDirection
      }
    | undefined
  readonly trailing?: TrailingRequest | undefined
  readonly tpsl?: TpslRequest | undefined
}

/** The direction in which the last price reaches a leg of an order of this side. */
export const legDirection = (side: Side, leg: LegName): TriggerDirection =>
  (side === 'Sell') === (leg === 'takeProfit') ? 1 : 2

/** A trailing sell order follows a peak, a buy order a trough (8.6). */
export const trailingSign = (side: Side): 1 | -1 => (side === 'Sell' ? 1 : -1)

/**
 * Returns the first problem of a spot plan order by itself, if any: its fields, its prices around
 * the last one, its quantity and value. The account's balance and limits are checked elsewhere.
 */
export function spotPlanProblem(
  instrument: Instrument,
  draft: SpotPlanDraft,
  lastTicks: PriceTicks | undefined,
): Problem | undefined {
  const misfit = fieldsProblem(draft)
  if (misfit !== undefined) return misfit
  if (lastTicks === undefined) return problem('priceUnavailable', 'symbol')
  const { plan } = draft
  const wrong = isFrozenPlan(plan)
    ? legsProblem(instrument, draft, lastTicks)
    : isTrailingPlan(plan)
      ? spotTrailingProblem(instrument, draft, lastTicks)
      : conditionalProblem(instrument, draft, lastTicks)
  return wrong ?? spotPlanSizeProblem(instrument, draft, lastTicks)
}

/** Checks that the fields of the plan are present and no others. */
function fieldsProblem(draft: SpotPlanDraft): Problem | undefined {
  const { plan, trigger, trailing, tpsl, priceTicks: price, orderType } = draft
  const isWaiting = plan === 1 || plan === 8
  const retracement = trailing && attachedTrailing(trailing)
  if (isWaiting && trigger === undefined) return missing(plan, 'triggerPrice')
  if (!isWaiting && trigger !== undefined) return fieldNotAllowed(plan, 'triggerPrice')
  if (isTrailingPlan(plan) && retracement === undefined) return missing(plan, 'trailingPercentage')
  if (!isTrailingPlan(plan) && trailing !== undefined) {
    return fieldNotAllowed(
      plan,
      retracement === undefined ? 'activationPrice' : 'trailingPercentage',
    )
  }
  if (plan === 5 && trailing?.activationTicks === undefined) return missing(plan, 'activationPrice')
  const legs = legNames.filter((name) => tpsl?.[name]?.triggerTicks !== undefined)
  const [first] = legs
  if (!isFrozenPlan(plan) && first !== undefined)
    return fieldNotAllowed(plan, spotLegFields[first].trigger)
  const lacking = legNames.find((name) => !legs.includes(name))
  if (isFrozenPlan(plan) && lacking !== undefined && (plan === 10 || first === undefined)) {
    return missing(plan, spotLegFields[lacking].trigger)
  }
  if (plan === 8 && orderType !== 'Limit') return missing(plan, 'price')
  if (isWaiting && orderType === 'Limit' && price === undefined) return missing(plan, 'price')
  const hasPrice = isWaiting && orderType === 'Limit'
  if (!hasPrice && price !== undefined) return fieldNotAllowed(plan, 'price')
  return isTrailingPlan(plan) && orderType !== 'Market' ? fieldNotAllowed(plan, 'type') : undefined
}

const missing = (plan: SpotPlanType, field: string): Problem =>
  problem('planFieldMissing', field, { plan: planWords[plan] })
/** Returns the problem of a field that a plan, or a plain order (0), does not have. */
export const fieldNotAllowed = (plan: SpotPlanType | 0, field: string): Problem =>
  problem('planFieldNotAllowed', field, { plan: planWords[plan] })

function conditionalProblem(
  instrument: Instrument,
  { trigger, priceTicks: price }: SpotPlanDraft,
  lastTicks: PriceTicks,
): Problem | undefined {
  if (trigger === undefined) return undefined
  if (trigger.basis !== 'LastPrice') return problem('triggerNotAllowed', 'triggerPrice')
  const wrong = triggerProblem(instrument, { ...trigger, current: lastTicks })
  return wrong ?? (price === undefined ? undefined : priceProblem(instrument, price))
}

/**
 * Each leg's trigger must be on its side of the market, its limit within the pair's range (D-40).
 */
function legsProblem(
  instrument: Instrument,
  { side, tpsl }: SpotPlanDraft,
  lastTicks: PriceTicks,
): Problem | undefined {
  for (const name of legNames) {
    const leg = tpsl?.[name]
    if (leg === undefined) continue
    const wrong = legProblem(
      instrument,
      { name, leg, direction: legDirection(side, name) },
      lastTicks,
    )
    if (wrong !== undefined) return wrong
  }
  return undefined
}

type NamedLeg = {
  readonly name: LegName
  readonly leg: TpslLegRequest
  readonly direction: TriggerDirection
}

function legProblem(
  instrument: Instrument,
  { name, leg, direction }: NamedLeg,
  reference: PriceTicks,
): Problem | undefined {
  const { triggerTicks = priceTicks(0), orderType, limitTicks, triggerBy } = leg
  const fields = spotLegFields[name]
  if (triggerBy !== 'LastPrice') return problem('triggerNotAllowed', fields.trigger)
  const asked = { priceTicks: triggerTicks, direction, current: reference }
  const wrong = triggerProblem(instrument, asked)
  if (wrong !== undefined) return { ...wrong, field: fields.trigger }
  if (orderType === 'Market') {
    return limitTicks === undefined ? undefined : problem('priceNotAllowed', fields.limit)
  }
  if (limitTicks === undefined) return problem('priceRequired', fields.limit)
  const outside = priceProblem(instrument, limitTicks)
  return outside === undefined ? undefined : { ...outside, field: fields.limit }
}

/**
 * Returns the problem of the TP/SL attached to a spot limit order: for a buy the take-profit must
 * be above its limit and the stop-loss below it, for a sell the reverse; the orders that result
 * trade on the opposite side.
 */
export function bidirectionalProblem(
  instrument: Instrument,
  order: {
    readonly side: Side
    readonly orderType: OrderType
    readonly priceTicks?: PriceTicks | undefined
    readonly qtyLots: QtyLots
  },
  tpsl: TpslRequest,
): Problem | undefined {
  const named = legNames.filter((name) => tpsl[name]?.triggerTicks !== undefined)
  const [first] = named
  if (first === undefined) return undefined
  const { side, orderType, priceTicks: price, qtyLots } = order
  if (orderType === 'Market' || price === undefined) {
    return fieldNotAllowed(0, spotLegFields[first].trigger)
  }
  const pairSide = side === 'Buy' ? 'Sell' : 'Buy'
  for (const name of named) {
    const leg = tpsl[name]
    if (leg === undefined) continue
    const direction = legDirection(pairSide, name)
    const wrong =
      legProblem(instrument, { name, leg, direction }, price) ??
      qtyProblem(instrument, leg.orderType, qtyLots)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/**
 * A trailing stop has the bounds of 8.6. A trailing profit must also fire at a better price than
 * the current last price: its activation price must be far enough in profit to cover the distance.
 */
function spotTrailingProblem(
  instrument: Instrument,
  { plan, side, trailing }: SpotPlanDraft,
  lastTicks: PriceTicks,
): Problem | undefined {
  const asked = trailing && attachedTrailing(trailing)
  if (asked === undefined) return undefined
  const sign = trailingSign(side)
  const terms = { ...asked, sign }
  const wrong = trailingProblem(instrument, terms, lastTicks)
  if (wrong !== undefined) {
    const own = 'rateE4' in terms.retracement ? 'trailingPercentage' : 'trailingValue'
    return wrong.field === 'trailingStop' ? { ...wrong, field: own } : wrong
  }
  if (plan !== 5 || terms.activationTicks === undefined) return undefined
  const least = triggerAt(terms, terms.activationTicks)
  if (sign * (least - lastTicks) > 0) return undefined
  return problem('trailingNotInProfit', 'activationPrice', {
    price: formatPrice(instrument, lastTicks),
  })
}

/** The quantity must be within the pair's limits, its value sufficient at each expected price. */
export function spotPlanSizeProblem(
  instrument: Instrument,
  draft: SpotPlanDraft,
  lastTicks: PriceTicks,
): Problem | undefined {
  const { qtyLots, quoteAmount, side } = draft
  const wanted = expectedTrades(draft, lastTicks)
  if (quoteAmount !== undefined) {
    const isByAmount = side === 'Buy' && (isFrozenPlan(draft.plan) || draft.orderType === 'Market')
    if (!isByAmount || qtyLots !== 0 || quoteAmount <= 0n) return problem('amountInvalid', 'amount')
    if (quoteAmount >= instrument.minNotional) return undefined
    return problem('notionalTooSmall', 'amount', {
      min: formatTrimmed(instrument.minNotional, 8),
      coin: instrument.quoteCoin,
    })
  }
  for (const { orderType, ticks } of wanted) {
    const wrong =
      qtyProblem(instrument, orderType, qtyLots) ?? notionalProblem(instrument, ticks, qtyLots)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** The expected trade of each leg: at its limit, or for a market order at its trigger. */
function expectedTrades(
  { tpsl, orderType, priceTicks: price, trigger }: SpotPlanDraft,
  lastTicks: PriceTicks,
): readonly { readonly orderType: OrderType; readonly ticks: PriceTicks }[] {
  const legs = legNames.flatMap((name) => {
    const leg = tpsl?.[name]
    if (leg?.triggerTicks === undefined) return []
    return [{ orderType: leg.orderType, ticks: leg.limitTicks ?? leg.triggerTicks }]
  })
  return legs.length > 0 ? legs : [{ orderType, ticks: price ?? trigger?.priceTicks ?? lastTicks }]
}

/**
 * Returns the coins that a frozen plan sets aside, 1e-8 of the coin that it pays: the quantity that
 * it sells; the amount that it spends; or the greater of both legs' values (D-40). A market leg is
 * valued at its trigger and 0.05 % more.
 */
export function frozenCoins(
  instrument: Instrument,
  order: {
    readonly side: Side
    readonly qtyLots: number
    readonly quoteAmount?: bigint | undefined
    readonly legs: TpslLegs
  },
): bigint {
  const { side, qtyLots, quoteAmount, legs } = order
  const base = BigInt(qtyLots) * BigInt(instrument.lotSizeE8)
  if (side === 'Sell') return base
  if (quoteAmount !== undefined) return quoteAmount
  const tick = BigInt(instrument.tickSizeE8)
  const valueAt = (ticks: number): bigint => (BigInt(ticks) * tick * base) / 100_000_000n
  const costs = legNames.map((name): bigint => {
    const leg: TpslLeg | undefined = legs[name]
    if (leg === undefined) return 0n
    if (leg.orderType === 'Limit') return valueAt(leg.limitTicks ?? leg.triggerTicks)
    return mulDiv(valueAt(leg.triggerTicks), marketBuyE4, wholeE4, 'up')
  })
  return costs.reduce((most, cost) => (cost > most ? cost : most), 0n)
}
