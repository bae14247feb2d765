// Positions of a grid's levels in their plot.

import type { PlotLevel } from './bot-form.ts'

const width = 480
const height = 240
const edge = 14
/** The minimum distance between labels. */
const labelStep = 13

type Line = { readonly y: number; readonly side: PlotLevel['side']; readonly label: string }

/** Returns the lines of a plot and the position of the last price. */
export function plotted(levels: readonly PlotLevel[], lastTicks: number) {
  const ticks = [...levels.map((level) => level.ticks), lastTicks]
  const [low, high] = [Math.min(...ticks), Math.max(...ticks)]
  const place = (value: number): number =>
    Math.round((height - edge - ((value - low) / (high - low || 1)) * (height - 2 * edge)) * 10) /
    10
  let labelled = Infinity
  const lines = levels.map((level): Line => {
    const y = place(level.ticks)
    const isFree = Math.abs(labelled - y) >= labelStep
    if (isFree) labelled = y
    return { y, side: level.side, label: isFree ? level.price : '' }
  })
  return { lines, price: place(lastTicks), width, height }
}
