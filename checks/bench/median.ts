// The median of several measurements, which benches report because a single run can be disturbed.

/** Returns the middle value, or the mean of the two middle ones; throws for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  const above = sorted[Math.floor(middle)]
  const below = sorted[Math.ceil(middle) - 1]
  if (above === undefined || below === undefined) throw new RangeError('No measurement to report')
  return (above + below) / 2
}
