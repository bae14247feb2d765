// Fires the triggers that a command's prices have reached, and sends their orders into the book
// (rules 8.3, 8.5, 8.6; reliability L2).

import { priceTicks } from '@basis/domain/numbers/fixed'
import type { CancelType, TriggerBasis } from '@basis/domain/orders/order'
import { followed, trailingFires } from '@basis/domain/orders/trailing'
import { explainedE8, type Explanation } from '@basis/domain/margin/explanation'
import { firingOrder, isTriggered } from '@basis/domain/orders/trigger'
import { thirdRules } from '../../api/rules-version.ts'
import { isFresh } from '../../risk/mark-price.ts'
import { ticksAround } from '../../state/price-moves.ts'
import { activate } from '../core/match-orders.ts'
import { stopWaiting, emitReplaced } from '../core/open-orders.ts'
import { positionOf } from '../../state/positions.ts'
import {
  orderRecord,
  type EngineState,
  type MarketState,
  type OpenOrder,
} from '../../state/state.ts'
import { legOrder, settleFills, setTpsl, withoutEntry } from './tpsl-orders.ts'
import { arm, followingOf, isFollowing } from './pending-triggers.ts'
import { adoptLeg, settlePairs } from './spot-plans.ts'

/**
 * The maximum of triggered orders that one call sends into the book. It does not bound a command:
 * the rounds of bots and copies repeat the call until none is due, and old journals replay to that.
 */
const maxSentPerCall = 200

/** Returns whether there is work for `runTriggers`. */
export const hasTriggerWork = ({ triggers }: EngineState): boolean =>
  triggers.moved.length > 0 ||
  triggers.fills.length > 0 ||
  triggers.pairs.length > 0 ||
  triggers.arming.length > 0 ||
  triggers.due.size > 0

/**
 * Checks the prices that the command moved, fires the triggers reached, and those that their fills
 * reach in turn.
 */
export function runTriggers(state: EngineState): void {
  const { due } = state.triggers
  for (let sent = 0; ; sent += 1) {
    settleFills(state)
    settlePairs(state)
    checkMoves(state)
    armNew(state)
    const [next] = due
    if (next === undefined || sent >= maxSentPerCall) return
    due.delete(next)
    activate(state, next)
  }
}

function checkMoves(state: EngineState): void {
  for (const market of state.triggers.moved.splice(0)) {
    const { moves } = market
    if (moves.traded) {
      let { from } = moves
      for (const ticks of tradePath(state, market)) {
        reach(state, market, { basis: 'LastPrice', from, floor: ticks, roof: ticks })
        from = ticks
      }
    }
    if (moves.priced && isFresh(state, market)) {
      const { tickSizeE8 } = market.instrument
      reachPrice(state, market, 'IndexPrice', Math.floor(moves.indexE8 / tickSizeE8))
      reachPrice(state, market, 'MarkPrice', Math.floor(moves.markE8 / tickSizeE8))
    }
    moves.moved = moves.traded = moves.priced = false
  }
}

/** The extremes of the trades, in the order in which they were traded, and the last price. */
function tradePath(
  { rulesVersion }: EngineState,
  { lastTicks, moves: { low, high, isHighNewer } }: MarketState,
): readonly number[] {
  if (low === high) return [low]
  if (rulesVersion.present >= thirdRules) {
    const newest = isHighNewer ? high : low
    const both = isHighNewer ? [low, high] : [high, low]
    return newest === lastTicks ? both : [...both, lastTicks]
  }
  // Before the third rules the order was inferred from the last price.
  if (lastTicks === high) return [low, high]
  return lastTicks === low ? [high, low] : [high, low, lastTicks]
}

type Reached = {
  readonly basis: TriggerBasis
  /** The previous price: the triggers nearest to it fire first. */
  readonly from: number
  /** The price in ticks, rounded down for rises, up for falls. */
  readonly floor: number
  readonly roof: number
}

/** Fires triggers on the current index or mark price. */
function reachPrice(
  state: EngineState,
  market: MarketState,
  basis: 'IndexPrice' | 'MarkPrice',
  from: number,
): void {
  const { floor, roof } = ticksAround(market, basis)
  if (roof > 0) reach(state, market, { basis, from, floor, roof })
}

/** Registers new and changed triggers; they may already be reached. */
function armNew(state: EngineState): void {
  const markets = new Set<MarketState>()
  for (const order of state.triggers.arming.splice(0)) {
    if (order.status !== 'Untriggered') continue
    arm(order)
    markets.add(order.market)
  }
  for (const market of markets) {
    const { lastTicks } = market
    if (lastTicks > 0) {
      const here = { from: lastTicks, floor: lastTicks, roof: lastTicks }
      reach(state, market, { basis: 'LastPrice', ...here })
    }
    if (!isFresh(state, market)) continue
    reachPrice(state, market, 'IndexPrice', ticksAround(market, 'IndexPrice').floor)
    reachPrice(state, market, 'MarkPrice', ticksAround(market, 'MarkPrice').floor)
  }
}

