// The price axis: its scale, its margins above and below the prices, and marks that the last
// price's tag hides.

import type { AxisCreateRangeCallback, AxisTick, Chart } from 'klinecharts'
import type { ScaleMode } from '../model/price-scale.ts'
import { indexedRange, logRange, percentRange, plainRange } from './relative-range.ts'
import { evenRange, pricePaneId as paneId } from './study-panes-layout.ts'

/** Margins above and below the prices, as shares of the pane's height. */
export type Margins = { readonly top: number; readonly bottom: number }

/** The engine's names for the axes of percent-axis.ts. */
export const percentAxis = 'chartPercent'

export const indexedAxis = 'chartIndexed'

const axisNames: Readonly<Record<ScaleMode, string>> = {
  normal: 'normal',
  log: 'logarithm',
  percent: percentAxis,
  indexed: indexedAxis,
}

export class PriceAxis {
  readonly #chart: Chart
  readonly #host: HTMLElement
  #paneHeightPx = 0
  #markYs: readonly number[] = []
  #coveredY: number | undefined
  #isInverted = false
  #margins: Margins | undefined
  /** The range when it was last read. */
  #shown: { readonly from: number; readonly to: number } | undefined
  /** A fixed range of prices, independent of the bars. */
  #fixed: { readonly from: number; readonly to: number } | undefined

  constructor(chart: Chart, host: HTMLElement) {
    this.#chart = chart
    this.#host = host
  }

  /** Prices outside the bars that the axis must include. */
  needed: () => { readonly low: number; readonly high: number } | undefined = () => undefined

  setMode(mode: ScaleMode): void {
    this.#fixed = undefined
    this.#override(axisNames[mode])
  }

  setInverted(isInverted: boolean): void {
    this.#isInverted = isInverted
    this.#reapply()
  }

  setMargins(margins: Margins | undefined): void {
    if (margins?.top === this.#margins?.top && margins?.bottom === this.#margins?.bottom) return
    this.#margins = margins
    this.#reapply()
  }

  /** The prices at the lower and the upper edge of the pane. */
  range(): { from: number; to: number } | undefined {
    const [axis] = this.#chart.getYAxes({ paneId })
    const heightPx = this.#chart.getSize(paneId)?.height ?? 0
    if (axis === undefined || heightPx <= 0 || this.#chart.getDataList().length === 0) return
    if (this.#fixed !== undefined) return this.#fixed
    // A new axis has no range before the next layout; until then the previous range is returned.
    if (!(axis.getRange().realRange > 0)) return this.#shown
    const top = axis.convertFromPixel(0)
    const bottom = axis.convertFromPixel(heightPx)
    this.#shown = { from: Math.min(top, bottom), to: Math.max(top, bottom) }
    return this.#shown
  }

  /** Fixes the range to these prices until the axis is fitted again. */
  setRange(from: number, to: number): void {
    if (!Number.isFinite(from) || !Number.isFinite(to) || !(to > from)) return
    this.#fixed = { from, to }
    this.#reapply()
  }

  /**
   * Scrolls just far enough that an invisible price becomes visible; the size of the range stays.
   */
  bringIn(price: number): void {
    const range = this.range()
    const [axis] = this.#chart.getYAxes({ paneId })
    if (range === undefined || !Number.isFinite(price)) return
    const isLog = axis?.name === axisNames.log && range.from > 0 && price > 0
    const scaled = (value: number) => (isLog ? Math.log(value) : value)
    const [low, high, wanted] = [scaled(range.from), scaled(range.to), scaled(price)]
    const marginPart = (high - low) * 0.15
    const shift =
      wanted > high - marginPart ? wanted + marginPart - high : wanted - marginPart - low
    const plain = (value: number) => (isLog ? Math.exp(value) : value)
    this.setRange(plain(low + shift), plain(high + shift))
  }

  /** Whether the axis follows the visible bars. */
  get isAuto(): boolean {
    return this.#fixed === undefined
  }

  /** Fits the visible prices again, after the trader has scaled the axis. */
  refit(): void {
    this.#fixed = undefined
    this.#reapply()
  }

  #reapply(): void {
    const [axis] = this.#chart.getYAxes({ paneId })
    this.#override(axis?.name ?? 'normal')
  }

  /** The engine creates a new axis for a new name, which has none of the previous settings. */
  #override(name: string): void {
    this.#chart.overrideYAxis({
      paneId,
      name,
      reverse: this.#isInverted,
      gap: this.#gap(this.#paneHeightPx),
      createRange: this.#fixed === undefined ? this.#widened(name) : fixedRange(name, this.#fixed),
      createTicks: ({ defaultTicks }) => unbroken(() => this.#marks(defaultTicks)),
    })
  }

