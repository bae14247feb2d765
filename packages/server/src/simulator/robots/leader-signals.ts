// Trading signals of simulated leaders: news not fully priced in, a price that deviates from its
// index, funding, or a trend. They use only what every trader sees.

import type { SymbolId } from '@basis/domain/numbers/brand'
import { coinProfile } from '../coin-profiles.ts'

/** A contract's prices at a time. */
export type LeaderPrice = {
  readonly symbol: SymbolId
  readonly coin: string
  readonly lastE8: number
  readonly indexE8: number
  readonly markE8: number
}

/** Long, flat or short. */
export type Stance = 1 | 0 | -1
export type Held = { readonly stance: Stance; readonly sinceMs: number }

/** A leader's signal; it receives all prices and is then queried symbol by symbol. */
export type LeaderSignal = {
  readonly onPrices: (prices: readonly LeaderPrice[], timeMs: number) => void
  readonly wants: (symbol: SymbolId, held: Held, timeMs: number) => Stance
}

const yearMs = 365 * 86_400_000

const deviationOf = (coin: string, spanMs: number): number =>
  coinProfile(coin).annualVolatility * Math.sqrt(spanMs / yearMs)

const stanceOf = (value: number): Stance => (value > 0 ? 1 : value < 0 ? -1 : 0)

type Point = { readonly timeMs: number; readonly price: number }
/** Number of points kept per time span. */
const pointsKept = 60

/** An index's return over a time span in standard deviations; at first over a shorter time. */
class Strength {
  readonly #spanMs: number
  readonly #points = new Map<SymbolId, Point[]>()
  readonly #now = new Map<SymbolId, number>()

  constructor(spanMs: number) {
    this.#spanMs = spanMs
  }