function reach(state: EngineState, market: MarketState, reached: Reached): void {
  const { basis, from, floor, roof } = reached
  const taken = market.triggerIndex.take(basis, floor, roof)
  if (taken.length === 0) return
  // The order within the heaps is arbitrary and differs after a restore (R4).
  taken.sort((a, b) => a.id - b.id)
  const fired = taken.filter((order) => !isFollowing(order) || follow(state, order, floor))
  for (const order of fired) if (order.plan?.spot !== undefined) adoptLeg(order, floor)
  const nearestFirst = firingOrder(priceTicks(from))
  const waiting = fired.map((order) => ({
    id: order.id,
    order,
    direction: order.plan?.trigger?.direction ?? 1,
    priceTicks: priceTicks(order.plan?.trigger?.ticks ?? 0),
  }))
  for (const { order } of waiting.toSorted(nearestFirst)) {
    // The trigger may have been reached by a trade's extreme, which is no longer the last price.
    const isTraded = basis === 'LastPrice'
    fire(state, order, isTraded ? floor * market.instrument.tickSizeE8 : undefined)
  }
}

/** Updates a trailing stop for a last price; true if the price is back at its trigger. EX-8.6 */
function follow(state: EngineState, order: OpenOrder, lastTicks: number): boolean {
  const { plan } = order
  const before = followingOf(order)
  if (before === undefined || plan === undefined) return false
  const next = followed(before, priceTicks(lastTicks))
  if (plan.spot === undefined) positionOf(order).stops.trailing = next
  else plan.spot.following = next
  const ticks = Math.max(0, next.triggerTicks)
  const direction = next.terms.sign === 1 ? 2 : 1
  plan.trigger = { ticks, basis: 'LastPrice', direction }
  if (trailingFires(next, priceTicks(lastTicks))) return true
  if (next !== before) emitReplaced(state, order)
  arm(order)
  return false
}

/** Fires an order. A leg cancels its sibling; if both are reached, the stop-loss fires (D-38). */
function fire(state: EngineState, order: OpenOrder, byE8?: number): void {
  const { plan, market } = order
  if (order.status !== 'Untriggered' || plan === undefined) return
  const position = positionOf(order)
  if (plan.leg === 'takeProfit') {
    const stopLoss = legOrder(position, plan.entryId, 'stopLoss')
    if (stopLoss !== undefined && isReached(state, stopLoss)) return fire(state, stopLoss)
  }
  stopWaiting(state, order)
  order.status = 'Triggered'
  order.updatedMs = state.timeMs
  order.updateNo += 1
  state.triggers.due.add(order)
  const reachedE8 = byE8 ?? reachedPrice(market, plan.trigger?.basis ?? 'LastPrice')
  const explanation = triggerExplanation(order, reachedE8)
  state.events.push({ kind: 'OrderTriggered', order: orderRecord(order), reachedE8, explanation })
  if (plan.spot !== undefined) return
  if (plan.stopType === 'TrailingStop') position.stops.trailing = undefined
  if (plan.leg === undefined) return
  const why: CancelType =
    plan.leg === 'stopLoss'
      ? 'CancelByOCOTpCanceledBySlTriggered'
      : 'CancelByOCOSlCanceledByTpTriggered'
  setTpsl(state, position, withoutEntry(position.stops.tpsl, plan.entryId), why)
}

function isReached(state: EngineState, { market, plan }: OpenOrder): boolean {
  const trigger = plan?.trigger
  if (trigger === undefined) return false
  if (trigger.basis !== 'LastPrice' && !isFresh(state, market)) return false
  const { floor, roof } = ticksAround(market, trigger.basis)
  const price = trigger.direction === 1 ? floor : roof
  return price > 0 && isTriggered(trigger.direction, priceTicks(trigger.ticks), priceTicks(price))
}

/** Explains why an order fired: the price of its basis against its trigger (8.3, 8.5, 8.6). */
function triggerExplanation({ market, plan }: OpenOrder, reachedE8: number): Explanation {
  const { tickSizeE8, quoteCoin } = market.instrument
  const { basis = 'LastPrice', direction = 1, ticks = 0 } = plan?.trigger ?? {}
  const name =
    basis === 'LastPrice' ? 'lastPrice' : basis === 'MarkPrice' ? 'markPrice' : 'indexPrice'
  return {
    rule: 'triggerReached',
    compared: [name, direction === 1 ? '>=' : '<=', 'triggerPrice'],
    numbers: {
      [name]: explainedE8(reachedE8, quoteCoin),
      triggerPrice: explainedE8(ticks * tickSizeE8, quoteCoin),
    },
  }
}

const reachedPrice = (market: MarketState, basis: TriggerBasis): number =>
  basis === 'LastPrice'
    ? market.lastTicks * market.instrument.tickSizeE8
    : basis === 'MarkPrice'
      ? market.markE8
      : market.indexE8
