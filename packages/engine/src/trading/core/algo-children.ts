// Reports fills and final states of child orders to their parents, and ends a parent. It is a layer
// below the orders, which call it.

import type { AlgoEnd, AlgoRecord } from '@basis/domain/algo/order'
import { assert } from '@basis/domain/numbers/assert'
import { amount, qtyLots } from '@basis/domain/numbers/fixed'
import type { InstrumentKind } from '@basis/domain/instrument/instrument'
import type { CancelType } from '@basis/domain/orders/order'
import {
  tickValue,
  type AccountState,
  type EngineState,
  type PositionState,
  type MarketState,
  type OpenOrder,
} from '../../state/state.ts'
import { spendLink } from '../../state/client-order-ids.ts'
import { setNext, type AlgoOrder } from '../../state/algo-order.ts'

/** Makes a new order a child of the parent that is placing it, if any. */
export function adopt(state: EngineState, order: OpenOrder): void {
  const { placing } = state.algos
  if (placing === undefined) return
  order.algo = placing
  placing.children.add(order.id)
  placing.sent += 1
  state.algos.changed.add(placing)
}

/** Records a fill of a child. */
export function recordChildFill(
  state: EngineState,
  { algo, market }: OpenOrder,
  { ticks, lots }: { readonly ticks: number; readonly lots: number },
): void {
  if (algo === undefined) return
  algo.filledLots += lots
  algo.filledValue += tickValue(market, ticks, lots)
  state.algos.changed.add(algo)
}

/** Records that a child is final; its parent is run before the command ends. */
export function recordChildEnd(state: EngineState, { algo, id, cancelType }: OpenOrder): void {
  if (algo === undefined) return
  algo.children.delete(id)
  algo.childEnd = cancelType ?? 'Filled'
  state.algos.changed.add(algo)
  if (algo.status === 'Running') setNext(state.algos, algo, state.timeMs)
}

/** The key under which a parent's link id is kept; no order's link id can equal it (O1). */
export const algoLink = (linkId: string): string => (linkId === '' ? '' : `algo:${linkId}`)

/** Ends a parent; the caller cancels its children. */
export function endAlgo(state: EngineState, algo: AlgoOrder, why: AlgoEnd): void {
  if (algo.status !== 'Running') return
  algo.status =
    why === 'Filled' ? 'Completed' : why.startsWith('CancelBy') ? 'Cancelled' : 'Stopped'
  algo.end = why
  state.algos.running.delete(algo.id)
  const account = state.accounts.get(algo.account)
  if (account !== undefined) spendLink(state, account, algoLink(algo.linkId), algo.id)
  state.algos.changed.add(algo)
}

const endOf = (why: CancelType): AlgoEnd => {
  if (why === 'CancelByPrepareLiq' || why === 'CancelAllBeforeLiq') return 'CancelByLiquidation'
  if (why === 'CancelBySettle') return 'CancelBySettle'
  return why === 'CancelByUser' ? 'CancelByUser' : 'CancelByAdmin'
}

/**
 * Ends an account's parents, oldest first: all, or those of a market, a position or an instrument
 * kind. Their children are cancelled with the other orders.
 */
export function endAlgosOf(
  state: EngineState,
  account: AccountState,
  why: CancelType,
  scope: MarketState | InstrumentKind | PositionState | undefined,
): void {
  for (const algo of algosOf(state, account)) {
    if (isMeant(algo, marketOf(state, algo), scope)) endAlgo(state, algo, endOf(why))
  }
}

function isMeant(
  { positionIdx }: AlgoOrder,
  market: MarketState,
  scope: MarketState | InstrumentKind | PositionState | undefined,
): boolean {
  if (scope === undefined || scope === market) return true
  if (typeof scope === 'string') return scope === market.instrument.kind
  return 'market' in scope && scope.market === market && scope.idx === positionIdx
}

/** Returns the running parents of an account, oldest first. */
export const algosOf = (state: EngineState, account: AccountState): readonly AlgoOrder[] =>
  [...state.algos.running.values()].filter((algo) => algo.account === account.id)

export function marketOf(state: EngineState, { market }: AlgoOrder): MarketState {
  const found = state.markets[market]
  assert(found !== undefined, 'a parent is in a listed market')
  return found
}

/** Returns an immutable record of the parent. */
export function algoRecord(state: EngineState, algo: AlgoOrder): AlgoRecord {
  return {
    id: algo.id,
    linkId: algo.linkId,
    account: algo.account,
    symbol: marketOf(state, algo).instrument.symbol,
    side: algo.side,
    positionIdx: algo.positionIdx,
    reduceOnly: algo.reduceOnly,
    totalLots: algo.totalLots,
    terms: algo.terms,
    status: algo.status === 'Running' && algo.pausedMs !== undefined ? 'Paused' : algo.status,
    ...(algo.end === undefined ? {} : { end: algo.end }),
    ...(algo.problem === undefined ? {} : { problem: algo.problem }),
    filledLots: qtyLots(algo.filledLots),
    filledValue: amount(algo.filledValue),
    sent: algo.sent,
    open: algo.children.size,
    createdMs: algo.createdMs,
    updatedMs: algo.updatedMs,
    updateNo: algo.updateNo,
  }
}
