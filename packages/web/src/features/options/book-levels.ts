// The best levels of one side of a book, from its flat wire form.

export type BookLevel = { readonly ticks: number; readonly lots: number }

export function levelsOf(side: Float64Array | undefined, most: number): readonly BookLevel[] {
  if (side === undefined) return []
  const count = Math.min(most, side.length / 2)
  return Array.from({ length: count }, (_, k) => ({
    ticks: side[2 * k] ?? 0,
    lots: side[2 * k + 1] ?? 0,
  }))
}
