// Places, replaces and cancels orders: refuses them, or matches them and rests the remainder (rules
// 6.2, 8.3; reliability O1, O5).

import { orderId } from '@basis/domain/numbers/brand'
import { amount, priceTicks, qtyLots } from '@basis/domain/numbers/fixed'
import type { InstrumentKind } from '@basis/domain/instrument/instrument'
import type { CancelType } from '@basis/domain/orders/order'
import { maxOrderQty } from '@basis/domain/orders/order-rules'
import { problem, type Problem } from '@basis/domain/instrument/problems'
import { admit, isProblem, replacementProblem, type Admitted } from './pre-trade-checks.ts'
import { endAlgosOf } from './algo-children.ts'
import { movedProblem, planOf, setAttachedTpsl, requestedTerms } from './attached-tpsl.ts'
import type { CancelOrder, PlaceOrder, ReplaceOrder } from '../../api/commands.ts'
import { thirdRules } from '../../api/rules-version.ts'
import { qtyOfAmount } from '../../risk/draft-order.ts'
import { optionOrderProblem } from './option-rules.ts'
import { orderExplanation } from './rejections.ts'
import { allPositions, positionOf } from '../../state/positions.ts'
import { contentOf, linkedOrder, linkOrder } from '../../state/client-order-ids.ts'
import {
  orderRecord,
  type AccountState,
  type EngineState,
  type PositionState,
  type MarketState,
  type OpenOrder,
} from '../../state/state.ts'
import {
  newOrder,
  removeFromBook,
  closeOrder,
  findOrder,
  keepEntered,
  reduceQty,
  emitReplaced,
  type CommandResult,
} from './open-orders.ts'
import { matchThenRest } from './match-orders.ts'
import { cancelSpreads } from './spread-closing.ts'

/**
 * Places an order, or refuses it with an `OrderRejected`. `content` is the whole request under the
 * link id, if the order is only a part of it.
 */
export function placeOrder(
  state: EngineState,
  command: PlaceOrder,
  content: string = contentOf(state, command),
): CommandResult {
  const repeated = repeatedOrder(state, command, content)
  if (repeated !== undefined) return repeated
  const admitted = admit(state, command)
  if (isProblem(admitted)) return refuse(state, command, admitted)
  return { orderId: placeAdmitted(state, command, admitted, content).id }
}

/** Places an admitted order; it may be final when this returns. */
export function placeAdmitted(
  state: EngineState,
  command: PlaceOrder,
  admitted: Admitted,
  content: string = contentOf(state, command),
): OpenOrder {
  const order = newOrder(state, command, admitted, planOf(command))
  linkOrder(order, content)
  if (admitted.quoteAmount !== undefined) {
    const most = maxOrderQty(order.market.instrument, 'Market')
    const { account, market, sign, limitTicks } = admitted
    const { selfTrade } = order
    const { table, rulesVersion: rules } = state
    const asked = { table, rules, account, market, sign, limitTicks, selfTrade }
    const lots = qtyOfAmount(asked, admitted.quoteAmount)
    order.qtyLots = order.leavesLots = Math.min(lots, most)
  }
  state.events.push({ kind: 'OrderPlaced', order: orderRecord(order) })
  matchThenRest(state, order)
  return order
}

/** Returns the answer to an order whose link id was used before; undefined for a new id (O1). */
export function repeatedOrder(
  state: EngineState,
  command: PlaceOrder,
  content: string,
): CommandResult | undefined {
  const account = state.accounts.get(command.account)
  const known = account && linkedOrder(state, account, command.linkId)
  if (known === undefined) return undefined
  if (known.isOf(content)) return { orderId: known.orderId }
  return refuse(state, command, problem('orderLinkIdDuplicate', 'orderLinkId'))
}

/** Refuses an order and emits its record. */
export function refuse(state: EngineState, command: PlaceOrder, why: Problem): CommandResult {
  const explanation = orderExplanation(state, command, why)
  state.events.push({
    kind: 'OrderRejected',
    problem: why,
    ...(explanation === undefined ? {} : { explanation }),
    order: {
      id: orderId(0),
      linkId: command.linkId,
      account: command.account,
      symbol: command.symbol,
      side: command.side,
      orderType: command.orderType,
      timeInForce: command.timeInForce,
      priceTicks: command.priceTicks ?? priceTicks(0),
      qtyLots: command.qtyLots,
      leavesLots: qtyLots(0),
      filledLots: qtyLots(0),
      filledValue: amount(0n),
      fee: amount(0n),
      reduceOnly: command.reduceOnly,
      closeOnTrigger: command.closeOnTrigger,
      positionIdx: command.positionIdx,
      ...(command.isLeverage === true ? { isLeverage: true } : {}),
      ...(command.mmp === true ? { isMmp: true } : {}),
      ...requestedTerms(command),
      status: 'Rejected',
      closedPnl: amount(0n),
      createdMs: state.timeMs,
      updatedMs: state.timeMs,
      updateNo: 1,
    },
  })
  return { problem: why }
}

