// The scene for stop orders: the knowledge of a trader who protects a position.

import type { SymbolId } from '@basis/domain/numbers/brand'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import type { PlaceOrder } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'

/** The order to be protected, and the market data known to the trader. */
export type StopScene = {
  readonly views: Views
  readonly account: number
  readonly symbol: SymbolId
  /** An order without a price, with side and quantity. */
  readonly order: PlaceOrder
  /** A price at this distance from the market's, as a share of it. */
  readonly touch: (symbol: string, away: number) => PriceTicks
}
