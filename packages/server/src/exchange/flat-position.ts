// Flat positions in answers and pushes: size 0, with the leverage and margin mode that the
// account's next position would have.

import type { AccountId, SymbolId } from '@basis/domain/numbers/brand'
import { priceE8, qtyLots, zero, type LeverageE2 } from '@basis/domain/numbers/fixed'
import type { Position, PositionIdx } from '@basis/domain/orders/position'
import type { PositionView, Views } from '@basis/engine/views'

type Flat = {
  readonly account: AccountId
  readonly symbol: SymbolId
  readonly positionIdx: PositionIdx
  readonly leverageE2: LeverageE2
  /** The last state of the position; undefined if none was ever held. */
  readonly last: Position | undefined
  /** The time to report for a position that was never held. */
  readonly updatedMs: number
}

/** Returns the view of a flat position. */
export function flatPosition(views: Views, flat: Flat): Omit<PositionView, 'tpsl'> {
  const { account, symbol, leverageE2, last = neverHeld(flat) } = flat
  return {
    position: { ...last, leverageE2, isIsolated: views.isIsolated(account, symbol) },
    entryPriceE8: priceE8(0),
    markPriceE8: views.symbol(symbol)?.markE8 ?? priceE8(0),
    positionValue: zero,
    initialMargin: zero,
    maintenanceMargin: zero,
    unrealisedPnl: zero,
    breakEvenPriceE8: priceE8(0),
  }
}

const neverHeld = ({ account, symbol, positionIdx, leverageE2, updatedMs }: Flat): Position => ({
  account,
  symbol,
  positionIdx,
  side: 'None',
  sizeLots: qtyLots(0),
  entryValue: zero,
  entryPriceE8: priceE8(0),
  leverageE2,
  isIsolated: false,
  extraMargin: zero,
  isAutoAddMargin: false,
  realisedPnl: zero,
  cumRealisedPnl: zero,
  openFees: zero,
  openFunding: zero,
  openedMs: 0,
  updatedMs,
})
