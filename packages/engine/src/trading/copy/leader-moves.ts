// Moves of leaders: the difference between a position and its last copied size (rules 16.2).

import { mayCopy } from '@basis/domain/copy/contracts'
import { marginOfValue, type LeaderOpening, type OrderPart } from '@basis/domain/copy/sizing'
import type { OrderId } from '@basis/domain/numbers/brand'
import { mulDiv } from '@basis/domain/numbers/fixed'
import type { Command } from '../../api/commands.ts'
import type { Event } from '../../api/events.ts'
import { thirdRules } from '../../api/rules-version.ts'
import type { CopyLeader, SeenPosition } from '../../state/copy.ts'
import { allPositions } from '../../state/positions.ts'
import { nearMarkTicks } from '../../state/mark-value.ts'
import { tickValue, type EngineState, type PositionState } from '../../state/state.ts'
import { freeIn, knownAccount } from './money.ts'

export type LeaderMove = {
  readonly leader: CopyLeader
  readonly position: PositionState
  readonly from: number
  readonly to: number
  readonly stopsMoved: boolean
}

/** A move with its trade and, for an opening, the margin that it used of the leader's balance. */
export type PlannedMove = LeaderMove & {
  readonly trade: LeaderTrade
  readonly opening: LeaderOpening | undefined
}

/** The traded lots and their value. */
export type LeaderTrade = Pick<LeaderOpening, 'lots' | 'value'>

/** Returns the leaders that a command may have moved. */
export function leadersAtWork(state: EngineState, command: Command): ReadonlySet<CopyLeader> {
  const { leaders } = state.copy
  const found = new Set<CopyLeader>()
  const own = 'account' in command ? leaders.get(command.account) : undefined
  if (own !== undefined) found.add(own)
  for (const { account } of state.changedPositions) {
    const leader = leaders.get(account.id)
    if (leader !== undefined) found.add(leader)
  }
  return found
}

/** Returns a leader's moves since the last call, and marks them as copied. */
function takeMoves(state: EngineState, leader: CopyLeader): readonly LeaderMove[] {
  const moves: LeaderMove[] = []
  const seen: SeenPosition[] = []
  for (const position of allPositions(knownAccount(state, leader.wallet))) {
    if (position === undefined || !mayCopy(position.market.instrument)) continue
    const before = seenOf(leader, position)
    const now = asSeen(position)
    if (now.lots > 0) seen.push(now)
    const stopsMoved = now.tp !== before.tp || now.sl !== before.sl
    if (now.lots === before.lots && !stopsMoved) continue
    moves.push({ leader, position, from: before.lots, to: now.lots, stopsMoved })
  }
  if (moves.length > 0) leader.seen = seen
  return moves
}

const asSeen = ({ market, idx, sizeLots, stops }: PositionState): SeenPosition => {
  const { takeProfit, stopLoss } = stops.tpsl.full ?? {}
  return {
    symbol: market.instrument.symbol,
    idx,
    lots: sizeLots,
    tp: takeProfit?.triggerTicks ?? 0,
    sl: stopLoss?.triggerTicks ?? 0,
  }
}

const seenOf = (leader: CopyLeader, { market, idx }: PositionState): SeenPosition => {
  const { symbol } = market.instrument
  const found = leader.seen.find((each) => each.symbol === symbol && each.idx === idx)
  return found ?? { symbol, idx, lots: 0, tp: 0, sl: 0 }
}

/**
 * Returns the moves of a leader in the order of copying: first closes, which free margin, then
 * openings, each with the balance available before it, after the earlier ones.
 */
export function plannedMoves(
  state: EngineState,
  leader: CopyLeader,
  fills: readonly Event[],
): readonly PlannedMove[] {
  const moves = takeMoves(state, leader)
  if (moves.length === 0) return []
  const planned: PlannedMove[] = []
  let free = freeIn(state, knownAccount(state, leader.wallet))
  const isOld = state.rulesVersion.present < thirdRules
  for (const move of moves.filter(isOpening).reverse()) {
    const trade = tradeOf(fills, move)
    const margin = marginOfValue(trade.value, move.position.leverageE2)
    free += margin
    // Before the third rules each part of an order was copied like an order of its own.
    const { orders, reserved } = isOld ? wholeOrder : ordersOf(state, fills, move)
    const available = free + reserved
    planned.push({ ...move, trade, opening: { ...trade, margin, available, orders } })
  }
  for (const move of moves.filter((each) => !isOpening(each)).reverse()) {
    planned.push({ ...move, trade: tradeOf(fills, move), opening: undefined })
  }
  return planned.reverse()
}

const isOpening = ({ from, to }: LeaderMove): boolean => to > from

type FilledOrders = {
  readonly orders: readonly OrderPart[] | undefined
  /** The margin that their open rest reserves. */
  readonly reserved: bigint
}
const wholeOrder: FilledOrders = { orders: undefined, reserved: 0n }

/** Returns the orders that an opening filled, whole or in part. */
function ordersOf(state: EngineState, fills: readonly Event[], move: LeaderMove): FilledOrders {
  const parts = new Map<OrderId, OrderPart>()
  for (const { order, fill } of fillsOf(fills, move)) {
    const { filledLots: afterLots, qtyLots } = order
    const beforeLots = parts.get(order.id)?.beforeLots ?? afterLots - fill.qtyLots
    parts.set(order.id, { qtyLots, beforeLots, afterLots })
  }
  let reserved = 0n
  for (const [id, part] of parts) {
    const open = state.orders.get(id)
    if (open === undefined) {
      // What an order that has ended did not fill was never part of the opening.
      parts.set(id, { ...part, qtyLots: part.afterLots })
      continue
    }
    const rest = tickValue(open.market, open.priceTicks, open.leavesLots)
    reserved += marginOfValue(rest, move.position.leverageE2)
  }
  return { orders: [...parts.values()], reserved }
}

/** Returns the fills of a move: those that open its position, or those that close it. */
const fillsOf = (
  fills: readonly Event[],
  { leader, position, from, to }: LeaderMove,
): readonly Filled[] =>
  fills.filter(
    (event): event is Filled =>
      event.kind === 'OrderFilled' &&
      event.order.account === leader.wallet &&
      event.order.symbol === position.market.instrument.symbol &&
      event.order.positionIdx === position.idx &&
      event.fill.closedLots > 0 === to < from,
  )

type Filled = Extract<Event, { kind: 'OrderFilled' }>

/**
 * Returns the trade of a move: the mean of its fills; a takeover or deleveraging has none and
 * counts at the mark.
 */
function tradeOf(fills: readonly Event[], move: LeaderMove): LeaderTrade {
  const { position, from, to } = move
  const lots = Math.abs(to - from)
  let filled = 0
  let value = 0n
  for (const { fill } of fillsOf(fills, move)) {
    filled += fill.qtyLots
    value += fill.value
  }
  if (filled === 0) {
    return { lots, value: tickValue(position.market, nearMarkTicks(position.market), lots) }
  }
  return { lots, value: mulDiv(value, BigInt(lots), BigInt(filled), 'nearest') }
}
