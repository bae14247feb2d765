// The horizontal scale: visible range, axis marks, and the conversion between times and pixels.

import type { AxisTick, Chart } from 'klinecharts'
import { resolutionMs } from '../primitives/resolutions.ts'
import { type AxisLabels, axisMarks } from '../primitives/time-labels.ts'
import type { Zone } from '../primitives/time-zone.ts'
import { visibleBars } from './paint-view.ts'
import { pricePaneId } from './study-panes-layout.ts'

export type TimeSpan = { readonly fromMs: number; readonly toMs: number }

export class TimeView {
  readonly #chart: Chart
  /** The limits of the bar spacing in pixels. */
  readonly #limits: { readonly min: number; readonly max: number }
  resolution = '30'

  constructor(chart: Chart, limits: { readonly min: number; readonly max: number }) {
    this.#chart = chart
    this.#limits = limits
  }

  get widthPx(): number {
    return this.#chart.getSize(pricePaneId, 'main')?.width ?? 0
  }

  /** Times of the first and the last visible bar; undefined without bars. */
  visibleRange(): TimeSpan | undefined {
    const bars = this.#chart.getDataList()
    const { from, to } = visibleBars(this.#chart)
    const first = bars[from]
    const last = bars[Math.min(to, bars.length) - 1]
    if (first === undefined || last === undefined) return undefined
    return { fromMs: first.timestamp, toMs: last.timestamp }
  }

  /**
   * Scrolls and zooms to the bars of a time range, as far as bar spacing allows; if it has none,
   * scrolls to the nearest end of the bars.
   */
  show({ fromMs, toMs }: TimeSpan, defaultOffsetPx: number): void {
    const bars = this.#chart.getDataList()
    const width = this.widthPx
    if (bars.length === 0 || width <= 0) return
    const first = bars.findIndex(({ timestamp }) => timestamp >= fromMs)
    const after = bars.findIndex(({ timestamp }) => timestamp > toMs)
    if (after === 0) return this.#chart.scrollToDataIndex(0)
    if (first === -1) return this.#chart.setOffsetRightDistance(defaultOffsetPx)
    const last = (after === -1 ? bars.length : after) - 1
    const count = Math.max(5, last - first + 1)
    const isToLatest = last >= bars.length - 1
    const space = isToLatest ? Math.min(defaultOffsetPx, width / 8) : 0
    this.setBarSpacing((width - space) / count)
    if (isToLatest) this.#chart.setOffsetRightDistance(space)
    else this.#chart.scrollToDataIndex(last + 1)
  }

  get barSpacing(): number {
    return this.#chart.getBarSpace().bar
  }

  setBarSpacing(spacingPx: number): void {
    const { min, max } = this.#limits
    if (Number.isFinite(spacingPx)) {
      this.#chart.setBarSpace(Math.min(max, Math.max(min, spacingPx)))
    }
  }

  /** Empty bars to the right of the latest one; negative if newer bars are out of view. */
  get rightOffset(): number {
    return this.#chart.getOffsetRightDistance() / this.barSpacing
  }

  setRightOffset(bars: number): void {
    if (Number.isFinite(bars)) this.#chart.setOffsetRightDistance(bars * this.barSpacing)
  }

  /** The time at a position, also left of the oldest and right of the latest bar. */
  timeAt(x: number): number | undefined {
    const point = this.#chart.convertFromPixel([{ x }])
    const index = (Array.isArray(point) ? point[0] : point)?.dataIndex
    return index === undefined || this.#chart.getDataList().length === 0
      ? undefined
      : this.timeOf(index)
  }

  /** The centre of the bar that contains a time; undefined without bars. */
  xOfTime(timeMs: number): number | undefined {
    const bars = this.#chart.getDataList()
    const index = indexAt(bars, timeMs)
    return index === undefined ? undefined : this.xOf(index)
  }

  /** Shows the crosshair of another chart at the same time; undefined hides it. */
  showCrosshair(timeMs: number | undefined): void {
    const x = timeMs === undefined ? undefined : this.xOfTime(timeMs)
    // Only the time matters: the price line and its label are placed out of view.
    const place = x === undefined ? undefined : { x, y: -1000, paneId: pricePaneId }
    // The engine accepts undefined for none, which its types do not allow.
    Reflect.apply(this.#chart.executeAction, this.#chart, ['onCrosshairChange', place])
  }

  /** The bar that contains a time. */
  barAt(timeMs: number) {
    const bars = this.#chart.getDataList()
    const index = indexAt(bars, timeMs)
    return index === undefined ? undefined : bars[index]
  }

  /** The start of a bar by its index, extrapolated beyond both ends. */
  timeOf(index: number): number {
    const bars = this.#chart.getDataList()
    const barMs = resolutionMs(this.resolution)
    const first = bars[0]?.timestamp ?? 0
    if (index < 0) return first + index * barMs
    const last = bars.at(-1)?.timestamp ?? 0
    return bars[index]?.timestamp ?? last + (index - bars.length + 1) * barMs
  }

  xOf(index: number): number {
    const point = this.#chart.convertToPixel({ dataIndex: index })
    return (Array.isArray(point) ? point[0] : point)?.x ?? 0
  }

  marks(zone: Zone, labels: AxisLabels): AxisTick[] {
    const { realFrom, realTo } = this.#chart.getVisibleRange()
    const barWidthPx = this.barSpacing
    const width = this.widthPx
    if (this.#chart.getDataList().length === 0 || width <= 0) return []
    const from = Math.max(0, realFrom)
    const to = Math.max(realTo, Math.ceil(from + width / barWidthPx) + 1)
    const timeOf = (index: number) => this.timeOf(index)
    const xOf = (index: number) => this.xOf(index)
    const barMs = resolutionMs(this.resolution)
    const view = { from, to, timeOf, xOf, barMs, barWidthPx, minGapPx: 84 }
    return axisMarks(view, zone, labels)
      .filter(({ x }) => x > 24 && x < width - 24)
      .map(({ index, x, text }) => ({ coord: x, value: timeOf(index), text }))
  }
}

/** The index of the last bar that begins at or before a time, else of the first bar. */
function indexAt(bars: readonly { timestamp: number }[], timeMs: number): number | undefined {
  if (bars.length === 0) return undefined
  let low = 0
  let high = bars.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((bars[middle]?.timestamp ?? 0) <= timeMs) low = middle
    else high = middle - 1
  }
  return low
}
