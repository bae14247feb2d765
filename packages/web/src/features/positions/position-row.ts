// Derived figure of a position's row: the distance to liquidation.

import type { PriceE8, PriceTicks } from '@basis/domain/numbers/fixed'
import { ticksToE8, type Instrument } from '@basis/domain/instrument/instrument'

/**
 * Returns the distance from the mark to the liquidation price, in hundredths of a percent of the
 * mark.
 */
export function distanceE2(
  instrument: Instrument,
  markE8: PriceE8,
  liquidation: PriceTicks,
): number {
  if (markE8 === 0) return 0
  const away = Math.abs(markE8 - ticksToE8(instrument, liquidation))
  return Math.round((away / markE8) * 10_000)
}
