// Fills the open remainder of an order on a preview's fork, so that its margin and liquidation
// price are known before it is placed.

import { amount, type Amount } from '@basis/domain/numbers/fixed'
import { isFinal, sideSign, type Order } from '@basis/domain/orders/order'
import { accountFeeRate, positionStateOf } from '../state/positions.ts'
import { tradeFee } from '../risk/trade-fee.ts'
import { applyFill } from '../trading/core/position-updates.ts'
import { tickValue, type EngineState } from '../state/state.ts'
import { cancelAny } from '../trading/conditional/conditional-orders.ts'

/** Returns whether a part of the order still rests in the book or waits for its trigger. */
export const isLeft = (order: Order): boolean =>
  !isFinal(order.status) && (order.leavesLots > 0 || closesWhole(order))

/** An order that waits to close a whole position has no quantity (6.2). */
const closesWhole = ({ qtyLots, reduceOnly, closeOnTrigger }: Order): boolean =>
  qtyLots === 0 && reduceOnly && closeOnTrigger

/**
 * Fills the remainder of a contract's order: a resting one at its limit and the maker fee, a
 * waiting one at the better of trigger and limit and the taker fee. An order that is reduce-only,
 * or will be once it triggers, fills no more than the position. There is no counterparty, so that
 * the state must be discarded afterwards. Returns the fee of the fill; undefined for an order
 * without a price, such as a trailing stop that is not active yet, and for a pair's.
 */
export function fillLeft(state: EngineState, order: Order): Amount | undefined {
  const account = state.accounts.get(order.account)
  const market = state.bySymbol.get(order.symbol)
  if (account === undefined || market === undefined || market.instrument.kind === 'Spot') {
    return undefined
  }
  const { positionIdx, leavesLots } = order
  cancelAny(state, { kind: 'CancelOrder', account: account.id, order: { orderId: order.id } })
  const position = positionStateOf(account, market, positionIdx)
  const sign = sideSign(order.side)
  const held = position.sign === -sign ? position.sizeLots : 0
  const most = closesWhole(order) ? held : leavesLots
  const lots = isReducing(order) ? Math.min(most, held) : most
  const ticks = fillTicks(order)
  if (ticks === 0) return undefined
  if (lots === 0) return amount(0n)
  const value = amount(tickValue(market, ticks, lots))
  const isMaker = triggerOf(order) === undefined
  const fee = tradeFee(market, accountFeeRate(account, market, isMaker), { lots, value })
  const orderId = order.id
  applyFill(state, position, { sign, lots, value, fee, orderId, tradeId: 0, cause: 'Trade' })
  return fee
}

/** A close-on-trigger order enters the book as reduce-only (6.2). */
const isReducing = (order: Order): boolean =>
  order.reduceOnly || (order.closeOnTrigger && triggerOf(order) !== undefined)

/** A plain order with attached TP/SL has stop terms as well, without a trigger of its own. */
const triggerOf = ({ stop }: Order): number | undefined =>
  stop === undefined || stop.triggerTicks === 0 ? undefined : stop.triggerTicks

function fillTicks(order: Order): number {
  const { orderType, side, priceTicks } = order
  const trigger = triggerOf(order)
  if (orderType !== 'Limit') return trigger ?? 0
  if (trigger === undefined) return priceTicks
  return side === 'Buy' ? Math.min(priceTicks, trigger) : Math.max(priceTicks, trigger)
}
