// A coin's volatility by days and minutes: shared by all of its markets and their history, so that
// it is computed once.

import { dayMs, minuteMs } from '@basis/domain/instrument/candle'
import { createVolatility, hourLevel, weekdayLevel } from './volatility.ts'

export const blockMinutes = 5
/** Peaks of all periods can coincide; their product is capped here. */
const wildestLevel = 4
const blocksPerDay = dayMs / minuteMs / blockMinutes
/** A month is folded for the open candle, and a little more. */
const daysKept = 40

export type Storms = {
  /** The weekly and daily level at noon of a day counted from 1970. */
  readonly atNoon: (day: number) => number
  /** The activity of each block of a day's minutes, season and volatility together. */
  readonly blocksOf: (day: number) => Float64Array
}

const known = new Map<string, Storms>()

/** Returns the volatility of a coin for a seed. */
export function stormsOf(seed: number | string, coin: string): Storms {
  const name = `${seed} ${coin}`
  const found = known.get(name)
  if (found !== undefined) return found
  const made = createStorms(seed, coin)
  known.set(name, made)
  return made
}

function createStorms(seed: number | string, coin: string): Storms {
  const { slow, quick } = createVolatility(seed, coin)
  const noons = new Map<number, number>()
  const blocks = new Map<number, Float64Array>()
  const filled = (day: number): Float64Array => {
    const oldest = blocks.size < daysKept ? undefined : blocks.entries().next().value
    if (oldest !== undefined) blocks.delete(oldest[0])
    const levels = oldest?.[1] ?? new Float64Array(blocksPerDay)
    const startMs = day * dayMs
    const weekday = weekdayLevel(startMs)
    for (let block = 0; block < blocksPerDay; block += 1) {
      const timeMs = startMs + (block + 0.5) * blockMinutes * minuteMs
      const level = slow(timeMs) * quick(timeMs) * hourLevel(timeMs) * weekday
      levels[block] = Math.min(level, wildestLevel)
    }
    blocks.set(day, levels)
    return levels
  }
  return {
    atNoon: (day) => {
      let level = noons.get(day)
      if (level === undefined) {
        level = slow(day * dayMs + dayMs / 2)
        noons.set(day, level)
      }
      return level
    },
    blocksOf: (day) => blocks.get(day) ?? filled(day),
  }
}
