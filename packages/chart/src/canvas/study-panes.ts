// The studies on the canvas and their panes, updated by difference and computed from one shared
// set of bar columns.

import type { AxisCreateRangeCallback, Chart, KLineData } from 'klinecharts'
import { HeikinAshi } from '../model/studies/heikin-ashi.ts'
import type { CompareSeries } from '../bars/compare-series.ts'
import { BarColumns, type TimeCheck } from '../model/studies/columns.ts'
import { relativeFactor } from '../model/studies/relative-factor.ts'
import { TimeSlices } from '../model/studies/time-slices.ts'
import { type RunPlot, StudyRun } from '../model/studies/study-run.ts'
import type { Palette } from '../model/theme.ts'
import { visibleBars, type PaintSource, type PaintView, paintView } from './paint-view.ts'
import { paintMarkers, paintStudy, plotColor } from './study-painter.ts'
import {
  decimalsOf,
  evenRange,
  paneHeights,
  paneIdOf,
  paneTicks,
  pricePaneId,
  ownPanes,
  studyIndicator,
  type StudyValues,
  type StudyContext,
} from './study-panes-layout.ts'
import {
  isSameStudy,
  plotStyle,
  studyCatalogue,
  type StudySpec,
  wantedDecimals,
} from '../model/studies/study-catalogue.ts'

export type PaneContext = Omit<StudyContext, 'shares'> & {
  /** Studies that were computed asynchronously are ready. */
  studiesChanged(): void
}

/** With more bars than this, rows are computed in slices, so that the page is not blocked. */
const atOnceBars = 20_000
/** The share of a pane's height for volume, if drawn over other plots. */
const volumePart = 0.25

type Shown = { study: StudySpec; run: StudyRun }

export class StudyPanes {
  readonly #chart: Chart
  readonly #around: () => PaneContext
  readonly #bars = new BarColumns()
  readonly #shown = new Map<string, Shown>()
  #shares: ReadonlyMap<string, number> = new Map()
  #heikinAshi: HeikinAshi | undefined
  readonly #others = new Map<string, readonly CompareSeries[]>()
  #markedId: string | undefined
  readonly #slices: TimeSlices

  constructor(chart: Chart, view: Window, around: () => PaneContext) {
    this.#chart = chart
    this.#around = around
    this.#slices = new TimeSlices(view, (isTimeUp) => this.#catchUp(isTimeUp))
  }

  dispose(): void {
    this.#slices.stop()
  }

  /** Continues computing studies of many bars; returns whether all are done. */
  #catchUp(isTimeUp: TimeCheck): boolean {
    this.#bars.sync(this.#chart.getDataList())
    const behind = [...this.#shown.values()].filter(({ run }) => run.isBehind)
    const done = behind.filter(({ run }) => !isTimeUp() && run.update(isTimeUp))
    if (done.length < behind.length) return false
    // All at once, because each update causes a layout of the engine.
    for (const { study } of this.#shown.values()) this.#recompute(study.id)
    this.#around().studiesChanged()
    return true
  }

  #recompute(id: string): void {
    this.#chart.overrideIndicator({ id, name: studyIndicator, calc: this.#calcOf(id) })
  }

  /** Heikin-Ashi bars by row; rows outside the range are empty. */
  heikinAshiBars(from: number, to: number): readonly KLineData[] {
    const heikinAshi = this.#currentHeikinAshi()
    const bars: KLineData[] = []
    for (let row = from; row < to; row += 1) bars[row] = heikinAshi.at(row)
    return bars
  }

