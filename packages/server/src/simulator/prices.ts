// Index prices of all coins as one seeded process that the caller steps. Except for the prices it
// is a function of absolute time: restarted from its last prices, it continues without a break.

import { dayMs } from '@basis/domain/instrument/candle'
import { indexPrice, type IndexPrice, type IndexSource } from '@basis/domain/pricing/index-price'
import {
  coinProfile,
  jumpsAlone,
  marketAnnualVolatility,
  ownAnnualVolatility,
} from './coin-profiles.ts'
import { bellAt, momentKey, noiseKey, smoothNoise, uniformAt } from './noise.ts'
import { VenueBoard } from './venues.ts'
import { createVolatility, hourLevel, weekdayLevel, type Volatility } from './volatility.ts'

export type IndexedCoin = {
  readonly coin: string
  /** The current price: the start price, or after a restart the last index. */
  readonly priceE8: number
  readonly tickSizeE8: number
  /** The long-term price to which the price slowly reverts; default: `priceE8`. */
  readonly anchorE8?: number
  /** Standard deviation of the annual log return; default: from the coin's profile. */
  readonly annualVolatility?: number
}

export type IndexUpdate = {
  readonly coin: string
  /**
   * Quote units × 1e8, a safe integer on the coin's tick grid; the previous one if `basis` is none.
   */
  readonly priceE8: number
  /** `median`: fewer than three healthy sources. `none`: no source, the index is frozen. */
  readonly basis: IndexPrice['basis'] | 'none'
  readonly healthySources: number
  readonly sources: readonly IndexSource[]
}

export type IndexProcess = {
  /**
   * Advances by `dtMs` (> 0) to `timeMs` and returns every coin's index, in the order given. The
   * same seed, coins and steps give the same prices.
   */
  readonly next: (timeMs: number, dtMs: number) => readonly IndexUpdate[]
  /** Starts a gradual jump, in (−1, 1): of one coin, or of the whole market. */
  readonly hit: (jump: number, coin?: string) => void
  /** Starts a shock: a coin's price moves at once, without earlier news. */
  readonly shock: (jump: number, coin: string) => void
  /** The prices to save and to restart from. */
  readonly current: () => readonly { readonly coin: string; readonly priceE8: number }[]
}

/** Jumps per day, of the whole market and of one coin: as often as in the generated history. */
const marketJumpsPerDay = 0.03
const ownJumpsPerDay = 0.025
/** A jump is spread over this time… */
const jumpReadingMs = 25_000
/** …at a speed that varies with this deviation, so that a third of the seconds move against it… */
const readingDeviation = 0.35
/** …and a shock over this time. */
const shockReadingMs = 3_000
/** …and raises the volatility for this long. */
const excitementMs = 28 * 60_000
const jumpExcitement = 1.5
const wildestLevel = 4
/** The log price reverts to the anchor by this fraction a day, as in the generated history. */
const reversionPerDay = 1 / 220
/** Daily drift in daily standard deviations, changing over days. */
const driftShare = 0.12
const driftPeriodMs = 2.7 * dayMs
const farthestLog = 4.2

/** Returns a process in its initial state; the first `next` begins `dtMs` before its `timeMs`. */
export function createIndexProcess(options: {
  readonly seed: number | string
  readonly coins: readonly IndexedCoin[]
}): IndexProcess {
  const { seed } = options
  const marketKey = noiseKey(seed, 'live')
  const coins = options.coins.map((coin) => new CoinWalk(seed, coin))
  return {
    next: (timeMs, dtMs) => {
      const market = newsOf(momentKey(marketKey, timeMs), marketJumpsPerDay * (dtMs / dayMs))
      const drift = driftShare * smoothNoise(marketKey, timeMs / driftPeriodMs)
      return coins.map((coin) => coin.step({ timeMs, dtMs, market, drift }))
    },
    hit: (jump, coin) => {
      for (const each of coins) if (coin === undefined || each.coin === coin) each.hit(jump, coin)
    },
    shock: (jump, coin) => coins.find((each) => each.coin === coin)?.shock(jump),
    current: () => coins.map(({ coin, priceE8 }) => ({ coin, priceE8 })),
  }
}

/** The random input of a step: shocks of variance 1 and, rarely, a jump in (−1, 1). */
type News = { readonly shock: number; readonly jump: number; readonly readingShock: number }

function newsOf(key: number, odds: number): News {
  const isJump = uniformAt(key, 1) < odds
  const size = 0.25 + 0.75 * uniformAt(key, 2) ** 2
  const jump = !isJump ? 0 : uniformAt(key, 3) < 0.55 ? -size : size
  return { shock: bellAt(key, 0), jump, readingShock: bellAt(key, 4) }
}

type Step = {
  readonly timeMs: number
  readonly dtMs: number
  readonly market: News
  readonly drift: number
}

/** The log return of the market's jump and of a coin's own. */
const jumpOf = (market: number, own: number): number => 0.045 * market + 0.075 * own

