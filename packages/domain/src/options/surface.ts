// The implied volatility surface: SSVI, with conditions that exclude butterfly and calendar
// arbitrage (rules 9.3; decision 50).

/**
 * Gatheral and Jacquier's surface with the power law φ(θ) = η ÷ (θ^γ (1 + θ)^(1 − γ)); θ is the
 * total variance at the money, from a mean-reverting variance.
 */
export type Surface = {
  /** Annual variance now, and its long-term mean. */
  readonly spotVariance: number
  readonly meanVariance: number
  /** Speed of mean reversion, per year. */
  readonly reversion: number
  /** Skew, −1 to 1: negative if puts have the higher volatility. */
  readonly skew: number
  readonly curvature: number
  /** The exponent, above 0 and at most ½. */
  readonly power: number
}

/** The limits of a published volatility (9.3). */
export const [leastMarkVolatility, mostMarkVolatility] = [0.1, 5]

/**
 * Whether the surface meets the conditions for no static arbitrage: η (1 + |ρ|) ≤ 2, an exponent of
 * at most ½, and a total variance at the money that never falls with time.
 */
export const isFreeOfArbitrage = (surface: Surface): boolean =>
  Math.abs(surface.skew) < 1 &&
  surface.power > 0 &&
  surface.power <= 0.5 &&
  surface.curvature > 0 &&
  surface.curvature * (1 + Math.abs(surface.skew)) <= 2 &&
  surface.spotVariance > 0 &&
  surface.meanVariance > 0 &&
  surface.reversion > 0

/** Returns the total variance at the money for a time in years; it never falls. */
function varianceAtMoney(surface: Surface, years: number): number {
  const { spotVariance, meanVariance, reversion } = surface
  const faded = (1 - Math.exp(-reversion * years)) / reversion
  return meanVariance * years + (spotVariance - meanVariance) * faded
}

/** The smile of one expiry: the surface's figures that all of its strikes share. */
export type Smile = {
  readonly theta: number
  readonly slope: number
  readonly skew: number
  readonly years: number
}

/** Returns the smile for a time in years. */
export function smileAt(surface: Surface, years: number): Smile {
  const { skew, curvature, power } = surface
  const theta = varianceAtMoney(surface, years)
  return { theta, slope: curvature / (theta ** power * (1 + theta) ** (1 - power)), skew, years }
}

/** Returns the total variance at a log-moneyness ln(K ÷ F) for a time in years. */
export const totalVariance = (surface: Surface, logMoneyness: number, years: number): number =>
  varianceOn(smileAt(surface, years), logMoneyness)

function varianceOn({ theta, slope, skew }: Smile, logMoneyness: number): number {
  const x = slope * logMoneyness
  return (theta / 2) * (1 + skew * x + Math.sqrt((x + skew) ** 2 + 1 - skew ** 2))
}

/** Returns the mark volatility of a strike of an expiry, clamped to 10 % to 500 % (9.3). */
export function smileVolatility(
  smile: Smile,
  at: { readonly forward: number; readonly strike: number },
): number {
  const variance = varianceOn(smile, Math.log(at.strike / at.forward))
  const volatility = Math.sqrt(variance / smile.years)
  return Math.min(Math.max(volatility, leastMarkVolatility), mostMarkVolatility)
}
