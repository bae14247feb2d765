// Hourly volatility of a price from its minute closes; a display figure for comparing distances.

const minutesOfHour = 60

/**
 * Returns the standard deviation of the price over an hour as a share (0.01 is 1 %): the root mean
 * square of the changes between minute closes, times √60. Undefined with fewer than 31 closes, or
 * if the price never moved.
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
