// The outside venues whose prices form the index: each quotes the coin slightly differently, has
// its share of the volume, and is occasionally silent for a while.

import { dayMs } from '@basis/domain/instrument/candle'
import type { IndexSource } from '@basis/domain/pricing/index-price'
import { coinProfile } from './coin-profiles.ts'
import { mix32, noiseKey, smoothNoise, uniformAt } from './noise.ts'

/** The coin that the outside venues quote in. */
export const venueCoin = 'USDT'

/** Fictitious venues of the simulation. Shares of the volume, sum 1. */
export const venues = [
  { name: 'Aster', share: 0.34 },
  { name: 'Borealis', share: 0.26 },
  { name: 'Cygnus', share: 0.18 },
  { name: 'Draco', share: 0.13 },
  { name: 'Eridanus', share: 0.09 },
] as const

/** A venue's deviation from the fair price, as a fraction: fast, and over minutes. */
const quickStray = 0.00006
const lastingStray = 0.00012
const quickPeriodMs = 6_000
const lastingPeriodMs = 95_000

/** A venue is silent at most once per slot, for up to a minute and a half. */
const slotMs = 3_600_000
const silenceOdds = 0.06
const longestSilenceMs = 90_000

/** The quotes of all venues for one coin; remembers each venue's last one. */
export class VenueBoard {
  readonly #keys: readonly number[]
  readonly #tickSizeE8: number
  readonly #dailyTurnover: number
  readonly #last: { priceE8: number; changedMs: number }[]

  constructor(seed: number | string, coin: { readonly coin: string; readonly tickSizeE8: number }) {
    this.#keys = venues.map(({ name }) => noiseKey(seed, 'venue', name, coin.coin))
    this.#tickSizeE8 = coin.tickSizeE8
    // All venues together trade a few times this exchange's volume.
    this.#dailyTurnover = 4 * coinProfile(coin.coin).dailyTurnover
    this.#last = venues.map(() => ({ priceE8: 0, changedMs: 0 }))
  }

  /** Updates the quotes of all venues that are not silent; returns each venue's last one. */
  quote(fairE8: number, timeMs: number): readonly IndexSource[] {
    return venues.map(({ name, share }, i) => {
      const last = this.#last[i] ?? { priceE8: 0, changedMs: 0 }
      if (last.priceE8 === 0 || !this.#isSilent(i, timeMs)) {
        const ticks = Math.round((fairE8 * this.#stray(i, timeMs)) / this.#tickSizeE8)
        const priceE8 = Math.max(1, ticks) * this.#tickSizeE8
        if (priceE8 !== last.priceE8) this.#last[i] = { priceE8, changedMs: timeMs }
      }
      const { priceE8, changedMs } = this.#last[i] ?? last
      return { name, priceE8, changedMs, volumeE8: this.#volumeE8(i, { share, fairE8, timeMs }) }
    })
  }

  #stray(i: number, timeMs: number): number {
    const key = this.#keys[i] ?? 0
    return (
      1 +
      quickStray * smoothNoise(mix32(key, 1), timeMs / quickPeriodMs) +
      lastingStray * smoothNoise(mix32(key, 2), timeMs / lastingPeriodMs)
    )
  }

  #isSilent(i: number, timeMs: number): boolean {
    const slot = mix32(mix32(this.#keys[i] ?? 0, 3), Math.floor(timeMs / slotMs))
    if (uniformAt(slot, 0) > silenceOdds) return false
    const beginMs = uniformAt(slot, 1) * (slotMs - longestSilenceMs)
    const sinceMs = (timeMs % slotMs) - beginMs
    return sinceMs >= 0 && sinceMs < longestSilenceMs * (0.1 + 0.9 * uniformAt(slot, 2))
  }

  /** A day's base volume; varies over days. */
  #volumeE8(i: number, at: { share: number; fairE8: number; timeMs: number }): bigint {
    const activity = 1 + 0.2 * smoothNoise(mix32(this.#keys[i] ?? 0, 4), at.timeMs / dayMs)
    const base = (this.#dailyTurnover * at.share * activity) / (at.fairE8 / 1e8)
    // Rounded to whole coins, or to 1e-8 of an expensive one: only the weight depends on it.
    return BigInt(Math.round(base * 1e8))
  }
}
