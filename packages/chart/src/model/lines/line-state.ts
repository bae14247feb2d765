// A trading line as shown, with its drag or pending state, and the prices it may be dragged to.

import type { ChartLine } from '../../options/trading-lines.ts'

export type ShownLine = {
  readonly line: ChartLine
  /** The shown price: the host's, the dragged one, or the pending one. */
  readonly price: number
  readonly state: 'idle' | 'dragging' | 'pending'
  /** The price before the drag, where a ghost line is drawn. */
  readonly ghostPrice: number | undefined
}

/**
 * Returns the price on the nearest tick, between the line's own limits. A tick of 0 or none leaves
 * the price as it is.
 */
export function dragPrice(price: number, line: ChartLine, symbolTick: number): number {
  const tick = line.tick ?? symbolTick
  const onTick = tickPrice(price, tick)
  const lowest = line.min ?? (tick > 0 ? tick : Number.MIN_VALUE)
  return Math.min(line.max ?? Number.POSITIVE_INFINITY, Math.max(lowest, onTick))
}

/** Returns the price on the nearest tick; a tick of 0 leaves it as it is. */
export const tickPrice = (price: number, tick: number): number =>
  tick > 0 ? cleaned(Math.round(price / tick) * tick) : price

/** Removes the error of binary fractions: 0.1 + 0.2 is 0.3. */
function cleaned(price: number): number {
  return Number(price.toPrecision(12))
}
