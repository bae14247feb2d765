// The differences of one side of an order book between two states, for deltas.

/** A price level of a book with its total quantity, which is zero if the level was removed. */
export type Level = { readonly priceTicks: number; readonly qtyLots: number }

/**
 * Returns the levels that differ, in the order of the sides, which are sorted best first. `order`
 * is 1 for ascending prices (asks), −1 for descending ones (bids).
 */
export function changedLevels(
  before: readonly Level[],
  now: readonly Level[],
  order: 1 | -1,
): Level[] {
  const changes: Level[] = []
  let old = 0
  let fresh = 0
  while (old < before.length || fresh < now.length) {
    const was = before[old]
    const is = now[fresh]
    const gap =
      was === undefined ? 1 : is === undefined ? -1 : (was.priceTicks - is.priceTicks) * order
    if (gap < 0 && was !== undefined) {
      changes.push({ priceTicks: was.priceTicks, qtyLots: 0 })
      old += 1
    } else if (is !== undefined) {
      if (gap > 0 || was?.qtyLots !== is.qtyLots) changes.push(is)
      if (gap === 0) old += 1
      fresh += 1
    }
  }
  return changes
}
