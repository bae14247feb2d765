// What a long or short position drawn on the chart means for the order ticket, on the instrument's
// own steps. Beside the datafeed this is the one place where the chart's numbers come in.

import type { ChartEvents } from '@basis/chart/widget'
import { ticksNearE8, type Instrument } from '@basis/domain/instrument'
import { priceE8 } from '@basis/domain/fixed'

type DrawnPosition = Parameters<ChartEvents['drawing_position']>[0]

const unit = 100_000_000

/**
 * Returns the entry on the nearest tick and the quantity in whole lots, rounded down so that no
 * more is risked than was drawn; undefined where nothing could be ordered by it.
 */
export function drawnOrder(
  position: Pick<DrawnPosition, 'entry' | 'quantity'>,
  instrument: Instrument,
): { readonly priceTicks: number; readonly qtyLots: number } | undefined {
  const entryE8 = Math.round(position.entry * unit)
  const quantityE8 = Math.round(position.quantity * unit)
  if (!Number.isSafeInteger(entryE8) || !Number.isSafeInteger(quantityE8)) return undefined
  const priceTicks = ticksNearE8(instrument, priceE8(entryE8))
  const qtyLots = Math.floor(quantityE8 / instrument.lotSizeE8)
  return priceTicks > 0 && qtyLots > 0 ? { priceTicks, qtyLots } : undefined
}