  /** The range of the bars, widened if studies over them reach further. */
  #widened(name: string): AxisCreateRangeCallback {
    return (params) => {
      const { from, to } = params.defaultRange
      const { low = from, high = to } = this.needed() ?? {}
      const isLog = name === axisNames.log
      const lowest = isLog && !(low > 0) ? from : Math.min(from, low)
      return rangeOf(name)({ ...params, defaultRange: evenRange(lowest, Math.max(to, high)) })
    }
  }

  /** Keeps the margins constant in pixels, whatever the pane's height. */
  fitMargins(): void {
    const heightPx = this.#chart.getSize(paneId)?.height ?? 0
    if (heightPx === this.#paneHeightPx) return
    this.#paneHeightPx = heightPx
    const gap = this.#gap(heightPx)
    // Set on the axis itself: through the chart, an axis scaled by the trader would snap back.
    for (const axis of this.#chart.getYAxes({ paneId })) axis.override({ gap })
    this.#chart.overrideXAxis({})
  }

  /** Our margins are shares of the pane; the engine's are shares of the range of prices. */
  #gap(heightPx: number): { top: number; bottom: number } {
    const { top, bottom } = this.#margins ?? {}
    if (this.#fixed !== undefined) return { top: 0, bottom: 0 }
    if (top === undefined || bottom === undefined) return priceGap(heightPx, this.#host.clientWidth)
    const span = 1 - top - bottom
    return { top: top / span, bottom: bottom / span }
  }

  /** A mark under the last price's tag keeps its grid line but not its text. */
  #marks(ticks: readonly AxisTick[]): AxisTick[] {
    this.#markYs = ticks.map(({ coord }) => coord)
    this.#coveredY = this.#findCovered()
    return ticks.map((tick) => (tick.coord === this.#coveredY ? { ...tick, text: '' } : tick))
  }

  /** The engine rebuilds axis marks when the range moves; the tag moves with every price. */
  uncoverMarks(): void {
    if (this.#findCovered() === this.#coveredY) return
    // An empty override of the time axis rebuilds all marks and leaves a scaled price axis alone.
    this.#chart.overrideXAxis({})
  }

  /** The tag is a price with a countdown below it; a mark this close would stick out of it. */
  #findCovered(): number | undefined {
    const close = this.#chart.getDataList().at(-1)?.close
    const [axis] = this.#chart.getYAxes({ paneId })
    if (close === undefined || axis === undefined) return undefined
    const lastY = axis.convertToPixel(close)
    return this.#markYs.find((markY) => markY > lastY - 16 && markY < lastY + 30)
  }
}

/** An axis keeps its override, so it gets its default range explicitly. */
function rangeOf(name: string): AxisCreateRangeCallback {
  if (name === percentAxis) return percentRange
  if (name === axisNames.log) return logRange
  return name === indexedAxis ? indexedRange : plainRange
}

/** A fixed range of prices, in the units of the axis. */
const fixedRange =
  (name: string, { from, to }: { from: number; to: number }): AxisCreateRangeCallback =>
  (params) =>
    rangeOf(name)({ ...params, defaultRange: evenRange(from, to) })

/**
 * Returns the margins above and below the prices as shares of their range: enough pixels for the
 * legend and for the last price's countdown, at most half of the pane.
 */
export function priceGap(heightPx: number, widthPx: number): { top: number; bottom: number } {
  const topPx = widthPx < 620 ? 50 : 34
  const bottomPx = 28
  const scale = Math.min(1, heightPx / 2 / (topPx + bottomPx))
  const spanPx = heightPx - (topPx + bottomPx) * scale
  // Without height the ratio is infinite, and an engine given infinity never draws again.
  if (!(spanPx > 0)) return { top: 0.14, bottom: 0.1 }
  return { top: (topPx * scale) / spanPx, bottom: (bottomPx * scale) / spanPx }
}

/**
 * Returns no marks if making them fails: the engine swallows an error in its layout and then never
 * lays out again.
 */
export function unbroken(marks: () => AxisTick[]): AxisTick[] {
  try {
    return marks()
  } catch (failure) {
    console.warn('The marks of an axis could not be made', failure)
    return []
  }
}
