// Storms of a coin by days and minutes: all of its markets, and all of their history, share them,
// so that they are computed once.

import { dayMs, minuteMs } from '@basis/domain/instrument/candle'
import { createVolatility, hourLevel, weekdayLevel } from './volatility.ts'

export const blockMinutes = 5
/** Storms of all lengths can meet; together they stop here. */
const wildestLevel = 4
const blocksPerDay = dayMs / minuteMs / blockMinutes
/** A month is folded for the candle that is open, and a little more. */
const daysKept = 40

export type Storms = {
  /** The level of the weeks and days at noon of a day counted from 1970. */
  readonly atNoon: (day: number) => number
  /** How busy each block of a day's minutes is, season and storms together. */
  readonly blocksOf: (day: number) => Float64Array
}

const known = new Map<string, Storms>()

/** Returns the storms of a coin in a seeded world. */
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