  onPrices(prices: readonly LeaderPrice[], timeMs: number): void {
    for (const { symbol, coin, indexE8 } of prices) {
      const points = this.#points.get(symbol) ?? []
      this.#points.set(symbol, points)
      const newest = points.at(-1)?.timeMs ?? 0
      if (timeMs - newest >= this.#spanMs / pointsKept) points.push({ timeMs, price: indexE8 })
      while ((points[1]?.timeMs ?? timeMs) <= timeMs - this.#spanMs) points.shift()
      const [oldest] = points
      if (oldest === undefined || oldest.timeMs === timeMs) continue
      const deviation = deviationOf(coin, timeMs - oldest.timeMs)
      this.#now.set(symbol, Math.log(indexE8 / oldest.price) / deviation)
    }
  }

  of = (symbol: SymbolId): number => this.#now.get(symbol) ?? 0

  /** The time span covered so far, ms. */
  age(symbol: SymbolId, timeMs: number): number {
    return timeMs - (this.#points.get(symbol)?.[0]?.timeMs ?? timeMs)
  }
}

type Trend = { readonly spanMs: number; readonly least: number; readonly youngMs: number }

/** Follows a trend until it has reversed. */
export function followTrend({ spanMs, least, youngMs }: Trend): LeaderSignal {
  const strength = new Strength(spanMs)
  return {
    onPrices: (prices, timeMs) => strength.onPrices(prices, timeMs),
    wants: (symbol, { stance }, timeMs) => {
      const now = strength.of(symbol)
      if (strength.age(symbol, timeMs) < youngMs) return stance
      if (Math.abs(now) > least) return stanceOf(now)
      return stanceOf(now) === -stance ? 0 : stance
    },
  }
}

type News = {
  readonly spanMs: number
  readonly least: number
  readonly holdMs: number
  /** How long it ignores the symbol afterwards, as the volatile aftermath resembles news. */
  readonly restMs: number
}

/**
 * Joins a move far larger than usual for such a time while others still react to the news, and
 * leaves after `holdMs`.
 */
export function readNews({ spanMs, least, holdMs, restMs }: News): LeaderSignal {
  const strength = new Strength(spanMs)
  const restUntil = new Map<SymbolId, number>()
  return {
    onPrices: (prices, timeMs) => strength.onPrices(prices, timeMs),
    wants: (symbol, { stance, sinceMs }, timeMs) => {
      if (stance !== 0) {
        restUntil.set(symbol, timeMs + restMs)
        return timeMs - sinceMs < holdMs ? stance : 0
      }
      if (timeMs < (restUntil.get(symbol) ?? 0)) return 0
      const now = strength.of(symbol)
      const isWhole = strength.age(symbol, timeMs) >= spanMs / 2
      return isWhole && Math.abs(now) > least ? stanceOf(now) : 0
    },
  }
}

/** An exponential moving average per symbol. */
class FadingMean {
  readonly #overMs: number
  readonly #means = new Map<SymbolId, number>()
  #firstMs = 0
  #heardMs = 0
  #share = 1

  constructor(overMs: number) {
    this.#overMs = overMs
  }

  /** Starts an update, before its values are added. */
  hear(timeMs: number): void {
    if (this.#firstMs === 0) this.#firstMs = timeMs
    const passedMs = Math.min(this.#overMs, timeMs - this.#heardMs)
    this.#share = 1 - Math.exp(-passedMs / this.#overMs)
    this.#heardMs = timeMs
  }

  /** Adds a value; returns its difference from the previous mean. */
  take(symbol: SymbolId, figure: number): number {
    const mean = this.#means.get(symbol) ?? figure
    this.#means.set(symbol, mean + (figure - mean) * this.#share)
    return figure - mean
  }

  /** Time since the first update, ms. */
  age = (timeMs: number): number => timeMs - this.#firstMs

  /** Means by symbol, ascending. */
  ascending = () => [...this.#means].toSorted(([, a], [, b]) => a - b)
}

type Stray = {
  /** Distances from the usual premium at which it enters and leaves, as fractions of the price. */
  readonly far: number
  readonly near: number
  readonly holdMs: number
}

/** The time constant of the usual premium's moving average. */
const usualMs = 120_000

/** Trades the return of a price to its usual premium over the index. */
export function meetIndex({ far, near, holdMs }: Stray): LeaderSignal {
  const usual = new FadingMean(usualMs)
  const stray = new Map<SymbolId, number>()
  return {
    onPrices: (prices, timeMs) => {
      usual.hear(timeMs)
      for (const { symbol, lastE8, indexE8 } of prices) {
        stray.set(symbol, usual.take(symbol, lastE8 / indexE8 - 1))
      }
    },
    wants: (symbol, { stance, sinceMs }, timeMs) => {
      const now = stray.get(symbol) ?? 0
      if (stance !== 0) {
        return now * stance < -near && timeMs - sinceMs < holdMs ? stance : 0
      }
      return usual.age(timeMs) > usualMs && Math.abs(now) > far ? stanceOf(-now) : 0
    },
  }
}

type Carry = { readonly turnMs: number; readonly waitMs: number }

/** Long where the premium, and so the funding, is lowest, and short where it is highest. */
export function collectFunding({ turnMs, waitMs }: Carry): LeaderSignal {
  const premium = new FadingMean(waitMs)
  const chosen = new Map<SymbolId, Stance>()
  let turn = -1
  return {
    onPrices: (prices, timeMs) => {
      premium.hear(timeMs)
      for (const { symbol, markE8, indexE8 } of prices) premium.take(symbol, markE8 / indexE8 - 1)
      const newest = Math.floor(timeMs / turnMs)
      if (newest === turn || premium.age(timeMs) < waitMs) return
      turn = newest
      const byPremium = premium.ascending()
      byPremium.forEach(([symbol], at) => {
        chosen.set(symbol, at === 0 ? 1 : at === byPremium.length - 1 ? -1 : 0)
      })
    },
    wants: (symbol, { stance }) => chosen.get(symbol) ?? stance,
  }
}