export function cancelOrder(state: EngineState, command: CancelOrder): CommandResult {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const order = findOrder(state, account, command.order)
  if (isProblem(order)) return { problem: order }
  closeOrder(state, order, 'CancelByUser')
  return { orderId: order.id }
}

/**
 * Cancels the account's resting and waiting orders, oldest first: all, or those of a market, a
 * position or an instrument kind; the TP/SL of positions stay. Returns the count.
 */
export function cancelAll(
  state: EngineState,
  account: AccountState,
  why: CancelType,
  scope?: MarketState | InstrumentKind | PositionState,
): number {
  const doomed: OpenOrder[] = []
  const isMeant = (position: PositionState): boolean =>
    scope === undefined ||
    scope === position ||
    scope === position.market ||
    scope === position.market.instrument.kind
  endAlgosOf(state, account, why, scope)
  if (scope === undefined) cancelSpreads(state, account, why)
  for (const position of allPositions(account)) {
    if (position === undefined || !isMeant(position)) continue
    doomed.push(...position.buys, ...position.sells)
    for (const order of position.waiting) if (isStandalone(order)) doomed.push(order)
  }
  for (const order of state.triggers.due) {
    if (order.account !== account || !isMeant(positionOf(order))) continue
    if (isStandalone(order)) doomed.push(order)
  }
  doomed.sort((a, b) => a.id - b.id)
  for (const order of doomed) closeOrder(state, order, why)
  return doomed.length
}

/** Returns whether a waiting order is a conditional or planned order, not a position's TP/SL. */
const isStandalone = ({ plan }: OpenOrder): boolean =>
  plan?.stopType === 'Stop' || plan?.spot !== undefined

/**
 * Changes price or quantity. Only a smaller quantity keeps the queue position; any other change
 * enters the order again (D-36).
 */
export function replaceOrder(state: EngineState, command: ReplaceOrder): CommandResult {
  const account = state.accounts.get(command.account)
  if (account === undefined) return { problem: problem('accountUnknown', 'account') }
  const order = findOrder(state, account, command.order)
  if (isProblem(order)) return { problem: order }
  const wanted = {
    priceTicks: command.priceTicks ?? order.priceTicks,
    qtyLots: Math.min(command.qtyLots ?? order.qtyLots, maxOrderLots(order)),
  }
  const samePrice = wanted.priceTicks === order.priceTicks
  const sameSize = samePrice && wanted.qtyLots === order.qtyLots
  if (sameSize && command.tpsl === undefined) return { problem: problem('orderUnchanged') }
  if (command.triggerTicks !== undefined) {
    return { problem: problem('triggerNotAllowed', 'triggerPrice') }
  }
  // Before the third rules a change could attach what an option's order may not carry (9.1).
  const { tpsl } = command
  const isFree = tpsl === undefined || state.rulesVersion.present < thirdRules
  const unfit = isFree ? undefined : optionOrderProblem(order.market, { tpsl })
  if (unfit !== undefined) return { problem: unfit }
  const wrong = sameSize ? undefined : replacementProblem(state, order, wanted)
  const beyond = wrong ?? movedProblem(state, order, command)
  const misfit = beyond ?? setAttachedTpsl(order, command.tpsl, wanted)
  if (misfit !== undefined) return { problem: misfit }
  if (sameSize) {
    emitReplaced(state, order)
    return { orderId: order.id }
  }
  if (samePrice && wanted.qtyLots < order.qtyLots) {
    reduceQty(state, order, order.qtyLots - wanted.qtyLots)
    return { orderId: order.id }
  }
  removeFromBook(order)
  keepEntered(order)
  order.priceTicks = wanted.priceTicks
  order.qtyLots = wanted.qtyLots
  // A replacement gives a quantity, so that the original amount no longer limits the order.
  order.quoteAmount = undefined
  order.leavesLots = wanted.qtyLots - order.filledLots
  emitReplaced(state, order)
  matchThenRest(state, order)
  return { orderId: order.id }
}

/** The largest quantity of a replaced order: a reduce-only one is limited by the position (6.2). */
const maxOrderLots = (order: OpenOrder): number =>
  order.reduceOnly ? order.filledLots + positionOf(order).sizeLots : Number.MAX_VALUE
