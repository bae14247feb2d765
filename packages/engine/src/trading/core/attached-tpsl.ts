// TP/SL attached to an order: its validation and the legs that are stored (rules 8.5, 6.2).

import { priceTicks, qtyLots, type PriceTicks } from '@basis/domain/numbers/fixed'
import { sideSign, type Order, type Side } from '@basis/domain/orders/order'
import type { TpslLeg, TpslLegs } from '@basis/domain/orders/order'
import { attachedTrailing, attachedTrailingProblem } from '@basis/domain/orders/trailing'
import { movedOrderProblem, tpslProblems } from '@basis/domain/orders/tpsl'
import type { LegName, TpslRequest, TpslLegRequest } from '@basis/domain/orders/tpsl'
import { bidirectionalProblem, stopTypeOfPlan } from '@basis/domain/orders/spot-plans'
import type { AttachedTpsl } from '@basis/domain/orders/tpsl-entries'
import type { Problem } from '@basis/domain/instrument/problems'
import type { PlaceOrder, ReplaceOrder } from '../../api/commands.ts'
import { thirdRules } from '../../api/rules-version.ts'
import { nearMarkTicks } from '../../state/mark-value.ts'
import {
  orderRecord,
  type EngineState,
  type MarketState,
  type OpenOrder,
} from '../../state/state.ts'
import { stopTerms, type ConditionalTerms } from '../../state/conditional-terms.ts'

/** Returns the expected price of a market order; undefined while there is none. */
export const presentTicks = (market: MarketState): PriceTicks | undefined => {
  const ticks = market.lastTicks > 0 ? market.lastTicks : nearMarkTicks(market)
  return ticks > 0 ? priceTicks(ticks) : undefined
}

export type AttachingOrder = {
  readonly side: Side
  readonly lots: number
  /** The limit price, or the trigger price of a waiting market order. */
  readonly priceTicks: PriceTicks | undefined
  readonly isReducing: boolean
  /** It waits for a trigger, so that its stop-loss is not checked against the current price. */
  readonly isWaiting: boolean
}

/** Returns the first problem of the TP/SL attached to an order, if any. */
export function attachedTpslProblem(
  market: MarketState,
  asked: TpslRequest,
  order: AttachingOrder,
): Problem | undefined {
  const { instrument } = market
  const lots = qtyLots(order.lots)
  if (instrument.kind === 'Spot') {
    const { side, priceTicks: price } = order
    const orderType = price === undefined ? 'Market' : 'Limit'
    return bidirectionalProblem(
      instrument,
      { side, orderType, priceTicks: price, qtyLots: lots },
      asked,
    )
  }
  const [first] = tpslProblems(
    { ...asked, qtyLots: lots },
    {
      instrument,
      scene: 'Order',
      side: order.side,
      referenceTicks: order.priceTicks ?? presentTicks(market),
      marketTicks:
        order.isWaiting || market.lastTicks === 0 ? undefined : priceTicks(market.lastTicks),
      sizeLots: lots,
      isUnified: true,
      reduceOnly: order.isReducing,
    },
  )
  return first
}

/** Returns a leg as it is stored; undefined if it has no trigger or the trigger 0. */
function armedLeg(leg: TpslLegRequest | undefined): TpslLeg | undefined {
  if (leg?.triggerTicks === undefined || leg.triggerTicks === 0) return undefined
  const { triggerTicks, triggerBy, orderType, limitTicks } = leg
  return {
    triggerTicks,
    triggerBy,
    orderType,
    ...(orderType === 'Market' || limitTicks === undefined ? {} : { limitTicks }),
  }
}

/**
 * Returns the legs after a change: an absent leg stays, one with the trigger 0 is removed;
 * undefined if none is left.
 */
export function legsAfter(
  standing: TpslLegs,
  asked: Omit<TpslRequest, 'mode'>,
): TpslLegs | undefined {
  const after = (name: LegName): TpslLeg | undefined =>
    asked[name] === undefined ? standing[name] : armedLeg(asked[name])
  const [takeProfit, stopLoss] = [after('takeProfit'), after('stopLoss')]
  if (takeProfit === undefined && stopLoss === undefined) return undefined
  return {
    ...(takeProfit === undefined ? {} : { takeProfit }),
    ...(stopLoss === undefined ? {} : { stopLoss }),
  }
}

/** Returns the TP/SL attached to an order; undefined if no leg was requested. */
export function attachedTpslOf(
  asked: TpslRequest | undefined,
  before: TpslLegs = {},
): AttachedTpsl | undefined {
  const legs = asked === undefined ? undefined : legsAfter(before, asked)
  return asked === undefined || legs === undefined ? undefined : { mode: asked.mode, legs }
}

