// Moves of leaders: the difference between a position and its last copied size (rules 16.2).

import { mayCopy } from '@basis/domain/copy/settings'
import { marginOfValue, type LeaderOpening } from '@basis/domain/copy/sizing'
import { mulDiv } from '@basis/domain/numbers/fixed'
import type { Command } from '../../api/commands.ts'
import type { Event } from '../../api/events.ts'
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
  for (const { account } of state.touched) {
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
  let available = freeIn(state, knownAccount(state, leader.wallet))
  for (const move of moves.filter(isOpening).reverse()) {
    const trade = tradeOf(fills, move)
    const margin = marginOfValue(trade.value, move.position.leverageE2)
    available += margin
    planned.push({ ...move, trade, opening: { ...trade, margin, available } })
  }
  for (const move of moves.filter((each) => !isOpening(each)).reverse()) {
    planned.push({ ...move, trade: tradeOf(fills, move), opening: undefined })
  }
  return planned.reverse()
}

const isOpening = ({ from, to }: LeaderMove): boolean => to > from

/**
 * Returns the trade of a move: the mean of its fills; a takeover or deleveraging has none and
 * counts at the mark.
 */
function tradeOf(fills: readonly Event[], { leader, position, from, to }: LeaderMove): LeaderTrade {
  const lots = Math.abs(to - from)
  const { symbol } = position.market.instrument
  let filled = 0
  let value = 0n
  for (const event of fills) {
    if (event.kind !== 'OrderFilled') continue
    const { order, fill } = event
    if (order.account !== leader.wallet || order.symbol !== symbol) continue
    if (order.positionIdx !== position.idx || fill.closedLots > 0 !== to < from) continue
    filled += fill.qtyLots
    value += fill.value
  }
  if (filled === 0) {
    return { lots, value: tickValue(position.market, nearMarkTicks(position.market), lots) }
  }
  return { lots, value: mulDiv(value, BigInt(lots), BigInt(filled), 'nearest') }
}
