// The scale of a compared symbol over the price: both begin at one height, so that their distance
// is that of their changes in percent.

import type { Column } from './columns.ts'

/**
 * Returns the factor by which a compared symbol's values are drawn. It begins at the price's first
 * visible close, at its own first visible value: that of a market listed later is further right. 1
 * if there is no such value.
 */
export function relativeFactor(
  price: Column,
  other: Column,
  visible: { readonly from: number; readonly to: number },
): number {
  const base = price.at(visible.from)
  for (let row = visible.from; row < visible.to; row += 1) {
    const factor = base / other.at(row)
    if (Number.isFinite(factor)) return factor
  }
  return 1
}