/**
 * Changes the TP/SL attached to an order, for its future fills: absent legs stay, a trigger of 0
 * removes one. If a leg is not allowed, returns the problem and changes nothing.
 */
export function setAttachedTpsl(
  order: OpenOrder,
  asked: TpslRequest | undefined,
  wanted: { readonly priceTicks: number; readonly qtyLots: number },
): Problem | undefined {
  if (asked === undefined) return undefined
  const { market, plan, side, orderType } = order
  const isWaiting = order.slot < 0
  const limit = orderType === 'Limit' ? wanted.priceTicks : plan?.trigger?.ticks
  const kept = { mode: asked.mode, ...legsAfter({}, asked) }
  const wrong = attachedTpslProblem(market, kept, {
    side,
    lots: wanted.qtyLots,
    priceTicks: limit === undefined ? undefined : priceTicks(limit),
    isReducing: order.reduceOnly || order.closeOnTrigger,
    isWaiting,
  })
  if (wrong !== undefined) return wrong
  const attachedTpsl = attachedTpslOf(asked, plan?.attachedTpsl?.legs)
  if (plan !== undefined) plan.attachedTpsl = attachedTpsl
  else if (attachedTpsl !== undefined) order.plan = { ...plainPlan, attachedTpsl }
  return undefined
}

/**
 * Returns why an order must not be moved beyond its attached TP/SL, if so (8.5). Before the third
 * rules only the server checked it, which may not know the order yet.
 */
export const movedProblem = (
  { rulesVersion }: EngineState,
  order: OpenOrder,
  { priceTicks: price, triggerTicks, tpsl }: ReplaceOrder,
): Problem | undefined =>
  rulesVersion.present < thirdRules || order.plan?.attachedTpsl === undefined
    ? undefined
    : movedOrderProblem(
        orderRecord(order),
        { priceTicks: price, triggerTicks, tpsl },
        order.market.instrument,
      )

const plainPlan: ConditionalTerms = {
  stopType: 'Order',
  trigger: undefined,
  attachedTpsl: undefined,
  leg: undefined,
  entryId: 0,
  parentId: 0,
}

/** Returns the terms of a plain order, which only carry its attached TP/SL and trailing stop. */
export function planOf(command: PlaceOrder): ConditionalTerms | undefined {
  const { tpsl, trailing } = command
  if (tpsl === undefined && trailing === undefined) return undefined
  const attachedTpsl = attachedTpslOf(tpsl)
  if (attachedTpsl === undefined && trailing === undefined) return undefined
  return { ...plainPlan, attachedTpsl, ...trailingTermsOf(command) }
}

/** Returns the requested terms beyond a plain order's, for the record of a refused one. */
export function requestedTerms(
  command: PlaceOrder,
): Pick<Order, 'stop' | 'slippage' | 'quoteAmount'> {
  const { plan, trigger, slippage, quoteAmount } = command
  const attached = planOf(command)
  const isPlain = (attached ?? plan ?? trigger) === undefined
  return {
    ...(isPlain ? {} : { stop: stopTerms({ ...(attached ?? plainPlan), ...waitAsked(command) }) }),
    ...(slippage === undefined ? {} : { slippage }),
    ...(quoteAmount === undefined ? {} : { quoteAmount }),
  }
}

/** The requested conditional terms: a trigger, or the plan of a spot order. */
function waitAsked({
  plan,
  trigger,
  trailing,
}: PlaceOrder): Pick<ConditionalTerms, 'stopType' | 'trigger' | 'trailTicks' | 'spot'> {
  const waits = trigger === undefined ? 'Order' : 'Stop'
  return {
    stopType: plan === undefined ? waits : stopTypeOfPlan[plan],
    trigger: trigger && {
      ticks: trigger.priceTicks,
      basis: trigger.basis,
      direction: trigger.direction,
    },
    ...(plan === undefined
      ? {}
      : { trailTicks: trailing?.distanceTicks, spot: { planType: plan, frozen: 0n } }),
  }
}

/** Returns why an order may not have the attached trailing stop that it asks for, if so. */
export function trailingMisfit(
  market: MarketState,
  { trailing, side, reduceOnly, closeOnTrigger }: PlaceOrder,
  expectedTicks: PriceTicks | undefined,
): Problem | undefined {
  if (trailing === undefined) return undefined
  return attachedTrailingProblem(market.instrument, trailing, {
    sign: sideSign(side),
    referenceTicks: expectedTicks ?? presentTicks(market),
    isReducing: reduceOnly || closeOnTrigger,
  })
}

/** The attached trailing stop of an order, as its terms store it. */
export function trailingTermsOf({
  trailing,
}: PlaceOrder): Pick<ConditionalTerms, 'attachedTrailing'> {
  const kept = trailing && attachedTrailing(trailing)
  return kept === undefined ? {} : { attachedTrailing: kept }
}
