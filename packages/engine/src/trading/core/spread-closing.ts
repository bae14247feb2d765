// Ends orders of combinations: removes them from the book, releases their hold and emits the change
// (rules 20.2).

import { orderStatuses, type CancelType } from '@basis/domain/orders/order'
import type { Problem } from '@basis/domain/instrument/problems'
import { spendLink } from '../../state/client-order-ids.ts'
import { noHold } from '../../state/spreads/spread.ts'
import type { OpenSpreadOrder } from '../../risk/spread-orders.ts'
import { byNumber, setHold, spreadOrdersOf, spreadRecord } from '../../risk/spread-orders.ts'
import type { AccountState, EngineState } from '../../state/state.ts'

/** Removes an order from its book; its hold stays. */
export function leaveBook(order: OpenSpreadOrder): void {
  if (order.slot < 0) return
  order.market.book.remove(order.slot)
  order.slot = -1
}

/** Ends an order before it is filled. */
export function closeSpread(
  state: EngineState,
  order: OpenSpreadOrder,
  why: CancelType,
  because?: Problem,
): void {
  order.status = order.filledLots > 0 ? 'PartiallyFilledCanceled' : 'Cancelled'
  order.cancelType = why
  order.leavesLots = 0
  order.updatedMs = state.timeMs
  order.updateNo += 1
  releaseSpread(state, order, because)
}

/** Releases what the engine stores for a final order, and emits its end. */
export function releaseSpread(state: EngineState, order: OpenSpreadOrder, because?: Problem): void {
  leaveBook(order)
  setHold(order, noHold)
  const { spreads } = state
  spreads.orders.delete(order.id)
  spreads.table.free(order.ref)
  const { id, account, linkId } = order
  spendLink(state, account, linkId, id)
  state.events.push({
    kind: 'SpreadOrderChanged',
    spread: spreadRecord(order),
    ...(because === undefined ? {} : { problem: because }),
  })
  if (account.role !== 'trader') return
  state.finals.keep({ id, account: account.id, status: orderStatuses.indexOf(order.status) })
}

/** Cancels all combination orders of an account, oldest first. */
export function cancelSpreads(state: EngineState, account: AccountState, why: CancelType): void {
  for (const order of spreadOrdersOf(state, account)) closeSpread(state, order, why)
}

/** Ends the orders of every combination whose closing time has come (D-S1). */
export function closeCombinations(state: EngineState): void {
  const { spreads, timeMs } = state
  spreads.closeDueMs = Infinity
  for (const { combination } of spreads.markets.values()) {
    const { closesMs = Infinity } = combination
    if (closesMs > timeMs && closesMs < spreads.closeDueMs) spreads.closeDueMs = closesMs
  }
  for (const order of [...spreads.orders.values()].sort(byNumber)) {
    const { closesMs = Infinity } = order.market.combination
    if (closesMs <= timeMs) closeSpread(state, order, 'CancelBySettle')
  }
}
