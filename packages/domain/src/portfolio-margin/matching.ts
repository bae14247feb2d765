// Matching of opposite amounts of different expiries: the nearest pairs first (rules 10.3).

/** An amount by its expiry, in days from now; 0 if it has none. */
export type Dated = { readonly days: number; readonly value: bigint }

/** The indexes of two opposite buckets. */
type Pair = {
  readonly a: number
  readonly b: number
  readonly apart: number
  readonly soonest: number
}

/**
 * Returns Σ matched × days between, over pairs of a positive and a negative value, closest expiries
 * first, then the earliest. EX-10.3
 */
export function matchedDays(buckets: readonly Dated[]): bigint {
  const left = buckets.map(({ value }) => value)
  const pairs: Pair[] = []
  buckets.forEach((one, a) => {
    if (one.value === 0n) return
    for (let b = a + 1; b < buckets.length; b += 1) {
      const other = buckets[b]
      if (other === undefined || other.value === 0n) continue
      if (one.value > 0n === other.value > 0n) continue
      const apart = Math.abs(one.days - other.days)
      pairs.push({ a, b, apart, soonest: Math.min(one.days, other.days) })
    }
  })
  pairs.sort((a, b) => a.apart - b.apart || a.soonest - b.soonest || a.a - b.a || a.b - b.b)
  let sum = 0n
  for (const { a, b, apart } of pairs) {
    const [one, other] = [left[a] ?? 0n, left[b] ?? 0n]
    const matched = least(size(one), size(other))
    left[a] = one > 0n ? one - matched : one + matched
    left[b] = other > 0n ? other - matched : other + matched
    sum += matched * BigInt(apart)
  }
  return sum
}

/** Returns min(Σ positive, Σ |negative|): the part of the values that offsets the rest. */
export function opposed(values: readonly bigint[]): bigint {
  let above = 0n
  let below = 0n
  for (const value of values) {
    if (value > 0n) above += value
    else below -= value
  }
  return least(above, below)
}

const size = (value: bigint): bigint => (value < 0n ? -value : value)
const least = (a: bigint, b: bigint): bigint => (a < b ? a : b)
