// The index price of a coin: an average over several external venues, with rules for bad sources.

import { divRound, mulDiv, priceE8, unitE8, type PriceE8 } from '../numbers/fixed.ts'

/** The last data of one venue about a coin. */
export type IndexSource = {
  readonly name: string
  /** Quote units per base unit × 1e8; unhealthy unless it is a positive safe integer. */
  readonly priceE8: number
  /** Traded base volume of the last 24 hours, × 1e-8 of the coin; the weight of the source. */
  readonly volumeE8: bigint
  /** When a price that differed from the previous one last arrived, UTC. */
  readonly changedMs: number
}

export type IndexLimits = {
  /** A source whose price has not changed for longer than this is excluded. */
  readonly staleAfterMs: number
  /** A source further from the median than this share (× 1e-8) is clamped to it. */
  readonly clampE8: bigint
  /** With fewer healthy sources the median is used instead of the average. */
  readonly leastSources: number
}

/** 60 s, 5 %, three sources (rules 2.1, D-09). */
export const indexLimits: IndexLimits = {
  staleAfterMs: 60_000,
  clampE8: 5_000_000n,
  leastSources: 3,
}

export type IndexPrice = {
  readonly priceE8: PriceE8
  /** `median` means too few sources: no liquidation should be based on it (L1, L2). */
  readonly basis: 'average' | 'median'
  readonly healthySources: number
}

type Quote = { readonly price: bigint; readonly weight: bigint }

/**
 * Returns the volume-weighted average of the healthy sources, rounded to the nearest 1e-8; their
 * median if fewer than `leastSources` are left or no source reports volume; undefined if none is
 * left. Sources beyond the clamp are clamped to it. No single source can move the result out of the
 * range of the others: with four or more it is held between the second lowest and the second
 * highest, with three inside the range of those near the median (rules 2.1, reliability L1). Of two
 * entries of one name the fresher counts.
 */
export function indexPrice(
  sources: readonly IndexSource[],
  nowMs: number,
  limits: IndexLimits = indexLimits,
): IndexPrice | undefined {
  const quotes = healthyQuotes(sources, nowMs, limits)
  const median = medianOf(quotes)
  if (median === undefined) return undefined
  const healthySources = quotes.length
  const totalWeight = quotes.reduce((sum, quote) => sum + quote.weight, 0n)
  if (healthySources < limits.leastSources || totalWeight === 0n) {
    return { priceE8: priceE8(Number(median)), basis: 'median', healthySources }
  }
  const reach = mulDiv(median, limits.clampE8, unitE8, 'down')
  let weighted = 0n
  for (const quote of quotes) {
    weighted += quote.weight * held(quote.price, median - reach, median + reach)
  }
  const average = divRound(weighted, totalWeight, 'nearest')
  const [low, high] = trustedRange(quotes, median, reach)
  return { priceE8: priceE8(Number(held(average, low, high))), basis: 'average', healthySources }
}

/** The healthy sources by ascending price, one per name. */
function healthyQuotes(
  sources: readonly IndexSource[],
  nowMs: number,
  limits: IndexLimits,
): readonly Quote[] {
  const byName = new Map<string, IndexSource>()
  for (const source of sources) {
    // A timestamp far in the future is as invalid as one far in the past.
    const isFresh = Math.abs(nowMs - source.changedMs) <= limits.staleAfterMs
    if (!isFresh || !Number.isSafeInteger(source.priceE8) || source.priceE8 <= 0) continue
    const known = byName.get(source.name)
    if (known === undefined || source.changedMs > known.changedMs) byName.set(source.name, source)
  }
  return [...byName.values()]
    .map((source) => ({
      price: BigInt(source.priceE8),
      weight: source.volumeE8 > 0n ? source.volumeE8 : 0n,
    }))
    .sort((a, b) => (a.price < b.price ? -1 : a.price > b.price ? 1 : 0))
}

function medianOf(sorted: readonly Quote[]): bigint | undefined {
  const upper = sorted[sorted.length >> 1]
  const lower = sorted[(sorted.length - 1) >> 1]
  if (upper === undefined || lower === undefined) return undefined
  return divRound(upper.price + lower.price, 2n, 'nearest')
}

function trustedRange(
  sorted: readonly Quote[],
  median: bigint,
  reach: bigint,
): readonly [low: bigint, high: bigint] {
  if (sorted.length >= 4) return [sorted[1]?.price ?? median, sorted.at(-2)?.price ?? median]
  const near = sorted.filter(({ price }) => price >= median - reach && price <= median + reach)
  return [near[0]?.price ?? median, near.at(-1)?.price ?? median]
}

function held(value: bigint, low: bigint, high: bigint): bigint {
  return value < low ? low : value > high ? high : value
}
