// The events of a simulated week, from the seed: a minute of maintenance of one coin's markets, and
// a shock that liquidates some positions.

import { dayMs, minuteMs } from '@basis/domain/instrument/candle'
import type { Listing } from '../../instruments/listings.ts'
import { startOfWeek, weekMs, weekOf } from '../../instruments/weeks.ts'
import { coinProfile } from '../coin-profiles.ts'
import { mix32, noiseKey, uniformAt } from '../noise.ts'

/** Large coins are excluded: they are what a visitor looks at in a short time. */
const largestTurnover = 100e6
/** Wednesday, as operators plan it. */
const maintenanceDay = 2
/** More than the coin's own jumps reach, so that the insurance fund has to pay. */
const [leastShock, mostShock] = [1.3, 2] as const

type Maintenance = { readonly coin: string; readonly timeMs: number; readonly endMs: number }

type Shock = { readonly coin: string; readonly timeMs: number; readonly jump: number }

export class MarketWeek {
  readonly #maintenanceKey: number
  readonly #shockKey: number
  readonly #coins: readonly string[]

  /** Coins with a perpetual in USDT are eligible unless they are large. */
  constructor(seed: number, listings: readonly Listing[]) {
    this.#maintenanceKey = noiseKey(seed, 'maintenance')
    this.#shockKey = noiseKey(seed, 'shock')
    this.#coins = listings.flatMap(({ coin, instrument, hasRobots }) => {
      const isSmall = coinProfile(coin).dailyTurnover < largestTurnover
      const isPeopled = instrument.contractType === 'LinearPerpetual' && hasRobots
      return isSmall && isPeopled && instrument.status === 'Trading' ? [coin] : []
    })
  }

  /** Returns the coin whose markets are under maintenance at a time. */
  maintained(timeMs: number): string | undefined {
    const planned = this.maintenanceOf(weekOf(timeMs))
    if (planned === undefined || timeMs < planned.timeMs || timeMs >= planned.endMs) {
      return undefined
    }
    return planned.coin
  }

  /** Returns the minute of maintenance of a week, end excluded. */
  maintenanceOf(week: number): Maintenance | undefined {
    const key = this.#maintenanceKey
    const coin = this.#coins[mix32(key, week) % this.#coins.length]
    if (coin === undefined) return undefined
    const minute = mix32(key + 1, week) % (dayMs / minuteMs)
    const timeMs = startOfWeek(week) + maintenanceDay * dayMs + minute * minuteMs
    return { coin, timeMs, endMs: timeMs + minuteMs }
  }

  /** Returns the shock between two times, the first excluded. */
  shock(afterMs: number, timeMs: number): Shock | undefined {
    const shock = this.shockOf(weekOf(timeMs))
    return shock !== undefined && shock.timeMs > afterMs && shock.timeMs <= timeMs
      ? shock
      : undefined
  }

  /** Returns the shock of a week, counted from the first Monday since 1970. */
  shockOf(week: number): Shock | undefined {
    const key = this.#shockKey
    const coin = this.#coins[mix32(key, week) % this.#coins.length]
    if (coin === undefined) return undefined
    const second = mix32(key + 1, week) % (weekMs / 1000)
    const size = leastShock + (mostShock - leastShock) * uniformAt(key + 2, week)
    // Most traders are long, so a fall liquidates more of them.
    const jump = uniformAt(key + 3, week) < 0.75 ? -size : size
    return { coin, timeMs: startOfWeek(week) + second * 1000, jump }
  }
}
