// Spot orders with a plan: conditional, stop-limit, trailing, OCO, TP/SL, and the pair that is
// placed for the fills of a limit order with TP/SL attached (rules 8.3, 8.7).

import { priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { OrderType, SpotPlanType, TpslLeg } from '@basis/domain/orders/order'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import {
  isFrozenPlan,
  isTrailingPlan,
  legDirection,
  maxSpotStopOrders,
  spotPlanProblem,
  spotPlanSizeProblem,
  stopTypeOfPlan,
  trailingSign,
  fieldNotAllowed,
  type SpotPlanDraft,
} from '@basis/domain/orders/spot-plans'
import { attachedTrailing, openTrailing, type TrailingStop } from '@basis/domain/orders/trailing'
import { legNames, type LegName } from '@basis/domain/orders/tpsl'
import type { PlaceOrder, ReplaceOrder } from '../../api/commands.ts'
import { thirdRules } from '../../api/rules-version.ts'
import { marginWithCoin } from '../../risk/account-margin.ts'
import { lockProblem } from '../../risk/order-margin.ts'
import { shortfallOf } from '../../risk/shortage.ts'
import { coinsToFreeze, freeze, payCoin } from '../../risk/spot-hold.ts'
import { contentOf, linkOrder } from '../../state/client-order-ids.ts'
import { peekPosition, positionOf } from '../../state/positions.ts'
import {
  coinOf,
  orderRecord,
  type AccountState,
  type EngineState,
  type MarketState,
  type OpenOrder,
} from '../../state/state.ts'
import type { ConditionalTerms } from '../../state/conditional-terms.ts'
import { attachedTpslOf, legsAfter } from '../core/attached-tpsl.ts'
import { refuse, repeatedOrder } from '../core/order-entry.ts'
import {
  closeOrder,
  emitReplaced,
  keepEntered,
  newOrder,
  type CommandResult,
} from '../core/open-orders.ts'
import { activeOrdersProblem, isProblem, placeOf } from '../core/pre-trade-checks.ts'
import { rearm, startWaiting } from './pending-triggers.ts'

type Planned = PlaceOrder & { readonly plan: SpotPlanType }

/** Places a waiting spot order with a plan, or refuses it with an `OrderRejected`. */
export function placeSpotPlan(state: EngineState, asked: PlaceOrder): CommandResult {
  const { plan } = asked
  if (plan === undefined) return refuse(state, asked, problem('commandRefused'))
  const command: Planned = { ...asked, plan }
  const content = contentOf(state, command)
  const repeated = repeatedOrder(state, command, content)
  if (repeated !== undefined) return repeated
  const place = placeOf(state, command)
  if (isProblem(place)) return refuse(state, command, place)
  const { account, market } = place
  const wrong = planProblem(account, market, command)
  if (wrong !== undefined) return refuse(state, command, wrong)
  const { side, qtyLots: lots, quoteAmount } = command
  const terms = termsOf(market, command)
  const coins = coinsToFreeze({ market, side, qtyLots: lots, quoteAmount, plan: terms })
  const short = lockShortage(state, { account, market, side, plan: terms }, coins)
  if (short !== undefined) return refuse(state, command, short)
  const standing = { account, market, limitTicks: command.priceTicks ?? 0, lots }
  const order = newOrder(state, command, standing, terms)
  takeLegTerms(order)
  linkOrder(order, content)
  freeze(order, coins)
  startWaiting(state, order)
  return { orderId: order.id }
}

function planProblem(
  account: AccountState,
  market: MarketState,
  command: Planned,
): Problem | undefined {
  const { instrument, lastTicks } = market
  if (instrument.kind !== 'Spot') return problem('triggerNotAllowed', 'planType')
  if (command.reduceOnly || command.closeOnTrigger) {
    return problem('reduceOnlyWithoutPosition', 'reduceOnly')
  }
  if (command.slippage !== undefined) return problem('slippageWithTrigger', 'maxSlippage')
  const last = lastTicks > 0 ? priceTicks(lastTicks) : undefined
  const wrong = spotPlanProblem(instrument, command, last)
  return (
    wrong ?? planCountProblem(account, market, command.plan) ?? activeOrdersProblem(account, market)
  )
}

/** At most 30 orders that lock coins and 30 that do not may wait in a pair (8.3). */
function planCountProblem(
  account: AccountState,
  market: MarketState,
  plan: SpotPlanType,
): Problem | undefined {
  const isFrozen = isFrozenPlan(plan)
  const alike = peekPosition(account, market).waiting.filter(
    ({ plan: terms }) =>
      terms?.spot !== undefined && isFrozenPlan(terms.spot.planType) === isFrozen,
  )
  if (alike.length < maxSpotStopOrders) return undefined
  const name = isFrozen ? 'tooManySpotTpsl' : 'tooManyStopOrders'
  return problem(name, 'symbol', { max: String(maxSpotStopOrders) })
}

function termsOf(market: MarketState, command: Planned): ConditionalTerms {
  const { plan, trigger, tpsl } = command
  const following = followingOfNew(market, command)
  const { distanceTicks: trailTicks } = {
    distanceTicks: undefined,
    ...following?.terms.retracement,
  }
  return {
    stopType: stopTypeOfPlan[plan],
    trigger:
      trigger !== undefined
        ? { ticks: trigger.priceTicks, basis: trigger.basis, direction: trigger.direction }
        : {
            ticks: Math.max(0, following?.triggerTicks ?? 0),
            basis: 'LastPrice',
            direction: command.side === 'Sell' ? 2 : 1,
          },
    attachedTpsl: tpsl && attachedTpslOf({ ...tpsl, mode: 'Partial' }),
    leg: undefined,
    entryId: 0,
    parentId: 0,
    ...(trailTicks === undefined ? {} : { trailTicks }),
    spot: { planType: plan, frozen: 0n, ...(following === undefined ? {} : { following }) },
  }
}

function followingOfNew(market: MarketState, command: Planned): TrailingStop | undefined {
  if (!isTrailingPlan(command.plan) || command.trailing === undefined) return undefined
  const terms = attachedTrailing(command.trailing)
  if (terms === undefined) return undefined
  const sign = trailingSign(command.side)
  return openTrailing({ ...terms, sign }, priceTicks(market.lastTicks))
}

/** Gives an order with legs the terms of its stop-loss, or of its only leg. */
function takeLegTerms(order: OpenOrder): void {
  const { stopLoss, takeProfit } = order.plan?.attachedTpsl?.legs ?? {}
  if (stopLoss !== undefined) applyLeg(order, 'stopLoss', stopLoss)
  else if (takeProfit !== undefined) applyLeg(order, 'takeProfit', takeProfit)
}

function applyLeg(order: OpenOrder, name: LegName, leg: TpslLeg): void {
  const { plan } = order
  if (plan === undefined) return
  order.orderType = leg.orderType
  order.timeInForce = leg.orderType === 'Market' ? 'ImmediateOrCancel' : 'GoodTillCancel'
  order.priceTicks = leg.limitTicks ?? 0
  const direction = legDirection(order.side, name)
  plan.trigger = { ticks: leg.triggerTicks, basis: leg.triggerBy, direction }
}

/**
 * Turns an order with legs into the leg that a price has reached; the other leg is dropped,
 * whatever happens to this one (rules 8.7).
 */
export function adoptLeg(order: OpenOrder, lastTicks: number): void {
  const spot = order.plan?.spot
  const legs = order.plan?.attachedTpsl?.legs
  if (spot === undefined || legs === undefined) return
  for (const name of legNames) {
    const leg = legs[name]
    if (leg === undefined) continue
    const isRise = legDirection(order.side, name) === 1
    if (isRise ? lastTicks < leg.triggerTicks : lastTicks > leg.triggerTicks) continue
    spot.fired = name
    return applyLeg(order, name, leg)
  }
}

/** Returns why the coins of a plan cannot be locked, if so. */
function shortage(
  order: Pick<OpenOrder, 'account' | 'market' | 'side' | 'plan'>,
  coins: bigint,
): Problem | undefined {
  const { account, side } = order
  const more = coins - (order.plan?.spot?.frozen ?? 0n)
  if (more <= 0n) return undefined
  const coin = payCoin(order)
  const { free: there } = marginWithCoin(account, coinOf(account, coin))
  if (more <= there) return undefined
  const name = side === 'Buy' ? 'insufficientBalance' : 'insufficientCoin'
  return problem(name, 'qty', shortfallOf(more, there, coin))
}

/**
 * Returns why the coins of a requested plan cannot be locked: they lack, or are needed as margin,
 * which before the third rules was not considered.
 */
function lockShortage(
  { rulesVersion }: EngineState,
  order: Parameters<typeof shortage>[0],
  coins: bigint,
): Problem | undefined {
  const short = shortage(order, coins)
  const more = coins - (order.plan?.spot?.frozen ?? 0n)
  if (short !== undefined || more <= 0n || rulesVersion.present < thirdRules) return short
  return lockProblem(order.account, payCoin(order), { more })
}

/** Changes quantity, limit, trigger or legs of a waiting spot order. */
export function replaceSpotPlan(
  state: EngineState,
  order: OpenOrder,
  command: ReplaceOrder,
): CommandResult {
  const { plan, market } = order
  const spot = plan?.spot
  if (plan === undefined || spot === undefined) return {}
  const after = draftAfter(order, command)
  if (isProblem(after)) return { problem: after }
  const last = priceTicks(market.lastTicks)
  // A trailing order continues from its state: only its quantity is checked.
  const check = isTrailingPlan(spot.planType) ? spotPlanSizeProblem : spotPlanProblem
  const wrong = check(market.instrument, after, last)
  if (wrong !== undefined) return { problem: wrong }
  const legs = after.tpsl && attachedTpslOf(after.tpsl)
  const wanted: OpenOrder = {
    ...order,
    qtyLots: after.qtyLots,
    plan: { ...plan, attachedTpsl: legs },
  }
  const coins = coinsToFreeze(wanted)
  const short = lockShortage(state, order, coins)
  if (short !== undefined) return { problem: short }
  keepEntered(order)
  order.qtyLots = order.leavesLots = after.qtyLots
  order.priceTicks = after.priceTicks ?? order.priceTicks
  plan.attachedTpsl = legs
  if (after.trigger !== undefined && plan.trigger !== undefined) {
    plan.trigger = { ...plan.trigger, ticks: after.trigger.priceTicks }
  }
  takeLegTerms(order)
  freeze(order, coins)
  rearm(state, order)
  emitReplaced(state, order)
  return { orderId: order.id }
}

/** Returns the order's terms after a change, or why it cannot be changed so. */
function draftAfter(order: OpenOrder, command: ReplaceOrder): SpotPlanDraft | Problem {
  const { plan, side, orderType, quoteAmount } = order
  const planType = plan?.spot?.planType ?? 1
  const { priceTicks: price, qtyLots: qty, triggerTicks, tpsl } = command
  const isFrozen = isFrozenPlan(planType)
  const isWaiting = !isFrozen && !isTrailingPlan(planType)
  if (qty !== undefined && quoteAmount !== undefined) return fieldNotAllowed(planType, 'qty')
  if (price !== undefined && (!isWaiting || orderType === 'Market'))
    return fieldNotAllowed(planType, 'price')
  if (triggerTicks !== undefined && !isWaiting) return fieldNotAllowed(planType, 'triggerPrice')
  if (tpsl !== undefined && !isFrozen) return fieldNotAllowed(planType, 'tpTriggerPrice')
  const isSame =
    (price ?? order.priceTicks) === order.priceTicks &&
    (qty ?? order.qtyLots) === order.qtyLots &&
    (triggerTicks ?? plan?.trigger?.ticks) === plan?.trigger?.ticks
  if (isSame && tpsl === undefined) return problem('orderUnchanged')
  const { trigger } = plan ?? {}
  const standing = plan?.attachedTpsl?.legs ?? {}
  const legs = tpsl === undefined ? standing : (legsAfter(standing, tpsl) ?? {})
  return {
    plan: planType,
    side,
    orderType,
    qtyLots: qtyLots(qty ?? order.qtyLots),
    quoteAmount,
    ...(isWaiting && orderType === 'Limit'
      ? { priceTicks: priceTicks(price ?? order.priceTicks) }
      : {}),
    ...(isWaiting && trigger !== undefined
      ? { trigger: { ...trigger, priceTicks: priceTicks(triggerTicks ?? trigger.ticks) } }
      : {}),
    ...(isFrozen ? { tpsl: { mode: 'Partial', ...legs } } : {}),
  }
}

/** Applies the command's fills of limit orders with attached TP/SL to their pairs. */
export function settlePairs(state: EngineState): void {
  const { pairs } = state.triggers
  for (const { parent, lots, quote } of pairs.splice(0)) {
    if (lots === 0 && quote === 0n) continue
    const standing = positionOf(parent).waiting.find(
      ({ plan }) => plan?.stopType === 'BidirectionalTpSl' && plan.parentId === parent.id,
    )
    if (standing === undefined) placePair(state, parent, { lots, quote })
    else if (!growPair(state, standing, { lots, quote })) placePair(state, parent, { lots, quote })
  }
}

type Received = { readonly lots: number; readonly quote: bigint }

/** Places the pair that trades back what a fill received, at take-profit or stop-loss. */
function placePair(state: EngineState, parent: OpenOrder, { lots, quote }: Received): void {
  const { account, market, side } = parent
  const attachedTpsl = parent.plan?.attachedTpsl
  if (attachedTpsl === undefined) return
  const command: PlaceOrder = {
    kind: 'PlaceOrder',
    account: account.id,
    symbol: market.instrument.symbol,
    side: side === 'Buy' ? 'Sell' : 'Buy',
    orderType: 'Market' satisfies OrderType,
    timeInForce: 'ImmediateOrCancel',
    qtyLots: qtyLots(lots),
    ...(side === 'Sell' ? { quoteAmount: quote as NonNullable<PlaceOrder['quoteAmount']> } : {}),
    reduceOnly: false,
    closeOnTrigger: false,
    positionIdx: 0,
    linkId: '',
    // A protective order does not stop at an order of its own account.
    selfTrade: 'CancelMaker',
  }
  const order = newOrder(
    state,
    command,
    { account, market, limitTicks: 0, lots },
    {
      stopType: 'BidirectionalTpSl',
      trigger: { ticks: 0, basis: 'LastPrice', direction: 1 },
      attachedTpsl: { ...attachedTpsl, mode: 'Partial' },
      leg: undefined,
      entryId: 0,
      parentId: parent.id,
      spot: { planType: 11, frozen: 0n },
    },
  )
  takeLegTerms(order)
  const coins = coinsToFreeze(order)
  if (shortage(order, coins) !== undefined) {
    // The received coins already paid a debt or another order of the same command.
    order.status = 'Untriggered'
    state.events.push({ kind: 'OrderPlaced', order: orderRecord(order) })
    return closeOrder(state, order, 'CancelByInsufficientMargin')
  }
  freeze(order, coins)
  startWaiting(state, order)
}

/** Adds to a pair what a later fill received; false if the coins were already spent. */
function growPair(state: EngineState, order: OpenOrder, { lots, quote }: Received): boolean {
  const wanted: OpenOrder = {
    ...order,
    qtyLots: order.qtyLots + lots,
    quoteAmount: order.quoteAmount === undefined ? undefined : order.quoteAmount + quote,
  }
  const coins = coinsToFreeze(wanted)
  if (shortage(order, coins) !== undefined) return false
  keepEntered(order)
  order.qtyLots = order.leavesLots = wanted.qtyLots
  order.quoteAmount = wanted.quoteAmount
  freeze(order, coins)
  emitReplaced(state, order)
  return true
}
