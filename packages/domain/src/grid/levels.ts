// The price levels of a grid: equal steps or ratios, rounded to the nearest tick (rules 17.1).

import { divRound, mulDiv, priceTicks, type PriceTicks } from '../numbers/fixed.ts'
import type { GridTerms } from './terms.ts'

type GridRange = Pick<GridTerms, 'spacing' | 'lowTicks' | 'highTicks' | 'cells'>

/** Ratios have 24 decimals, enough for exact ticks of 200 cells. */
const ratioUnit = 10n ** 24n

/**
 * Returns the levels in ascending order, one more than there are cells; moved up by `shift` cells
 * (down if negative). Half a tick is rounded up. EX-13.4
 */
export function gridLevels(range: GridRange, shift = 0): readonly PriceTicks[] {
  const { spacing, lowTicks, highTicks, cells } = range
  const places = Array.from({ length: cells + 1 }, (_, k) => k + shift)
  if (spacing === 'Arithmetic') {
    const low = BigInt(lowTicks) * BigInt(cells)
    const way = BigInt(highTicks - lowTicks)
    return places.map((place) => ticksOf(low + way * BigInt(place), BigInt(cells)))
  }
  const powers = powersOf(ratioOf(range), { from: shift, to: shift + cells })
  return powers.map((power) => ticksOf(BigInt(lowTicks) * power, ratioUnit))
}

const ticksOf = (top: bigint, bottom: bigint): PriceTicks =>
  priceTicks(Number(divRound(top, bottom, 'nearest')))

/** Whether all levels are at least a tick apart. */
export function isStepped(range: GridRange): boolean {
  const { lowTicks, highTicks, cells } = range
  if (highTicks - lowTicks < cells) return false
  const levels = gridLevels(range)
  return levels.every((level, k) => k === 0 || level > (levels[k - 1] ?? 0))
}

/** Returns (high ÷ low)^(1 ÷ cells), rounded down at its 24th decimal. */
function ratioOf({ lowTicks, highTicks, cells }: GridRange): bigint {
  const root = BigInt(cells)
  const aim = divRound(BigInt(highTicks) * ratioUnit ** root, BigInt(lowTicks), 'down')
  // Starts at or above the root, as (1 + x)^n is at least 1 + nx; every step then comes nearer.
  let guess = ratioUnit + mulDiv(BigInt(highTicks - lowTicks), ratioUnit, BigInt(lowTicks), 'up')
  guess = ratioUnit + divRound(guess - ratioUnit, root, 'up')
  for (;;) {
    const next = divRound((root - 1n) * guess + aim / guess ** (root - 1n), root, 'down')
    if (next >= guess) return guess
    guess = next
  }
}

/**
 * Returns a ratio's consecutive whole powers, 24 decimals, each from the one before; negative
 * powers by the inverse.
 */
function powersOf(
  ratio: bigint,
  { from, to }: { readonly from: number; readonly to: number },
): readonly bigint[] {
  const above = [ratioUnit]
  const below = [ratioUnit]
  for (let k = 1; k <= to; k += 1) {
    above.push(mulDiv(above[k - 1] ?? ratioUnit, ratio, ratioUnit, 'nearest'))
  }
  for (let k = 1; k <= -from; k += 1) {
    below.push(mulDiv(below[k - 1] ?? ratioUnit, ratioUnit, ratio, 'nearest'))
  }
  return Array.from({ length: to - from + 1 }, (_, k) => {
    const place = from + k
    return (place < 0 ? below[-place] : above[place]) ?? ratioUnit
  })
}
