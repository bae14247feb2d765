// Fit of the volatility surface to quotes: least squares over parameters that always give an
// arbitrage-free surface (rules 9.3; decision 50).

import { smileAt, smileVolatility, type Smile, type Surface } from './surface.ts'

/** The implied volatility of the mid of an option's quotes, as a share. */
export type QuotedVolatility = {
  readonly forward: number
  readonly strike: number
  readonly years: number
  readonly volatility: number
}

/** With fewer quotes the last surface is kept. */
const leastQuotes = 8
const mostRounds = 25

/** Unbounded parameters: logarithms of both variances, the skew and the share of the curvature. */
type Point = readonly [spot: number, mean: number, skew: number, share: number]
type Row = readonly [number, number, number, number]

const within = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), high)

/** Arbitrage begins at a skew of ±1 and at a curvature of 2 ÷ (1 + |ρ|). */
function surfaceOf([spot, mean, skew, share]: Point, { reversion, power }: Surface): Surface {
  const rho = 0.98 * Math.tanh(within(skew, -4, 4))
  const part = 1 / (1 + Math.exp(-within(share, -7, 7)))
  return {
    spotVariance: Math.exp(within(spot, -9, 3.2)),
    meanVariance: Math.exp(within(mean, -9, 3.2)),
    reversion,
    skew: rho,
    curvature: (2 * part) / (1 + Math.abs(rho)),
    power,
  }
}

function pointOf({ spotVariance, meanVariance, skew, curvature }: Surface): Point {
  const part = within((curvature * (1 + Math.abs(skew))) / 2, 1e-3, 1 - 1e-3)
  return [
    Math.log(spotVariance),
    Math.log(meanVariance),
    Math.atanh(within(skew / 0.98, -0.999, 0.999)),
    Math.log(part / (1 - part)),
  ]
}

/** Returns the differences of a surface from each quote. */
function missesOf(surface: Surface, quotes: readonly QuotedVolatility[]): readonly number[] {
  const smiles = new Map<number, Smile>()
  return quotes.map((quote) => {
    const smile = smiles.get(quote.years) ?? smileAt(surface, quote.years)
    smiles.set(quote.years, smile)
    return smileVolatility(smile, quote) - quote.volatility
  })
}

const squares = (misses: readonly number[]): number =>
  misses.reduce((sum, miss) => sum + miss * miss, 0)

const moved = ([a, b, c, d]: Point, [p, q, r, s]: Row, times: number): Point => [
  a + times * p,
  b + times * q,
  c + times * r,
  d + times * s,
]

const units: readonly [Row, Row, Row, Row] = [
  [1, 0, 0, 0],
  [0, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 0, 0, 1],
]

/**
 * Returns the least-squares surface for quotes, by damped Gauss-Newton steps from the last one;
 * reversion and power are kept. Returns the last surface if there are too few quotes.
 */
export function fitSurface(quotes: readonly QuotedVolatility[], last: Surface): Surface {
  if (quotes.length < leastQuotes) return last
  const at = (point: Point): readonly number[] => missesOf(surfaceOf(point, last), quotes)
  let point = pointOf(last)
  let misses = at(point)
  let cost = squares(misses)
  let damping = 1e-3
  for (let round = 0; round < mostRounds && damping < 1e6 && cost > 1e-18; round += 1) {
    const step = stepFrom(point, misses, damping, at)
    const next = step === undefined ? undefined : moved(point, step, -1)
    const nextMisses = next === undefined ? misses : at(next)
    const nextCost = squares(nextMisses)
    if (next === undefined || !(nextCost < cost)) {
      damping *= 8
      continue
    }
    const gained = cost - nextCost
    point = next
    misses = nextMisses
    cost = nextCost
    damping *= 0.2
    if (gained < 1e-9 * cost) break
  }
  return surfaceOf(point, last)
}

const width = 1e-5

/** Solves (JᵀJ + damping) step = Jᵀ misses by elimination; undefined if there is no solution. */
function stepFrom(
  point: Point,
  misses: readonly number[],
  damping: number,
  at: (point: Point) => readonly number[],
): Row | undefined {
  const slopes = units.map((unit) =>
    at(moved(point, unit, width)).map((miss, k) => (miss - (misses[k] ?? 0)) / width),
  )
  const product = (one: readonly number[], other: readonly number[]): number =>
    one.reduce((sum, value, k) => sum + value * (other[k] ?? 0), 0)
  const rows = slopes.map((slope, row) => [
    ...slopes.map(
      (other, column) =>
        product(slope, other) * (row === column ? 1 + damping : 1) + (row === column ? 1e-9 : 0),
    ),
    product(slope, misses),
  ])
  return solved(rows)
}

/** Solves four equations; each row is its coefficients, then its right-hand side. */
function solved(rows: number[][]): Row | undefined {
  for (let column = 0; column < rows.length; column += 1) {
    const own = rows[column]
    const pivot = own?.[column] ?? 0
    // The matrix is positive definite by its damping: no pivoting is needed.
    if (own === undefined || !(Math.abs(pivot) > 1e-18)) return undefined
    for (const [place, row] of rows.entries()) {
      if (place === column) continue
      const times = (row[column] ?? 0) / pivot
      own.forEach((value, k) => {
        row[k] = (row[k] ?? 0) - times * value
      })
    }
  }
  const [a, b, c, d] = rows.map((row, k) => (row[rows.length] ?? 0) / (row[k] ?? 1))
  if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined
  if (![a, b, c, d].every(Number.isFinite)) return undefined
  // A longer step could reach the flat ends of the scales, where the gradient vanishes.
  return [within(a, -1, 1), within(b, -1, 1), within(c, -0.5, 0.5), within(d, -0.5, 0.5)]
}
