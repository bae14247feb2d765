// Views of combinations: what is traded, their books and an account's orders (rules 20).

import type { AccountId, OrderId, SymbolId } from '@basis/domain/numbers/brand'
import type { PriceE8, QtyLots } from '@basis/domain/numbers/fixed'
import type { Combination, SpreadStatus, SpreadTicks } from '@basis/domain/spread/combination'
import type { SpreadOrder } from '@basis/domain/spread/order'
import type { SpreadBand } from '@basis/domain/spread/pricing'

export type SpreadView = {
  readonly combination: Combination
  readonly status: SpreadStatus
  /** Absent before the first trade. */
  readonly lastTicks?: SpreadTicks | undefined
  readonly bestBidTicks?: SpreadTicks | undefined
  readonly bestAskTicks?: SpreadTicks | undefined
  readonly tradedLots: QtyLots
  /** Absent until both legs have a price, like `band`. */
  readonly fairTicks?: SpreadTicks | undefined
  readonly band?: SpreadBand | undefined
  readonly farMarkE8: PriceE8
  /** The near leg's mark; for a spot pair its index price. */
  readonly nearMarkE8: PriceE8
}

export type SpreadLevelView = {
  readonly priceTicks: SpreadTicks
  readonly qtyLots: QtyLots
  readonly orders: number
}
export type SpreadDepthView = {
  readonly symbol: SymbolId
  readonly version: number
  readonly bids: readonly SpreadLevelView[]
  readonly asks: readonly SpreadLevelView[]
}

export type SpreadViews = {
  /** In the order of their creation. */
  readonly symbols: () => readonly SymbolId[]
  readonly market: (symbol: SymbolId) => SpreadView | undefined
  readonly depth: (symbol: SymbolId, levels: number) => SpreadDepthView | undefined
  readonly bookVersion: (symbol: SymbolId) => number
  /** Oldest first. */
  readonly openOrders: (account: AccountId) => readonly SpreadOrder[]
  readonly openOrder: (
    account: AccountId,
    name: { readonly orderId?: OrderId; readonly linkId?: string },
  ) => SpreadOrder | undefined
  /** The largest order that would be admitted now, at a limit price or at market. */
  readonly maxQty: (
    account: AccountId,
    symbol: SymbolId,
    priceTicks?: SpreadTicks,
  ) => { readonly buyLots: QtyLots; readonly sellLots: QtyLots } | undefined
}
