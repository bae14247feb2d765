// The order that a long or short position drawn on the chart means, on the instrument's ticks and
// lots.

// Beside the datafeed and line-actions.ts this is where the chart's floating-point prices enter.

import type { ChartEvents } from '@basis/chart/widget'
import { ticksNearE8, type Instrument } from '@basis/domain/instrument/instrument'
import { priceE8 } from '@basis/domain/numbers/fixed'
import type { Side } from '@basis/domain/orders/order'

type DrawnPosition = Parameters<ChartEvents['drawing_position']>[0]

const unit = 100_000_000

/** The terms that the ticket is filled with; prices in ticks. */
type DrawnOrder = {
  readonly side: Side
  readonly priceTicks: number
  readonly qtyLots: number
  readonly takeProfitTicks: number
  readonly stopLossTicks: number
}

/**
 * Returns the side, entry, target and stop on the nearest ticks and the quantity in whole lots,
 * rounded down so that no more is risked than was drawn; undefined if no valid order results. The
 * drawn quantity is in the base coin, an inverse contract's is in dollars.
 */
export function drawnOrder(
  position: Pick<DrawnPosition, 'side' | 'entry' | 'quantity' | 'target' | 'stop'>,
  instrument: Instrument,
): DrawnOrder | undefined {
  const ticksOf = (price: number): number => {
    const scaled = Math.round(price * unit)
    return Number.isSafeInteger(scaled) ? ticksNearE8(instrument, priceE8(scaled)) : 0
  }
  const prices = [position.entry, position.target, position.stop].map(ticksOf)
  const [priceTicks = 0, takeProfitTicks = 0, stopLossTicks = 0] = prices
  const { quantity, entry } = position
  const quantityE8 = Math.round(
    (instrument.kind === 'Inverse' ? quantity * entry : quantity) * unit,
  )
  if (!Number.isSafeInteger(quantityE8) || prices.some((ticks) => ticks <= 0)) return undefined
  const qtyLots = Math.floor(quantityE8 / instrument.lotSizeE8)
  if (qtyLots <= 0) return undefined
  const side = position.side === 'buy' ? 'Buy' : 'Sell'
  return { side, priceTicks, qtyLots, takeProfitTicks, stopLossTicks }
}
