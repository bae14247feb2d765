// Volatility of a price over an hour, from what it closed at minute by minute: a figure to compare
// distances with, and no money.

const minutesOfHour = 60

/**
 * Returns the standard deviation of the price over an hour as a share of it (0.01 is 1 %): the root
 * of the mean square of the changes from close to close, of a minute each, times the root of 60.
 * Undefined with fewer than 31 closes, and where the price never moved.
 */
export function hourVolatility(closes: readonly number[]): number | undefined {
  if (closes.length <= minutesOfHour / 2) return undefined
  let squares = 0
  for (let at = 1; at < closes.length; at += 1) {
    const [before = 0, after = 0] = [closes[at - 1], closes[at]]
    if (before <= 0) return undefined
    squares += (after / before - 1) ** 2
  }
  const deviation = Math.sqrt((squares / (closes.length - 1)) * minutesOfHour)
  return deviation > 0 ? deviation : undefined
}
