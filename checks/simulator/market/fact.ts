// A fact with the range of real markets, and its line in the table.

export type Fact = {
  readonly name: string
  readonly value: number
  readonly least: number
  readonly most: number
  readonly unit: string
  /** The hours needed for a meaningful value; shorter runs print it without a verdict. */
  readonly hours: number
}

export const infinite = Number.POSITIVE_INFINITY

export function fact(
  name: string,
  value: number,
  band: readonly [number, number],
  more = {},
): Fact {
  return { name, value, least: band[0], most: band[1], unit: '', hours: 0, ...more }
}

/** One line per fact: its value, its range, and whether it lies within. */
export function lineOf(each: Fact, hours: number): string {
  const { name, value, least, most, unit } = each
  const digits = Math.abs(value) < 1 ? 3 : 2
  const top = most === infinite ? '…' : `…${Number(most.toFixed(3))}`
  return [
    name.padEnd(46),
    `${value.toFixed(digits)}${unit}`.padStart(14),
    `${Number(least.toFixed(3))}${top}${unit}`.padStart(18),
    isJudged(each, hours) ? (isWithin(each) ? '  ok' : '  OUT') : '  (too short)',
  ].join('')
}

export const isJudged = (each: Fact, hours: number): boolean => hours >= each.hours
export const isWithin = ({ value, least, most }: Fact): boolean => value >= least && value <= most
