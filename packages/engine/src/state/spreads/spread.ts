// Combinations in the engine's state: a market for each with its own book, their open orders, and
// when the next one closes (rules 20).

import type { OrderId, SymbolId } from '@basis/domain/numbers/brand'
import { spreadTicks, type Combination, type SpreadTicks } from '@basis/domain/spread/combination'
import type {
  CancelType,
  OrderStatus,
  OrderType,
  SelfTradeMode,
  Side,
  TimeInForce,
} from '@basis/domain/orders/order'
import type { Book } from '../../order-book/order-book.ts'
import { OwnSlotTable, type SlotTable } from '../collections/slot-table.ts'

export type SpreadMarketOf<Market> = {
  /** As first listed; its limits follow the legs (`combinationNow`). */
  readonly combination: Combination
  readonly far: Market
  readonly near: Market
  readonly book: Book
  lastTicks: SpreadTicks | undefined
  tradedLots: number
}

/** What a resting order holds until it ends or is filled (D-S8). */
export type SpreadHold = {
  /** For the legs that are contracts, 1e-8 quote coin. */
  readonly margin: bigint
  /** The coin that its spot leg would pay; `coins` is how much of it. */
  readonly coin: string
  readonly coins: bigint
}

export const noHold: SpreadHold = { margin: 0n, coin: '', coins: 0n }

export type OpenSpreadOrderOf<Account, Market> = {
  readonly id: OrderId
  readonly linkId: string
  readonly account: Account
  readonly market: SpreadMarketOf<Market>
  readonly side: Side
  readonly sign: 1 | -1
  readonly orderType: OrderType
  readonly timeInForce: TimeInForce
  readonly selfTrade: SelfTradeMode
  readonly createdMs: number
  readonly ref: number
  priceTicks: SpreadTicks
  qtyLots: number
  leavesLots: number
  filledLots: number
  filledValue: bigint
  /** By coin; replaced, never mutated. */
  fees: ReadonlyMap<string, bigint>
  status: OrderStatus
  cancelType: CancelType | undefined
  updatedMs: number
  updateNo: number
  /** Replaced, never mutated. */
  hold: SpreadHold
  slot: number
}

/** Generic in the account and market types, which `state.ts` defines. */
export type SpreadWorkOf<Account, Market> = {
  readonly markets: Map<SymbolId, SpreadMarketOf<Market>>
  readonly orders: Map<OrderId, OpenSpreadOrderOf<Account, Market>>
  readonly table: SlotTable<OpenSpreadOrderOf<Account, Market>>
  /** When the next combination closes; Infinity if none will. */
  closeDueMs: number
}

export const newSpreadWork = <Account, Market>(): SpreadWorkOf<Account, Market> => ({
  markets: new Map(),
  orders: new Map(),
  table: new OwnSlotTable(),
  closeDueMs: Infinity,
})

/**
 * A book's ticks start at 0, so that a spread of 0 is mapped to this tick. A book's memory grows
 * with its highest tick, and legs reach 20,000,000 ticks at most: each book takes 1 MB, not 8.
 */
const middle = 2 ** 26
/** The maximum price of a leg, in ticks of the combination. */
export const mostLegTicks = middle - 1
export const bookTicks = (price: SpreadTicks): number => price + middle
export const spreadOfBook = (ticks: number): SpreadTicks => spreadTicks(ticks - middle)
