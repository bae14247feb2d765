// The statistics of returns and sizes.

export const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

export const rootMeanSquare = (values: readonly number[]): number =>
  Math.sqrt(mean(values.map((value) => value ** 2)))

function deviation(values: readonly number[]): number {
  const middle = mean(values)
  return rootMeanSquare(values.map((value) => value - middle))
}

/** Pearson's correlation of two lists of one length. */
export function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)]
  const both = mean(a.map((value, i) => (value - meanA) * ((b[i] ?? 0) - meanB)))
  return both / (deviation(a) * deviation(b))
}

/** Excess kurtosis: 0 for a normal distribution. */
export function kurtosis(values: readonly number[]): number {
  const middle = mean(values)
  const spread = deviation(values)
  return mean(values.map((value) => ((value - middle) / spread) ** 4)) - 3
}

export const autocorrelation = (values: readonly number[], lag: number): number =>
  correlation(values.slice(lag), values.slice(0, values.length - lag))

/** Hill's estimate of the exponent of a Pareto tail, from the largest share of the values. */
export function tailExponent(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => b - a)
  const count = Math.max(2, Math.floor(sorted.length * share))
  const least = sorted[count] ?? 1
  return 1 / mean(sorted.slice(0, count).map((value) => Math.log(value / least)))
}

/** The value below which this share of all values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
}

/** Log returns between every `step`-th of the prices. */
export function returnsOf(prices: readonly number[], step = 1): number[] {
  const taken = prices.filter((_, i) => i % step === 0)
  return taken.slice(1).map((price, i) => Math.log(price / (taken[i] ?? price)))
}

/** Log returns over `length` prices, one beginning at each of them. */
export const overlappingReturns = (prices: readonly number[], length: number): number[] =>
  prices.slice(length).map((price, i) => Math.log(price / (prices[i] ?? price)))