  #currentHeikinAshi(): HeikinAshi {
    this.#bars.sync(this.#chart.getDataList())
    this.#heikinAshi ??= new HeikinAshi(this.#bars)
    this.#heikinAshi.update()
    return this.#heikinAshi
  }

  /** Prices besides the bars' own that must be visible; undefined for none. */
  needed(withHeikinAshi: boolean): { low: number; high: number } | undefined {
    const { from, to } = visibleBars(this.#chart)
    const overPrice = this.#inPane(pricePaneId).filter((shown) => !this.#hasOwnScale(shown))
    const ofStudies = this.#extremes(overPrice)
    const ofHeikinAshi = withHeikinAshi ? this.#currentHeikinAshi().extremes(from, to) : undefined
    if (ofStudies === undefined || ofHeikinAshi === undefined) return ofStudies ?? ofHeikinAshi
    return {
      low: Math.min(ofStudies.low, ofHeikinAshi.low),
      high: Math.max(ofStudies.high, ofHeikinAshi.high),
    }
  }

  /** The next bars do not continue the present ones. */
  clearBars(): void {
    this.#bars.clear()
  }

  show(wanted: readonly StudySpec[]): void {
    const ids = new Set(wanted.map(({ id }) => id))
    for (const id of [...this.#shown.keys()].filter((shown) => !ids.has(shown))) this.#drop(id)
    for (const study of wanted) {
      const shown = this.#shown.get(study.id)
      if (shown === undefined) this.#add(study)
      else if (paneIdOf(shown.study) !== paneIdOf(study)) {
        this.#drop(study.id)
        this.#add(study)
      } else if (!isSameStudy(shown.study, study)) this.#change(shown, study)
    }
    this.#stylePanes()
  }

  #drop(id: string): void {
    this.#chart.removeIndicator({ id })
    this.#shown.delete(id)
  }

  #add(study: StudySpec): void {
    const run = this.#runOf(study)
    this.#shown.set(study.id, { study, run })
    this.#chart.createIndicator(
      {
        id: study.id,
        name: studyIndicator,
        paneId: paneIdOf(study),
        zLevel: 1,
        precision: this.#decimals(study),
        shouldFormatBigNumber: run.shape.format === 'volume',
        visible: study.isVisible,
        figures: run.plots.map(({ shape }, at) => ({
          key: `plot_${at}`,
          type: shape.kind === 'line' ? 'line' : 'bar',
          styles: () => ({ color: this.#colorNow(study.id, at) }),
        })),
        calc: this.#calcOf(study.id),
        draw: (hook) => this.#paint(study.id, hook),
      },
      true,
    )
  }

  #runOf({ id, name, inputs }: StudySpec): StudyRun {
    const closeAt = (timeMs: number, series = 0, isOwn = false) =>
      this.#others.get(id)?.[series]?.closeAt(timeMs, isOwn) ?? Number.NaN
    return new StudyRun({ shape: studyCatalogue[name], inputs, closeAt }, this.#bars)
  }

  /**
   * Sets the other series from which a study is computed. They have changed from the bar of a time
   * on, for a live bar a row or two; without one, completely.
   */
  setCompareSeries(id: string, series: readonly CompareSeries[], fromMs?: number): void {
    this.#others.set(id, series)
    const shown = this.#shown.get(id)
    if (shown === undefined) return
    if (fromMs === undefined) shown.run = this.#runOf(shown.study)
    else shown.run.redoFrom(fromMs)
    this.#recompute(id)
  }

  /** The factor that makes a study start at the main series' first visible close. */
  #factorOf({ study, run }: Shown): number {
    const [plot] = run.plots
    if (!isRelative({ study, run }) || plot === undefined) return 1
    return relativeFactor(this.#bars.close, plot.column, visibleBars(this.#chart))
  }

  #change(shown: Shown, study: StudySpec): void {
    const hasNewInputs = JSON.stringify(shown.study.inputs) !== JSON.stringify(study.inputs)
    shown.study = study
    if (hasNewInputs) shown.run = this.#runOf(study)
    const { id, isVisible } = study
    this.#chart.overrideIndicator({
      id,
      name: studyIndicator,
      visible: isVisible,
      precision: this.#decimals(study),
      calc: this.#calcOf(id),
    })
  }

  /** The trader's setting, else the compared symbol's decimals, else those of the study's unit. */
  #decimals(study: StudySpec, priceDecimals = this.#around().priceDecimals): number {
    const others = study.name === 'COMPARE' ? this.#others.get(study.id)?.[0]?.decimals : undefined
    return wantedDecimals(study) ?? others ?? decimalsOf(study, priceDecimals)
  }

  /**
   * The engine expects an object per row; our values are in columns, so it only gets the last row.
   */
  #calcOf(id: string): (bars: KLineData[]) => object[] {
    return (bars) => {
      const shown = this.#shown.get(id)
      if (shown === undefined) return []
      const areMany = bars.length > atOnceBars
      // With many new bars even reading them waits until they have been painted.
      if (areMany && this.#bars.isBlank) {
        this.#slices.begin()
        return []
      }
      this.#bars.sync(bars)
      if (areMany && shown.run.isBehind) this.#slices.begin()
      else shown.run.update()
      const rows: object[] = []
      // The engine would fit its axis to values that are drawn on another scale.
      const isPlain = !isRelative(shown) && !this.#hasOwnScale(shown)
      if (bars.length > 0 && isPlain) rows[bars.length - 1] = lastRow(shown, bars.length - 1)
      return rows
    }
  }

  /** Returns true, which stops the engine from drawing anything itself. */
  #paint(id: string, hook: PaintSource): boolean {
    const shown = this.#shown.get(id)
    if (shown === undefined || this.#bars.isBlank) return true
    const view = paintView(hook)
    const scene = { ...shown, palette: this.#around().palette }
    const factor = this.#factorOf(shown)
    const defaultView =
      factor === 1 ? view : { ...view, yOf: (value: number) => view.yOf(value * factor) }
    const onPane = this.#hasOwnScale(shown) ? this.#ownView(view, shown) : defaultView
    paintStudy(hook.ctx, onPane, scene)
    if (id === this.#markedId) paintMarkers(hook.ctx, onPane, scene)
    return true
  }

  /** Whether a study shares its pane with others of another unit and is scaled separately. */
  #hasOwnScale({ study, run }: Shown): boolean {
    const pane = paneIdOf(study)
    if (pane === pricePaneId) return run.shape.format !== 'price' || run.shape.place !== 'price'
    const [first] = this.#inPane(pane)
    return first !== undefined && first.study !== study && isOfOtherUnit(first, run)
  }

  #ownView(view: PaintView, shown: Shown): PaintView {
    const { low, high } = this.#extremes([shown]) ?? { low: 0, high: 1 }
    const span = high === low ? 1 : high - low
    const isVolume = shown.run.plots.some(({ shape }) => shape.kind === 'volume')
    // Volume over the price is drawn at the bottom of the pane, where it covers little.
    if (isVolume)
      return { ...view, yOf: (value) => (1 - (volumePart * value) / span) * view.heightPx }
    const yOf = (value: number) => (0.9 - (0.8 * (value - low)) / span) * view.heightPx
    return { ...view, yOf }
  }

  #inPane(pane: string): Shown[] {
    return [...this.#shown.values()].filter(({ study }) => paneIdOf(study) === pane)
  }

  #extremes(studies: readonly Shown[]): { low: number; high: number } | undefined {
    if (this.#bars.isBlank) return undefined
    const { from, to } = visibleBars(this.#chart)
    let low = Number.POSITIVE_INFINITY
    let high = Number.NEGATIVE_INFINITY
    for (const shown of studies) {
      const { study, run } = shown
      if (!study.isVisible) continue
      const factor = this.#factorOf(shown)
      const isShown = (plot: RunPlot) => plotStyle(study, run.plots.indexOf(plot)).isShown
      const found = run.extremes(from, to, isShown)
      const levels = run.shape.levels ?? []
      // Columns start at zero.
      const columnBase = run.plots.some(
        ({ shape }) => shape.kind !== 'line' && shape.kind !== 'dots',
      )
      low = Math.min(
        low,
        found === undefined ? low : found.low * factor,
        ...levels,
        ...(columnBase ? [0] : []),
      )
      high = Math.max(
        high,
        found === undefined ? high : found.high * factor,
        ...levels,
        ...(columnBase ? [0] : []),
      )
    }
    return low <= high ? { low, high } : undefined
  }

  #stylePanes(): void {
    const around = this.#around()
    this.resize()
    for (const study of ownPanes(this.#studies())) {
      const pane = paneIdOf(study)
      const shape = studyCatalogue[study.name]
      const isVolume = shape.plots.some(({ kind }) => kind === 'volume')
      this.#chart.overrideYAxis({
        paneId: pane,
        gap: isVolume ? { top: 0.14, bottom: 0 } : { top: 0.14, bottom: 0.1 },
        createRange: this.#rangeOf(pane),
        createTicks: paneTicks(shape, around.roundVolume),
      })
    }
  }

  #rangeOf(pane: string): AxisCreateRangeCallback {
    return () => {
      const studies = this.#inPane(pane).filter((shown) => !this.#hasOwnScale(shown))
      const { low, high } = this.#extremes(studies) ?? { low: 0, high: 1 }
      if (low < high) return evenRange(low, high)
      const space = Math.abs(low) * 0.05 || 1
      return evenRange(low - space, high + space)
    }
  }

  #studies(): StudySpec[] {
    return [...this.#shown.values()].map(({ study }) => study)
  }

  /** Repaints all studies in the current palette. */
  restyle(): void {
    for (const { study } of this.#shown.values()) this.#recompute(study.id)
  }

  #colorNow(id: string, at: number): string {
    const shown = this.#shown.get(id)
    const { palette } = this.#around()
    return shown === undefined ? palette.text : plotColor({ ...shown, palette }, at)
  }

  /** Marks the lines of this study by dots, and unmarks the previous one. */
  mark(id: string | undefined): void {
    if (id === this.#markedId) return
    const changed = [this.#markedId, id]
    this.#markedId = id
    for (const one of changed) {
      if (one === undefined || !this.#shown.has(one)) continue
      this.#chart.overrideIndicator({ id: one, name: studyIndicator, calc: this.#calcOf(one) })
    }
  }

  /** Studies in units of the price use the price's decimals. */
  setPrecision(decimals: number): void {
    for (const { study } of this.#shown.values()) {
      const precision = this.#decimals(study, decimals)
      this.#chart.overrideIndicator({ id: study.id, name: studyIndicator, precision })
    }
  }

  read({ index, palette }: { index: number; palette: Palette }): StudyValues[] {
    return [...this.#shown.values()].map((shown) => ({
      id: shown.study.id,
      name: shown.study.name,
      inputs: inputText(shown.study),
      paneId: paneIdOf(shown.study),
      precision: this.#decimals(shown.study),
      isVolume: shown.run.shape.format === 'volume',
      values: this.#valuesAt(shown, index, palette),
    }))
  }

  #valuesAt({ study, run }: Shown, index: number, palette: Palette) {
    if (!study.isVisible || this.#bars.isBlank) return []
    return run.plots.flatMap(({ column, shift, shape }, at) => {
      // The value of a shifted plot at a bar was computed at an earlier row.
      const row = index - shift
      const value = row < this.#bars.count ? column.at(row) : Number.NaN
      if (!plotStyle(study, at).isShown) return []
      if (shape.kind !== 'volume') {
        return [{ value, color: plotColor({ study, run, palette }, at, value) }]
      }
      const isUp = this.#bars.close.at(index) >= this.#bars.open.at(index)
      return [{ value, color: isUp ? palette.up : palette.down }]
    })
  }

  /** Sets each pane's height to its share of the current height. */
  resize(): void {
    const around = { ...this.#around(), shares: this.#shares }
    for (const [id, height] of paneHeights(this.#studies(), around)) {
      this.#chart.setPaneOptions({ id, minHeight: 30, height })
    }
  }

  /** Sets the panes' shares of the height; the others keep their defaults. */
  setShares(shares: ReadonlyMap<string, number>): void {
    this.#shares = shares
    this.resize()
  }

  /** The height of a pane in pixels; undefined when there is no such pane. */
  height(paneId: string): number | undefined {
    return this.#chart.getSize(paneId)?.height
  }

  setHeight(paneId: string, height: number): void {
    this.#chart.setPaneOptions({ id: paneId, height })
  }

  setCollapsed(paneId: string, isCollapsed: boolean): void {
    this.#chart.setPaneOptions({ id: paneId, state: isCollapsed ? 'minimize' : 'normal' })
  }

  setOrder(paneId: string, order: number): void {
    this.#chart.setPaneOptions({ id: paneId, order })
  }
}

/** The values that the engine tags on the axis if the appearance enables it. */
function lastRow({ study, run }: Shown, row: number): Record<string, number> {
  return Object.fromEntries(
    run.plots.flatMap(({ column }, at) => {
      const value = column.at(row)
      const isShown = plotStyle(study, at).isShown && Number.isFinite(value)
      return isShown ? [[`plot_${at}`, value]] : []
    }),
  )
}

/** Compared symbols are rescaled over the price only; in their own pane they keep their prices. */
const isRelative = ({ study, run }: Shown): boolean =>
  run.shape.isRelative === true && paneIdOf(study) === pricePaneId

const isOfOtherUnit = ({ run: { shape } }: Shown, run: StudyRun): boolean =>
  shape.format !== run.shape.format

/** The inputs as the legend shows them: numbers, and the source unless it is the default. */
function inputText({ name, inputs }: StudySpec): string {
  const text = studyCatalogue[name].inputs.flatMap(({ id, kind, defaultValue: fallback }) => {
    const value = inputs[id] ?? fallback
    return kind === 'source' && value === fallback ? [] : [String(value)]
  })
  return name === 'VOL' ? '' : text.join(' ')
}
