// The price axis: its scale, the room above and below the prices, and marks that make way for the
// last price's tag.

import type { AxisTick, Chart } from 'klinecharts'
import { pricePaneId as paneId } from './studies.ts'

export type ScaleMode = 'normal' | 'log' | 'percent'

/** The name under which percent-axis.ts is known to the engine. */
export const percentAxis = 'chartPercent'

const axisNames: Readonly<Record<ScaleMode, string>> = {
  normal: 'normal',
  log: 'logarithm',
  percent: percentAxis,
}

export class PriceAxis {
  readonly #chart: Chart
  readonly #host: HTMLElement
  #paneHeightPx = 0
  #markYs: readonly number[] = []
  #coveredY: number | undefined

  constructor(chart: Chart, host: HTMLElement) {
    this.#chart = chart
    this.#host = host
  }

  setMode(mode: ScaleMode): void {
    this.#override(axisNames[mode])
  }

  /** Fits the prices in sight again, after the trader has pulled the axis. */
  refit(): void {
    const [axis] = this.#chart.getYAxes({ paneId })
    this.#override(axis?.name ?? 'normal')
  }

  /** The engine makes a new axis for a new name; it knows nothing of what the former was told. */
  #override(name: string): void {
    this.#chart.overrideYAxis({
      paneId,
      name,
      gap: priceGap(this.#paneHeightPx, this.#host.clientWidth),
      createTicks: ({ defaultTicks }) => unbroken(() => this.#marks(defaultTicks)),
    })
  }

  /** Keeps the room above and below the prices the same in pixels, whatever the pane's height. */
  fitRoom(): void {
    const heightPx = this.#chart.getSize(paneId)?.height ?? 0
    if (heightPx === this.#paneHeightPx) return
    this.#paneHeightPx = heightPx
    const gap = priceGap(heightPx, this.#host.clientWidth)
    // Told to the axis itself: through the chart, an axis pulled by the trader would snap back.
    for (const axis of this.#chart.getYAxes({ paneId })) axis.override({ gap })
    this.#chart.overrideXAxis({})
  }

  /** A mark under the last price's tag keeps its grid line and loses its text. */
  #marks(ticks: readonly AxisTick[]): AxisTick[] {
    this.#markYs = ticks.map(({ coord }) => coord)
    this.#coveredY = this.#findCovered()
    return ticks.map((tick) => (tick.coord === this.#coveredY ? { ...tick, text: '' } : tick))
  }

  /** The engine makes marks anew when the range moves; the tag moves with every price. */
  uncoverMarks(): void {
    if (this.#findCovered() === this.#coveredY) return
    // An empty change of the time axis makes all marks anew and leaves a pulled price axis alone.
    this.#chart.overrideXAxis({})
  }

  /** The tag is a price with a countdown below it; a mark this close to it would stick out. */
  #findCovered(): number | undefined {
    const close = this.#chart.getDataList().at(-1)?.close
    const [axis] = this.#chart.getYAxes({ paneId })
    if (close === undefined || axis === undefined) return undefined
    const lastY = axis.convertToPixel(close)
    return this.#markYs.find((markY) => markY > lastY - 16 && markY < lastY + 30)
  }
}

/**
 * Returns the room above the highest and below the lowest price as parts of the span of prices:
 * enough pixels for the legend and for the last price's countdown, at most half of the pane.
 */
export function priceGap(heightPx: number, widthPx: number): { top: number; bottom: number } {
  const topPx = widthPx < 620 ? 50 : 34
  const bottomPx = 28
  const scale = Math.min(1, heightPx / 2 / (topPx + bottomPx))
  const spanPx = heightPx - (topPx + bottomPx) * scale
  // Without height there are no parts, and an engine given infinity never draws again.
  if (!(spanPx > 0)) return { top: 0.14, bottom: 0.1 }
  return { top: (topPx * scale) / spanPx, bottom: (bottomPx * scale) / spanPx }
}

/**
 * Returns no marks where making them fails: the engine swallows an error in its layout and then
 * never lays out again.
 */
export function unbroken(marks: () => AxisTick[]): AxisTick[] {
  try {
    return marks()
  } catch (failure) {
    console.warn('The marks of an axis could not be made', failure)
    return []
  }
}
