// The surface of implied volatility: SSVI, whose conditions keep every smile free of butterfly
// arbitrage and later expiries dearer than earlier ones (rules 9.3; decision 50).

/**
 * Gatheral and Jacquier's surface with the power law φ(θ) = η ÷ (θ^γ (1 + θ)^(1 − γ)); θ is the
 * total variance at the money, by a variance that returns to its mean.
 */
export type Surface = {
  /** Variance of a year now, and the one it returns to. */
  readonly spotVariance: number
  readonly meanVariance: number
  /** How fast it returns, per year. */
  readonly reversion: number
  /** Skew, −1 to 1: below 0 where puts are dearer. */
  readonly skew: number
  readonly curvature: number
  /** The power, above 0 and at most ½. */
  readonly power: number
}

/** The limits of a published volatility (9.3). */
export const [leastMarkVolatility, mostMarkVolatility] = [0.1, 5]

/**
 * Are the conditions met that make the whole surface free of static arbitrage: η (1 + |ρ|) ≤ 2, a
 * power of at most ½, and total variance at the money that never falls with time?
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

/** Returns the total variance at the money after so many years; it never falls. */
function varianceAtMoney(surface: Surface, years: number): number {
  const { spotVariance, meanVariance, reversion } = surface
  const faded = (1 - Math.exp(-reversion * years)) / reversion
  return meanVariance * years + (spotVariance - meanVariance) * faded
}

/** Returns the total variance of a log-moneyness ln(K ÷ F) after so many years. */
export function totalVariance(surface: Surface, logMoneyness: number, years: number): number {
  const { skew, curvature, power } = surface
  const theta = varianceAtMoney(surface, years)
  const slope = curvature / (theta ** power * (1 + theta) ** (1 - power))
  const x = slope * logMoneyness
  return (theta / 2) * (1 + skew * x + Math.sqrt((x + skew) ** 2 + 1 - skew ** 2))
}

/** Returns the volatility that marks a strike, kept to 10 % to 500 % (9.3). */
export function surfaceVolatility(
  surface: Surface,
  at: { readonly forward: number; readonly strike: number; readonly years: number },
): number {
  const variance = totalVariance(surface, Math.log(at.strike / at.forward), at.years)
  const volatility = Math.sqrt(variance / at.years)
  return Math.min(Math.max(volatility, leastMarkVolatility), mostMarkVolatility)
}
