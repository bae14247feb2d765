// Scene of a wish: what somebody who protects what he holds knows before he asks.

import type { SymbolId } from '@basis/domain/numbers/brand'
import type { PriceTicks } from '@basis/domain/numbers/fixed'
import type { PlaceOrder } from '@basis/engine/commands'
import type { Views } from '@basis/engine/views'

/** What somebody is about to ask, and what he knows of the market. */
export type StopScene = {
  readonly views: Views
  readonly account: number
  readonly symbol: SymbolId
  /** An order without a price that his side and its quantity are in. */
  readonly order: PlaceOrder
  /** A price so far from the market's, as a share of it. */
  readonly touch: (symbol: string, away: number) => PriceTicks
}