/** One coin's random walk: the fair price, the remainder of a jump, and the venues' quotes. */
class CoinWalk {
  readonly coin: string
  priceE8: number
  readonly #tickSizeE8: number
  readonly #anchorE8: number
  readonly #key: number
  readonly #beta: number
  readonly #marketSigma: number
  readonly #ownSigma: number
  readonly #wildness: number
  /** Number of own jumps per day. */
  readonly #ownJumpsPerDay: number
  readonly #volatility: Volatility
  readonly #board: VenueBoard
  #hasBegun = false
  #log = 0
  #jumpLeft = 0
  #shockLeft = 0
  #excitement = 0

  constructor(seed: number | string, given: IndexedCoin) {
    const known = coinProfile(given.coin)
    const { annualVolatility = known.annualVolatility } = given
    const profile = { ...known, annualVolatility, beta: known.liveBeta ?? known.beta }
    this.coin = given.coin
    this.priceE8 = given.priceE8
    this.#tickSizeE8 = given.tickSizeE8
    this.#anchorE8 = given.anchorE8 ?? given.priceE8
    this.#key = noiseKey(seed, 'live', given.coin)
    this.#beta = profile.beta
    this.#marketSigma = (profile.beta * marketAnnualVolatility) / Math.sqrt(365)
    this.#ownSigma = ownAnnualVolatility(profile) / Math.sqrt(365)
    this.#wildness = profile.annualVolatility
    this.#ownJumpsPerDay = jumpsAlone(given.coin) ? ownJumpsPerDay : 0
    this.#volatility = createVolatility(seed, given.coin)
    this.#board = new VenueBoard(seed, given)
  }

  /** A jump of this coin alone is as large as its own ones. */
  hit(jump: number, coin?: string): void {
    this.#jumpLeft += jumpOf(coin === undefined ? jump * this.#beta : 0, 0)
    if (coin !== undefined) this.#jumpLeft += jumpOf(0, jump * this.#wildness)
    this.#excitement = jumpExcitement
  }

  shock(jump: number): void {
    this.#shockLeft += jumpOf(0, jump * this.#wildness)
    this.#excitement = jumpExcitement
  }

  step(step: Step): IndexUpdate {
    const { timeMs, dtMs } = step
    if (!this.#hasBegun) this.#begin(timeMs - dtMs)
    this.#move(step)
    const sources = this.#board.quote(this.#anchorE8 * Math.exp(this.#log), timeMs)
    const found = indexPrice(sources, timeMs)
    if (found !== undefined) {
      const ticks = Math.max(1, Math.round(found.priceE8 / this.#tickSizeE8))
      this.priceE8 = ticks * this.#tickSizeE8
    }
    return {
      coin: this.coin,
      priceE8: this.priceE8,
      basis: found?.basis ?? 'none',
      healthySources: found?.healthySources ?? 0,
      sources,
    }
  }

  /** Sets the fair price so that the venues' index equals the given price: no step at the start. */
  #begin(timeMs: number): void {
    const agreed = indexPrice(this.#board.quote(this.priceE8, timeMs), timeMs)
    const stray = agreed === undefined ? 1 : agreed.priceE8 / this.priceE8
    this.#log = Math.log(this.priceE8 / stray / this.#anchorE8)
    this.#hasBegun = true
  }

  #move({ timeMs, dtMs, market, drift }: Step): void {
    const days = dtMs / dayMs
    const own = newsOf(momentKey(this.#key, timeMs), this.#ownJumpsPerDay * days)
    this.#jumpLeft += jumpOf(this.#beta * market.jump, this.#wildness * own.jump)
    if (market.jump !== 0 || own.jump !== 0) this.#excitement = jumpExcitement
    const season = hourLevel(timeMs) * weekdayLevel(timeMs)
    const storm = this.#volatility.slow(timeMs) * this.#volatility.quick(timeMs)
    const level = Math.min(wildestLevel, storm * season) * (1 + this.#excitement)
    const wholeSigma = Math.sqrt(this.#marketSigma ** 2 + this.#ownSigma ** 2)
    const shock = this.#marketSigma * market.shock + this.#ownSigma * own.shock
    const readingShock = 0.8 * market.readingShock + 0.6 * own.readingShock
    const part = dtMs / jumpReadingMs
    const read = 1 - Math.exp(-part) + readingDeviation * Math.sqrt(part) * readingShock
    const readNow = this.#jumpLeft * Math.min(1, read)
    const struckNow = this.#shockLeft * (1 - Math.exp(-dtMs / shockReadingMs))
    const change =
      level * Math.sqrt(days) * shock +
      drift * wholeSigma * days -
      this.#log * Math.min(1, reversionPerDay * days) +
      readNow +
      struckNow
    this.#jumpLeft -= readNow
    this.#shockLeft -= struckNow
    this.#excitement *= Math.exp(-dtMs / excitementMs)
    this.#log = Math.max(-farthestLog, Math.min(farthestLog, this.#log + change))
  }
}
