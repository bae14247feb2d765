// Closing orders: splits reduce-only quantities above the maximum, and closes all positions at once
// (rules 6.2).

import { qtyLots, type QtyLots } from '@basis/domain/numbers/fixed'
import { oppositeSide, sideSign } from '@basis/domain/orders/order'
import { closingParts } from '@basis/domain/orders/order-rules'
import { problem } from '@basis/domain/instrument/problems'
import type { ClosePositions, PlaceOrder } from '../../api/commands.ts'
import { placeOrder } from '../core/order-entry.ts'
import type { CommandResult } from '../core/open-orders.ts'
import { allPositions, peekPosition } from '../../state/positions.ts'
import { withImpliedReduceOnly } from '../../state/position-mode.ts'
import { contentOf, linkedId } from '../../state/client-order-ids.ts'
import type { EngineState, PositionState } from '../../state/state.ts'

/**
 * Places an order; a reduce-only one above the maximum order quantity in several parts. The first
 * part has the link id and is the answer; if a later one is refused, the remaining lots are
 * returned as `failedLots`.
 */
export function placeWhole(state: EngineState, asked: PlaceOrder): CommandResult {
  const command = withImpliedReduceOnly(asked)
  if (!command.reduceOnly) return placeOrder(state, command)
  const parts = partsOf(state, command)
  if (parts.length < 2) return placeOrder(state, command)
  // A repeated request is compared with the whole request, not with the first part.
  const content = contentOf(state, command)
  let first: CommandResult | undefined
  let failedLots = 0
  for (const lots of parts) {
    if (failedLots > 0) {
      failedLots += lots
      continue
    }
    const linkId = first === undefined ? command.linkId : ''
    const answer = placeOrder(state, { ...command, linkId, qtyLots: lots }, content)
    if (first === undefined) {
      if (answer.problem !== undefined) return answer
      first = answer
    } else if (answer.problem !== undefined) failedLots = lots
  }
  return { ...first, failedLots }
}

/** Returns the sizes that a reduce-only order is split into; none to leave it whole. */
function partsOf(state: EngineState, command: PlaceOrder): readonly QtyLots[] {
  const market = state.bySymbol.get(command.symbol)
  const account = state.accounts.get(command.account)
  if (market === undefined || account === undefined) return []
  if (linkedId(state, account, command.linkId) !== undefined) return []
  const position = peekPosition(account, market, command.positionIdx)
  if (position.sign !== -sideSign(command.side)) return []
  const lots = Math.min(command.qtyLots, position.sizeLots)
  if (!Number.isSafeInteger(lots) || lots <= 0) return []
  return closingParts(market.instrument, command.orderType, qtyLots(lots))
}

/** Closes positions at market, in the order of the listing; each order has its own outcome. */
export function closePositions(state: EngineState, command: ClosePositions): CommandResult {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const market = command.symbol === undefined ? undefined : state.bySymbol.get(command.symbol)
  if (command.symbol !== undefined && market === undefined) {
    return { problem: problem('instrumentUnknown', 'symbol') }
  }
  for (const position of allPositions(account)) {
    if (position === undefined || position.sign === 0) continue
    if (market === undefined || position.market === market) placeWhole(state, closingOf(position))
  }
  return {}
}

/** Returns the order that closes a position at market. */
export function closingOf({ account, market, idx, sign, sizeLots }: PositionState): PlaceOrder {
  return {
    kind: 'PlaceOrder',
    account: account.id,
    symbol: market.instrument.symbol,
    side: oppositeSide(sign === 1 ? 'Buy' : 'Sell'),
    orderType: 'Market',
    timeInForce: 'ImmediateOrCancel',
    qtyLots: qtyLots(sizeLots),
    reduceOnly: true,
    closeOnTrigger: true,
    positionIdx: idx,
    linkId: '',
    // Own resting orders are cancelled, so that the close is not blocked by them.
    selfTrade: 'CancelMaker',
  }
}
