// Volatility of the simulated market: calm and volatile weeks, days and hours as functions of
// absolute time, so that history, live prices and restarts agree.

import { dayMs } from '@basis/domain/instrument/candle'
import { noiseKey, noiseLine, smoothNoise } from './noise.ts'

export type Volatility = {
  /** Level of the weeks and days, around 1, mean square 1. */
  readonly slow: (timeMs: number) => number
  /** Level of the hours and half hours, around 1, mean square 1. */
  readonly quick: (timeMs: number) => number
}

type Octave = { readonly periodMs: number; readonly strength: number }

const hourMs = 3_600_000

const slowOctaves: readonly Octave[] = [
  { periodMs: 83 * dayMs, strength: 0.2 },
  { periodMs: 23 * dayMs, strength: 0.24 },
  { periodMs: 6.7 * dayMs, strength: 0.26 },
  { periodMs: 2.1 * dayMs, strength: 0.22 },
]

const quickOctaves: readonly Octave[] = [
  { periodMs: 8.3 * hourMs, strength: 0.22 },
  { periodMs: 2.2 * hourMs, strength: 0.26 },
  { periodMs: 0.52 * hourMs, strength: 0.26 },
]

/** A coin's volatility is mostly the market's: the squares of the two shares add up to one. */
const marketShare = 0.8
const ownShare = 0.6

export function createVolatility(seed: number | string, coin: string): Volatility {
  const level = (octaves: readonly Octave[], name: string): ((timeMs: number) => number) => {
    const marketKey = noiseKey(seed, 'volatility', name)
    const ownKey = noiseKey(seed, 'volatility', name, coin)
    // The mean of exp(2x) is exp(2 variance): subtracting it keeps the mean square at 1.
    const excess = octaves.reduce((sum, { strength }) => sum + strength * strength, 0)
    const waves = octaves.map(({ periodMs, strength }, i) => ({
      periodMs,
      marketStrength: strength * marketShare,
      market: noiseLine(marketKey + i),
      ownStrength: strength * ownShare,
      own: noiseLine(ownKey + i),
    }))
    return (timeMs) => {
      let sum = -excess
      for (const { periodMs, marketStrength, market, ownStrength, own } of waves) {
        const position = timeMs / periodMs
        sum += marketStrength * market(position)
        sum += ownStrength * own(position)
      }
      return Math.exp(sum)
    }
  }
  return { slow: level(slowOctaves, 'slow'), quick: level(quickOctaves, 'quick') }
}

/** Volatility by UTC hour: low after Asia's morning, highest when America opens. */
const hourLevels: readonly number[] = [
  1.12, 0.98, 0.92, 0.84, 0.78, 0.76, 0.8, 0.9, 1.0, 0.98, 0.92, 0.9, 1.02, 1.26, 1.46, 1.4, 1.24,
  1.08, 0.98, 0.94, 0.98, 0.94, 0.86, 0.94,
]
const hourNorm = Math.sqrt(hourLevels.reduce((sum, level) => sum + level * level, 0) / 24)

/** Monday to Sunday. */
const weekdayLevels: readonly number[] = [1.06, 1.08, 1.1, 1.1, 1.06, 0.74, 0.78]
const weekNorm = Math.sqrt(weekdayLevels.reduce((sum, level) => sum + level * level, 0) / 7)

/** Returns the level of the hour of the day, mean square 1 over a day. */
export function hourLevel(timeMs: number): number {
  const position = (((timeMs % dayMs) + dayMs) % dayMs) / hourMs
  const hour = Math.floor(position)
  const from = hourLevels[hour] ?? 1
  const to = hourLevels[(hour + 1) % 24] ?? 1
  return (from + (to - from) * (position - hour)) / hourNorm
}

/** Returns the level of the day of the week, mean square 1 over a week. */
export function weekdayLevel(timeMs: number): number {
  // 1970-01-01 was a Thursday, the third day counted from Monday as 0.
  const day = (((Math.floor(timeMs / dayMs) + 3) % 7) + 7) % 7
  return (weekdayLevels[day] ?? 1) / weekNorm
}

/** Variation of the trading activity that volatility does not explain, and its period. */
const [activityStrength, activityPeriodMs] = [0.3, 1.7 * hourMs] as const
/** Quiet hours are even quieter in trading than in volatility. */
const activityOfHour = 0.8

/** Returns the factor on the takers' rate in all markets of a seed at a time; 1 on average. */
export function createActivity(seed: number | string): (timeMs: number) => number {
  const key = noiseKey(seed, 'activity')
  return (timeMs) => {
    const noise = smoothNoise(key, timeMs / activityPeriodMs)
    const strayed = Math.exp(activityStrength * noise - activityStrength ** 2 / 2)
    return strayed * hourLevel(timeMs) ** activityOfHour
  }
}
