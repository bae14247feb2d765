// Orders of combinations in a snapshot, and the figures of a combination that its legs do not
// determine.

import { assert } from '@basis/domain/numbers/assert'
import { orderId, type AccountId, type SymbolId } from '@basis/domain/numbers/brand'
import { spreadTicks } from '@basis/domain/spread/combination'
import { sideSign } from '@basis/domain/orders/order'
import type { OrderType, OrderStatus } from '@basis/domain/orders/order'
import type { SelfTradeMode, Side, TimeInForce } from '@basis/domain/orders/order'
import { noHold } from '../../state/spreads/spread.ts'
import type { OpenSpreadOrder, SpreadMarket } from '../../risk/spread-orders.ts'
import { byName, type EngineState } from '../../state/state.ts'
import { rest } from '../../trading/spread/match-spreads.ts'

/** Figures of a combination that was traded at least once. */
export type SpreadFigures = { symbol: SymbolId; lastTicks: number; tradedLots: number }

export type SpreadOrderRecord = {
  id: number
  link: string
  account: number
  symbol: SymbolId
  side: Side
  type: OrderType
  tif: TimeInForce
  selfTrade: SelfTradeMode
  price: number
  lots: [qty: number, leaves: number, filled: number]
  value: string
  fees: [coin: string, fee: string][]
  hold: [margin: string, coin: string, coins: string]
  status: OrderStatus
  times: [createdMs: number, updatedMs: number, updateNo: number]
}

/** Returns the figures of traded combinations, in the order of their creation. */
export const savedFigures = ({ spreads }: EngineState): SpreadFigures[] =>
  [...spreads.markets.values()].flatMap(({ combination, lastTicks, tradedLots }) =>
    lastTicks === undefined ? [] : [{ symbol: combination.symbol, lastTicks, tradedLots }],
  )

/** Returns the open orders by book, in the order of the book. */
export function savedSpreads({ spreads }: EngineState): SpreadOrderRecord[] {
  const records: SpreadOrderRecord[] = []
  if (spreads.orders.size === 0) return records
  for (const { book } of spreads.markets.values()) {
    book.forEach((slot) => {
      const order = spreads.table.at(book.refOf(slot))
      assert(order !== undefined, 'every resting order is known')
      records.push(recordOf(order))
    })
  }
  return records
}

const recordOf = (order: OpenSpreadOrder): SpreadOrderRecord => ({
  id: order.id,
  link: order.linkId,
  account: order.account.id,
  symbol: order.market.combination.symbol,
  side: order.side,
  type: order.orderType,
  tif: order.timeInForce,
  selfTrade: order.selfTrade,
  price: order.priceTicks,
  lots: [order.qtyLots, order.leavesLots, order.filledLots],
  value: String(order.filledValue),
  fees: byName(order.fees).map(([coin, fee]) => [coin, String(fee)]),
  hold: [String(order.hold.margin), order.hold.coin, String(order.hold.coins)],
  status: order.status,
  times: [order.createdMs, order.updatedMs, order.updateNo],
})

function marketOf({ spreads }: EngineState, symbol: SymbolId): SpreadMarket {
  const market = spreads.markets.get(symbol)
  assert(market !== undefined, 'a combination follows from its legs')
  return market
}

export function restoreFigures(state: EngineState, kept: SpreadFigures): void {
  const market = marketOf(state, kept.symbol)
  market.lastTicks = spreadTicks(kept.lastTicks)
  market.tradedLots = kept.tradedLots
}

export function restoreSpread(state: EngineState, kept: SpreadOrderRecord): void {
  const { spreads } = state
  const account = state.accounts.get(kept.account as AccountId)
  assert(account !== undefined, 'an order has its account')
  const [qtyLots, leavesLots, filledLots] = kept.lots
  const [createdMs, updatedMs, updateNo] = kept.times
  const [margin, coin, coins] = kept.hold
  const order: OpenSpreadOrder = {
    id: orderId(kept.id),
    linkId: kept.link,
    account,
    market: marketOf(state, kept.symbol),
    side: kept.side,
    sign: sideSign(kept.side),
    orderType: kept.type,
    timeInForce: kept.tif,
    selfTrade: kept.selfTrade,
    createdMs,
    ref: spreads.table.take(),
    priceTicks: spreadTicks(kept.price),
    qtyLots,
    leavesLots,
    filledLots,
    filledValue: BigInt(kept.value),
    fees: new Map(kept.fees.map(([name, fee]) => [name, BigInt(fee)])),
    status: kept.status,
    cancelType: undefined,
    updatedMs,
    updateNo,
    hold: noHold,
    slot: -1,
  }
  spreads.table.put(order.ref, order)
  spreads.orders.set(order.id, order)
  rest(order, { margin: BigInt(margin), coin, coins: BigInt(coins) })
}
